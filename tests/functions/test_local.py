"""A server of one's own: what it refuses to start with, and how it stops."""

import os
import signal
import subprocess
import sys
import urllib.parse
import urllib.request
from collections.abc import Generator
from contextlib import contextmanager

from tests.support.bad_smtp import BadSmtp
from tests.support.dev_server import ROOT, environment, until
from tests.support.serving import free_port


@contextmanager
def running_local(database: str, smtp: BadSmtp) -> Generator[tuple[subprocess.Popen[str], str]]:
    """Run the server with its tick until the block ends; give its process and address."""
    url = f"http://127.0.0.1:{free_port()}"
    given = {
        "DATABASE_URL": database,
        "SITE_URL": url,
        "MAIL_URL": f"smtp://127.0.0.1:{smtp.port}",
        "MAIL_FROM": "The gardener <gardener@garden.example>",
        "SECRET_KEY": "secret-key-of-the-tests-0123456789abcdef",
        "POSTAL_ADDRESS": "1 Garden Path, Greenhouse",
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
