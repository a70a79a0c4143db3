"""A server of one's own: what it refuses to start with, and how it stops."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from collections.abc import Generator
from contextlib import contextmanager

import pytest
from starlette.applications import Starlette

from functions import local
from tests.support.bad_smtp import BadSmtp
from tests.support.dev_server import ROOT, environment, until
from tests.support.nights import add_old_jobs, left, nights, slot_has_come
from tests.support.serving import free_port


@contextmanager
def running_local(
    database: str, smtp: BadSmtp, **more: str
) -> Generator[tuple[subprocess.Popen[str], str]]:
    """Run the server with its tick until the block ends; give its process and address."""
    url = f"http://127.0.0.1:{free_port()}"
    given = {
        "DATABASE_URL": database,
        "SITE_URL": url,
        "MAIL_URL": f"smtp://127.0.0.1:{smtp.port}",
        "MAIL_FROM": "The gardener <gardener@garden.example>",
        "SECRET_KEY": "secret-key-of-the-tests-0123456789abcdef",
        "POSTAL_ADDRESS": "1 Garden Path, Greenhouse",
        **more,
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "functions.local", "127.0.0.1", url.rpartition(":")[2]],
        cwd=ROOT,
        env=environment(**given),
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        until(lambda: answers(f"{url}/healthz") or process.poll() is not None)
        yield process, url
    finally:
        process.kill()
        process.communicate(timeout=60)


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def subscribe(url: str) -> None:
    form = urllib.parse.urlencode({"email": "ada@example.org"}).encode()
    with urllib.request.urlopen(f"{url}/newsletter/subscribe", form, timeout=30) as answer:
        assert answer.status == 200


LET_GO = """
    select pg_terminate_backend(pid) from pg_stat_activity
     where datname = %s and pid <> pg_backend_pid()
"""


def stop_while_sending(process: subprocess.Popen[str], smtp: BadSmtp) -> int:
    """Send SIGTERM as soon as a letter is on its way."""
    until(lambda: any(command.upper().startswith("DATA") for command in smtp.commands))
    os.kill(process.pid, signal.SIGTERM)
    return process.wait(60)


def test_a_letter_on_its_way_is_sent_before_the_server_stops(database, db):
    with BadSmtp(delay=1.5) as smtp, running_local(database, smtp) as (process, url):
        subscribe(url)
        code = stop_while_sending(process, smtp)

    assert code == 0
    assert len(smtp.mails) == 1
    assert db.execute("select status, attempts from background_jobs").fetchone() == {
        "status": "succeeded",
        "attempts": 1,
    }


def test_a_letter_that_takes_too_long_is_handed_back_unharmed(database, db):
    with BadSmtp("hang-after-data") as smtp, running_local(database, smtp) as (process, url):
        subscribe(url)
        code = stop_while_sending(process, smtp)

    assert code == 0
    assert db.execute("select status, attempts from background_jobs").fetchone() == {
        "status": "pending",
        "attempts": 0,
    }


def test_a_database_that_is_read_only_for_a_while_is_waited_for(database, db):
    name = db.info.dbname
    with BadSmtp() as smtp, running_local(database, smtp) as (_, url):
        subscribe(url)
        db.execute(f"alter database {name} set default_transaction_read_only = on")
        db.execute(LET_GO, (name,))
        time.sleep(6)  # at least one tick
        db.execute(f"alter database {name} set default_transaction_read_only = off")
        db.execute(LET_GO, (name,))
        # An attempt that had begun before may have failed: it waits for the first rung.
        until(lambda: len(smtp.mails) == 1, seconds=150)

    assert len(smtp.mails) == 1


def test_it_prunes_at_night_by_itself(database, db):
    add_old_jobs(db)
    slot_has_come(db)
    with BadSmtp() as smtp, running_local(database, smtp):
        until(lambda: [night["status"] for night in nights(db)] == ["succeeded"])

    assert left(db) == {"dead": 1}


def test_a_worker_that_dies_takes_the_server_along(monkeypatch):
    async def dies(*args, **options):
        raise ZeroDivisionError

    async def story():
        await local.run(Starlette(), host="127.0.0.1", port=free_port(), stopping=asyncio.Event())

    monkeypatch.setattr(local.outbox, "serve", dies, raising=False)

    with pytest.raises(ZeroDivisionError):
        asyncio.run(story())


def test_the_log_may_be_one_json_object_a_line(database: str):
    with BadSmtp() as smtp, running_local(database, smtp, LOG_FORMAT="json") as (process, url):
        subscribe(url)
        until(lambda: any(command.upper().startswith("DATA") for command in smtp.commands))
        process.terminate()
        _, log = process.communicate(timeout=60)

    lines = [json.loads(line) for line in log.splitlines()]
    assert "newsletter.confirm-mail" in [line.get("kind") for line in lines]


def test_what_is_missing_is_said_in_a_sentence():
    refused = subprocess.run(
        [sys.executable, "-m", "functions.local"],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert refused.returncode == 2
    assert refused.stderr.startswith("SITE_URL is not set.")
    assert "Traceback" not in refused.stderr
