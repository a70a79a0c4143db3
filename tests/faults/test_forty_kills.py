"""Kill workers at random in the middle of real sends, and count every copy that went out."""

import json
import random
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg.rows import DictRow

from tests.support import figures
from tests.support.garden import Garden, running
from tests.support.jobs import make_due
from tests.support.mail_workers import ROOT, workers
from tests.support.rows import add_readers, outlive_leases, total
from tests.support.site import Site

SENDS = 3000
KILLS = 40

# Each of the killed takes up to eight jobs along until their leases end: the living must be left
# enough to get so far.
SENT_AT_THE_LAST = SENDS - 10 * KILLS

LIVE = "select count(*) as jobs from background_jobs where status in ('pending', 'running')"

DUE = """
    select count(*) as jobs from background_jobs
     where status = 'pending' and run_at <= clock_timestamp()
"""

LEDGER = """
    select message_id, deliveries.status, ambiguous, email
      from deliveries join subscribers on subscribers.id = subscriber_id
"""


def test_c1_forty_kills_over_three_thousand_sends_lose_nothing_and_double_only_what_is_marked(
    database: str, db: psycopg.Connection[DictRow], site: Site, tmp_path: Path
):
    record = tmp_path / "record.jsonl"
    record.touch()
    seed = random.randrange(10**6)
    began = time.monotonic()
    with (
        mail_server(record) as mail_url,
        running(database, site, tmp_path / "mail", mail_url=mail_url) as garden,
    ):
        announce_to(garden, db, readers=SENDS)
        with workers(4, database, mail_url, site.url) as running_workers:
            for kill in range(KILLS):
                wait_for(record, db, copies=(kill + 1) * SENT_AT_THE_LAST // KILLS)
                running_workers.kill(random.Random(seed + kill).randrange(4))
                running_workers.start()
            wait_until_idle(db)
        sent = drain(garden, db)

    found = {"seed": seed, "kills": running_workers.killed, "drained": sent}
    found |= check(db, copies_of(record))
    print(f"\n{time.monotonic() - began:.1f} s", found)
    figures.record(
        "F1",
        f"{KILLS} kills over {SENDS:,} letters: 0 lost, {found['second copies']} second copies, "
        f"{found['ambiguous']} marked",
    )


@contextmanager
def mail_server(record: Path) -> Generator[str]:
    """Run the mail server in a process of its own; it writes down every copy it takes."""
    command = [sys.executable, "-m", "tests.support.bad_smtp", "--record", str(record)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield f"smtp://127.0.0.1:{int(server.stdout.readline())}"
        finally:
            server.kill()


def announce_to(garden: Garden, db: psycopg.Connection[DictRow], *, readers: int) -> None:
    """Bring a note from seedling to evergreen before the eyes of so many readers."""
    add_readers(db, readers)
    garden.show(garden.site.note("oak"))
    assert garden.show(garden.site.note("oak", "evergreen")).json()["readers"] == readers


def wait_for(record: Path, db: psycopg.Connection[DictRow], *, copies: int) -> None:
    deadline = time.monotonic() + 30
    while record.read_bytes().count(b"\n") < copies:
        assert time.monotonic() < deadline, errors(db)
        time.sleep(0.01)


def wait_until_idle(db: psycopg.Connection[DictRow]) -> None:
    """Wait until only what the killed ones left behind is unfinished."""
    deadline = time.monotonic() + 60
    while db.execute(DUE).fetchone() != {"jobs": 0}:
        assert time.monotonic() < deadline, errors(db)
        time.sleep(0.05)


def errors(db: psycopg.Connection[DictRow]) -> list[DictRow]:
    """Return why the workers have stopped sending."""
    return db.execute("select error, count(*) from job_attempts group by error").fetchall()


def drain(garden: Garden, db: psycopg.Connection[DictRow]) -> int:
    """Let the leases of the dead expire and the waits of the ladder pass, until nothing lives."""
    sent = 0
    for _ in range(20):
        if db.execute(LIVE).fetchone() == {"jobs": 0}:
            return sent
        outlive_leases(db)
        make_due(db)
        sent += garden.tick().succeeded
    raise AssertionError("jobs are left over")


def copies_of(record: Path) -> dict[str, list[str]]:
    """Return the Message-IDs of the copies that the mail server took, by reader."""
    copies: dict[str, list[str]] = {}
    for line in record.read_text().splitlines():
        taken = json.loads(line)
        copies.setdefault(taken["to"], []).append(taken["message_id"])
    return copies


def check(db: psycopg.Connection[DictRow], copies: dict[str, list[str]]) -> dict[str, int]:
    """Hold what the ledger says against what the mail server took."""
    ledger = db.execute(LEDGER).fetchall()

    assert total(db)["sent"] == len(ledger) == SENDS
    assert [row for row in ledger if row["status"] != "sent"] == []
    assert [row for row in ledger if row["email"] not in copies] == []
    assert [row for row in ledger if len(copies[row["email"]]) > 1 + row["ambiguous"]] == []
    assert [row for row in ledger if {*copies[row["email"]]} != {row["message_id"]}] == []
    assert copies.keys() == {row["email"] for row in ledger}
    return {
        "sent": len(ledger),
        "ambiguous": sum(row["ambiguous"] > 0 for row in ledger),
        "second copies": sum(len(taken) - 1 for taken in copies.values()),
    }
