"""S37: when a door breaks, neither the reader nor the log is told what is behind it."""

import logging
import socket

import psycopg
import pytest
from starlette.routing import Mount, Route

from tests.support.doors import doors
from tests.support.rows import dump
from tests.support.serving import everything, served

CANARY = "canary ada@example.org postgresql://user:secret@db/garden"
TOLD = ["canary", "ada@", "secret@", "Traceback", "File &#34;", 'File "', "site-packages", ".py"]
PROGRAMS = ["uvicorn", "starlette", "python", "h11", "psycopg", "postgres"]


class Defect(Exception):
    """Says too much, and so does what it was raised from."""


async def broken(scope: object, receive: object, send: object) -> None:
    try:
        raise psycopg.DataError(f"DETAIL: Key (email)=({CANARY}) already exists.")
    except psycopg.DataError as error:
        raise Defect(CANARY) from error


@pytest.fixture
def client_of_broken_doors(client, monkeypatch):
    for route in client.app.routes:
        assert isinstance(route, Route | Mount)
        monkeypatch.setattr(route, "app", broken)
    return client


@pytest.mark.parametrize("accept", ["text/html", "application/json", "text/plain", ""])
def test_a_broken_door_tells_nothing(client_of_broken_doors, db, caplog, accept: str):
    caplog.set_level(logging.DEBUG)
    client, before = client_of_broken_doors, dump(db)
    for door in doors(client.app):
        answer = door.knock(client, headers={"Accept": accept})
        said = answer.text + str(answer.headers)
        assert answer.status_code == 500, door
        assert [word for word in (*TOLD, *PROGRAMS) if word in said.lower()] == [], door

    logged = "\n".join(r.getMessage() + (r.exc_text or "") for r in caplog.records)
    assert "Defect < DataError" in logged
    assert not [word for word in ("canary", "ada@", "secret@") if word in logged]
    assert dump(db) == before


def test_nothing_of_development_is_in_what_is_deployed(garden):
    app = garden.client.app
    paths = {door.path for door in doors(app)}

    assert app.debug is False
    assert not [path for path in paths if path.startswith("/_")]
    for path in ("/_dev/mail", "/docs", "/redoc", "/openapi.json", "/debug", "/metrics", "/.env"):
        assert garden.client.get(path).status_code == 404


def test_no_answer_of_the_real_server_names_its_program(garden):
    requests = [
        b"GET /nowhere HTTP/1.1\r\nHost: functions.test\r\nConnection: close\r\n\r\n",
        b"GET /nowhere HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
        b"nonsense\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ]
    with served(garden.client.app) as port:
        for request in requests:
            with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
                connection.sendall(request)
                answer = everything(connection).lower()
            assert answer.startswith(b"http/1.1 4"), request
            assert b"\r\nserver:" not in answer
            assert not [name for name in PROGRAMS if name.encode() in answer], request
