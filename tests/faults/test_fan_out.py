"""A fan-out is there whole or not at all, and once, whatever is killed or cut in the middle."""

import threading
import time
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from psycopg.rows import DictRow

from tests.support import figures
from tests.support.fault_proxy import fault_proxy
from tests.support.garden import Garden, running
from tests.support.jobs import make_due
from tests.support.mail_workers import workers
from tests.support.rows import add_readers, column, one, outlive_leases
from tests.support.site import Site

READERS = 20_000

# How a lost commit ended is asked for five seconds; after that nobody knows.
LONGER_THAN_ANYBODY_ASKS = 7.0

# Somebody else's job with the key of the one in the middle: the fan-out waits for its end.
BLOCKER = """
    insert into background_jobs (kind, dedup_key) values ('test.blocker', %s)
"""

WAITING = """
    select pid from pg_stat_activity
     where wait_event_type = 'Lock' and query ~ '^\\s*insert into background_jobs'
       and datname = current_database()
"""


@pytest.fixture
def planned(garden: Garden, db: psycopg.Connection[DictRow]) -> Garden:
    """A notification for many readers, about to be fanned out."""
    add_readers(db, READERS)
    plan(garden)
    return garden


def plan(garden: Garden) -> None:
    garden.show(garden.site.note("oak"))
    garden.show(garden.site.note("oak", "evergreen"))


@pytest.mark.parametrize("how", ["SIGKILL", "pg_terminate_backend"])
def test_c3_f27_a_kill_in_the_middle_leaves_nothing_and_the_next_run_writes_all(
    planned: Garden, database: str, db: psycopg.Connection[DictRow], how: str
):
    arguments = (database, planned.settings.mail_url, planned.site.url)
    with blocked_halfway(database), workers(1, *arguments) as sending:
        backend = wait_for_the_block(db)
        if how == "SIGKILL":
            sending.kill()
        else:
            db.execute("select pg_terminate_backend(%s)", (backend,))
            wait_until_gone(db, backend)
        halfway = state(db)
    outlive_leases(db)
    planned.tick()  # nothing is due yet: it takes back what the dead one had
    make_due(db)
    planned.fan_out_only()

    assert halfway == ("planned", 0, 0)
    assert state(db) == ("announced", READERS, READERS)
    assert one(db, "select candidates from notifications") == READERS
    figures.record("F27", f"{how} in the middle: 0 letters, then {READERS:,} of {READERS:,}")


@pytest.mark.parametrize("cut", ["cut_before", "cut_after"])
@pytest.mark.parametrize("then", ["back at once", "away for a while"])
def test_f5_a_commit_that_is_cut_never_leads_to_a_second_fan_out(
    database: str, db, site: Site, tmp_path: Path, cut: str, then: str
):
    add_readers(db, 50)
    with fault_proxy(database) as proxy, running(proxy.url, site, tmp_path / "mail") as garden:
        plan(garden)
        if then == "away for a while":
            proxy.refuse_after_fault()
            threading.Timer(LONGER_THAN_ANYBODY_ASKS, proxy.resume).start()
        # The live check is the last thing before the transaction of the fan-out.
        site.when_asked = lambda: getattr(proxy, cut)("commit")
        garden.fan_out()
        site.when_asked = lambda: None
        after_the_cut = state(db)
        for _ in range(3):
            outlive_leases(db)
            make_due(db)
            garden.fan_out()

    assert proxy.faults == 1
    if cut == "cut_before":
        kind = "CommitUnknown" if then == "away for a while" else "ConnectionLost"
        assert after_the_cut == ("planned", 0, 0)
        assert one(db, FIRST_ERROR).startswith(kind)
    assert state(db) == ("announced", 50, 50)
    assert column(db, JOBS_OF_THE_ANNOUNCEMENT) == ["succeeded"]
    figures.record("F5", f"{cut} COMMIT of a fan-out, {then}: 50 of 50 letters, 0 second fan-outs")


FIRST_ERROR = "select error from job_attempts where error is not null order by id limit 1"

JOBS_OF_THE_ANNOUNCEMENT = """
    select status from background_jobs where kind = 'newsletter.announce'
"""


def test_f28_five_jobs_for_one_announcement_at_once_are_one_fan_out(garden: Garden, db):
    add_readers(db, 2000)
    plan(garden)
    db.execute(
        "insert into background_jobs (kind, payload, dedup_key)"
        " select kind, payload, dedup_key || '-twin-' || n"
        " from background_jobs, generate_series(1, 4) as n where kind = 'newsletter.announce'"
    )
    garden.fan_out()

    assert state(db) == ("announced", 2000, 2000)
    assert column(db, JOBS_OF_THE_ANNOUNCEMENT) == ["succeeded"] * 5
    figures.record("F28", "5 fan-outs of one note at once: 1 set of 2,000 letters")


def test_f28_five_announcements_of_one_manifest_at_once_are_one_notification(garden: Garden, db):
    garden.show(garden.site.note("oak"))
    oak = garden.site.note("oak", "evergreen")
    garden.site.publish(oak)
    start = threading.Barrier(5)

    def announce(_: int) -> int | None:
        start.wait()
        return garden.announce(garden.site.manifest(oak)).json()["notification_id"]

    with ThreadPoolExecutor(5) as threads:
        answers = [*threads.map(announce, range(5))]

    assert len([answer for answer in answers if answer is not None]) == 1
    assert one(db, "select count(*) from notifications") == 1


def test_a_note_taken_back_at_the_moment_of_the_fan_out_stays_told(garden: Garden, database, db):
    """The manifest that takes it back waits for the fan-out, and finds that it is too late."""
    add_readers(db, 50)
    plan(garden)
    with ThreadPoolExecutor(2) as threads:
        with blocked_halfway(database, job=25):
            fanning_out = threads.submit(garden.fan_out)
            wait_for_the_block(db)
            taking_back = threads.submit(garden.show, garden.site.note("oak", "budding"))
            time.sleep(0.3)
        fanning_out.result()
        answer = taking_back.result()
    garden.show(garden.site.note("oak", "evergreen"))

    assert answer.status_code == 200
    assert state(db) == ("announced", 50, 50)
    assert column(db, "select note_id from announced_notes") == ["oak"]


def state(db: psycopg.Connection[DictRow]) -> tuple[str, int, int]:
    """Return the notification's state, its deliveries, and its jobs."""
    return (
        one(db, "select status from notifications"),
        one(db, "select count(*) from deliveries"),
        one(db, "select count(*) from background_jobs where kind = 'newsletter.evergreen-mail'"),
    )


@contextmanager
def blocked_halfway(database: str, *, job: int = READERS // 2) -> Generator[None]:
    other = psycopg.connect(database)
    other.execute(BLOCKER, (f"newsletter-evergreen-{job}",))
    yield
    other.close()  # which rolls back, also where the server is no more


def wait_for_the_block(db: psycopg.Connection[DictRow]) -> int:
    deadline = time.monotonic() + 30
    while not (waiting := db.execute(WAITING).fetchall()):
        assert time.monotonic() < deadline, "nobody waits"
        time.sleep(0.01)
    return waiting[0]["pid"]


def wait_until_gone(db: psycopg.Connection[DictRow], backend: int) -> None:
    query = "select count(*) as alive from pg_stat_activity where pid = %s"
    while db.execute(query, (backend,)).fetchone() != {"alive": 0}:
        time.sleep(0.01)
