"""A worker whose clock is hours off, or jumps, works like the others: the database has the time."""

import time
from pathlib import Path

import psycopg
import pytest
from psycopg.rows import DictRow

from tests.faults.test_the_server_is_killed import sow
from tests.support import figures
from tests.support.faketime import library
from tests.support.rows import column, one
from tests.support.tickers import tickers, wait_until

JOBS = 300

# So slow that none of the three does it all.
SLOWLY = ("--lease", 5, "--seconds", 0.08, "--concurrency", 4)

LEFT = "select count(*) from background_jobs where status <> 'succeeded'"

END = """
    select array_agg(array[kind, payload::text, status, attempts::text,
                           (select count(*) from job_attempts where job_id = job.id
                               and outcome <> 'succeeded')::text] order by id)
      from background_jobs job
"""

OFF = """
    select count(*) from background_jobs
     where abs(extract(epoch from clock_timestamp() - started_at)) > 300
        or abs(extract(epoch from clock_timestamp() - finished_at)) > 300
"""


@pytest.mark.faketime
def test_f9_a_clock_two_hours_off_on_one_of_three_workers_changes_nothing(
    database: str, db: psycopg.Connection[DictRow], tmp_path: Path
):
    ends = []
    for offset in ("+0", "+2h", "-2h", "+0 then +2h then -2h"):
        db.execute("truncate background_jobs, job_attempts restart identity")
        sow(database, JOBS)
        ends.append(end_with(offset, database, db, tmp_path))

    figures.record(
        "F9", f"one of three workers +2 h, -2 h, and stepping: {JOBS} jobs, the same end state"
    )
    assert ends == ends[:1] * 4
    assert {(status, attempts, failed) for _, _, status, attempts, failed in ends[0]} == {
        ("succeeded", "1", "0")
    }


def end_with(offset: str, database: str, db: psycopg.Connection[DictRow], folder: Path) -> list:
    """Drain with one worker's clock moved, and return how every job stands."""
    steps = offset.split(" then ")
    clock = folder / "clock"
    clock.write_text(steps[0])
    moved = {
        "LD_PRELOAD": library() or "",
        "FAKETIME_TIMESTAMP_FILE": str(clock),
        "FAKETIME_NO_CACHE": "1",
        "DONT_FAKE_MONOTONIC": "1",
    }
    with tickers(database, folder) as workers:
        workers.record.unlink(missing_ok=True)
        for environment in (moved, None, None):
            workers.start(*SLOWLY, environment=environment)
        for number, step in enumerate(steps, 1):
            clock.write_text(step)
            share = number * JOBS // (len(steps) + 1)
            wait_until(lambda: len(workers.begun()) >= share)  # noqa: B023
        wait_until(lambda: one(db, LEFT) == 0)
        workers.stop()
        moved_away = [one for one in workers.begun() if abs(one["at"] - time.time()) > 3600]

    assert bool(moved_away) == (offset != "+0"), "the clock was not moved, or its worker idle"
    assert one(db, OFF) == 0
    return column(db, END)[0]
