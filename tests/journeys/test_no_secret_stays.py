"""After a whole journey no token and no address is in a job, its history, or any log."""

import logging
import urllib.request
from collections.abc import Generator
from pathlib import Path

import psycopg
import pytest
from psycopg.rows import DictRow, dict_row

from functions.dev import postgres
from shared import outbox, tx
from shared.migrate import migrate
from shared.tx.ambient import configured_pool
from tests.support.garden import LINK
from tests.support.post import Post, link_of, posting
from tests.support.rows import column, minutes_pass
from tests.support.serving import served
from tests.support.site import Site

READERS = ("canary-ada", "canary-bob", "canary-eve", "canary-gone")


@pytest.fixture
def own_database(tmp_path: Path) -> Generator[str]:
    """A server of its own, whose log can be read."""
    with postgres.running(tmp_path / "server", durable=False) as url:
        migrate(url)
        yield url


@pytest.fixture
def logged(tmp_path: Path) -> Generator[Path]:
    """Everything that anybody logs, from DEBUG on, with tracebacks."""
    log = tmp_path / "everything.log"
    handler = logging.FileHandler(log)
    handler.addFilter(lambda record: not record.name.startswith("http"))  # the test's own client
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield log
    root.setLevel(level)
    root.removeHandler(handler)
    handler.close()


def test_s29_nothing_of_a_whole_journey_can_be_read_where_it_does_not_belong(
    own_database: str, site: Site, tmp_path: Path, logged: Path, capfd
):
    with (
        psycopg.connect(own_database, autocommit=True, row_factory=dict_row) as db,
        posting(own_database, db, site, tmp_path) as post,
    ):
        journey(post, db)
        tokens = {
            link.partition("token=")[2]
            for mail in post.server.mails
            for link in LINK.findall(mail.decode().replace("=\r\n", "").replace("=3D", "="))
        }
        stored = "\n".join(
            row["row"]
            for table in ("background_jobs", "job_attempts")
            for row in db.execute(f"select {table}::text as row from {table}").fetchall()
        )
        outcomes = {*post.outcomes()}
        broken = break_down(post, db)
    spoken = capfd.readouterr()
    places = {
        "jobs and their history": stored,
        "the logs": logged.read_text(),
        "the server's log": (tmp_path / "server" / "postgres.log").read_text(errors="replace"),
        "what was printed": spoken.out + spoken.err,
        "the answer when all breaks": broken,
    }
    secrets = [*READERS, *tokens, *post.garden.settings.secret_key]
    secrets.append(str(post.garden.settings.announce_token))
    found = [(place, secret) for place in places for secret in secrets if secret in places[place]]

    assert outcomes == {"succeeded", "failed"}
    assert len(tokens) >= 6
    assert '"path": "/newsletter/confirm"' in places["the logs"]
    assert "duplicate key" in places["the server's log"]
    assert found == []


def journey(post: Post, db: psycopg.Connection[DictRow]) -> None:
    """Do everything once, with what goes wrong on the way."""
    garden, client = post.garden, post.garden.client
    for name in READERS[:3]:
        garden.subscribe(f"{name}@example.org")
    client.post("/newsletter/subscribe", json={"email": f"{READERS[0]}@"})
    client.get(f"/newsletter/subscribe?email={READERS[0]}@example.org")
    post.attempts(1, "rcpt-550-5.7.1")
    post.attempts(1, "lost-answer")
    post.attempts(1, "ok")
    for mail in post.server.mails:
        client.get(link_of(mail))
        client.post(link_of(mail))
        client.get(link_of(mail).replace("?", "%3F"))
    garden.subscribe(f"{READERS[3]}@example.org")
    post.attempts(1, "rcpt-550-5.1.1")
    post.plan()
    minutes_pass(db, 11)
    garden.subscribe(f"{READERS[0]}@example.org")
    post.attempts(7, "rcpt-550-5.7.1")
    for dead in column(db, "select id from background_jobs where status = 'dead'"):
        garden.call(lambda dead=dead: outbox.retry(dead))
    post.attempts(1, "data-451")
    post.attempts(1, "ok")
    for mail in post.server.mails:
        client.post(link_of(mail))
    kept = configured_pool()
    pool = tx.Pool(garden.settings.database_url)
    tx.use(pool)  # the server has an event loop of its own
    with served(client.app) as port:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz").read()
    tx.use(kept)
    garden.call(pool.close)
    quarrel(db)


def break_down(post: Post, db: psycopg.Connection[DictRow]) -> str:
    """Take a table away, and return what somebody is told who asks then."""
    db.execute("alter table subscribers rename to away")
    answer = post.garden.subscribe(f"{READERS[1]}@example.org")
    db.execute("alter table away rename to subscribers")
    assert answer.status_code == 500
    return answer.text + str(answer.headers)


def quarrel(db: psycopg.Connection[DictRow]) -> None:
    """Make the server log an error about a row that holds an address."""
    with pytest.raises(psycopg.errors.UniqueViolation):
        db.execute(
            "insert into subscribers (email, address, mailbox)"
            " select email, address, mailbox from subscribers"
        )
