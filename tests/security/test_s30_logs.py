"""S30: nothing that is sent forges a line of a log, or puts an address or a token into one."""

import json
import logging
import socket
from urllib.parse import quote

import pytest

from tests.support.doors import doors
from tests.support.serving import everything, served

CANARY = "canary"
FORGED = [
    "a\n{}",
    "a\r\n{}",
    "a\u2028{}",
    "a\x85{}",
    "a\x0b{}",
    "\x1b[2J{}",
    "\x00{}",
    '"}}\n{{"event": "{}"}}',
    "a\\n{}",
    "%0a{}",
]
NAMES = ["User-Agent", "Referer", "X-Forwarded-For", "X-Request-Id", "Authorization", "Cookie"]


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    ours = [record for record in caplog.records if record.name.startswith("thistledown")]
    return [record.getMessage() for record in ours]


@pytest.mark.parametrize("forged", FORGED)
def test_every_request_is_one_line_of_json_at_every_door(client, caplog, forged: str):
    caplog.set_level(logging.DEBUG)
    canary = forged.format(CANARY)
    header = canary.replace("\r", "").replace("\n", "").replace("\x00", "").encode()
    asked = doors(client.app)
    for door in asked:
        door.knock(client, headers=[(name.encode(), header) for name in NAMES])
        client.request(door.method, f"{door.path}?token={quote(canary)}&email={quote(canary)}")
        if door.method == "POST":
            door.knock(client, data={"email": f"{canary}@example.org", "token": canary})
    found = lines(caplog)

    assert len(found) >= 2 * len(asked)
    assert [line for line in found if not (line.isascii() and line.isprintable())] == []
    assert {json.loads(line)["event"] for line in found} == {"request"}
    assert CANARY not in "".join(found)


@pytest.mark.parametrize("forged", FORGED)
def test_a_path_is_escaped(client, caplog, forged: str):
    caplog.set_level(logging.DEBUG)
    client.get(f"/{quote(forged.format('x'))}")
    [line] = lines(caplog)

    assert line.isascii()
    assert line.isprintable()
    assert json.loads(line)["status"] == 404


@pytest.mark.parametrize(
    "request_line",
    [
        b"GET /canary\x00 HTTP/1.1",
        b"canary",
        b"\x16\x03\x01canary",
        b"\x1b[2J",
    ],
)
def test_what_is_no_http_is_not_repeated(garden, caplog, request_line: bytes):
    caplog.set_level(logging.DEBUG)
    with (
        served(garden.client.app) as port,
        socket.create_connection(("127.0.0.1", port), timeout=30) as connection,
    ):
        connection.sendall(request_line + b"\r\nHost: functions.test\r\n\r\n")
        answer = everything(connection)
    logged = "".join(r.getMessage() for r in caplog.records if not r.name.startswith("asyncio"))

    assert answer.startswith(b"HTTP/1.1 4")
    assert b"canary" not in answer
    assert "canary" not in logged
    assert "\x1b" not in logged


def test_an_address_in_a_path_is_blotted_out_wherever_it_stands(garden, caplog):
    caplog.set_level(logging.DEBUG)
    for before in range(150, 210):
        garden.client.get(f"/{'x' * before}canary@example.org/{'y' * 50}")

    assert len(lines(caplog)) == 60
    assert CANARY not in "".join(lines(caplog))
