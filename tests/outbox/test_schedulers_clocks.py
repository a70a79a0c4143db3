"""Schedulers whose clocks are minutes off agree: the database has the time."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.faketime import library

ROOT = Path(__file__).parents[2]

# As if it had been known for long: what is due this very minute is not before its time.
KNOWN_FOR_LONG = """
    delete from job_schedules; delete from job_slots;
    insert into job_schedules (schedule, rule, since, seen_at)
    values ('every-minute', '* * * * * * UTC', clock_timestamp() - interval '1 day',
            clock_timestamp())
"""

WRONG = """
    select slot from job_slots
     where slot > clock_timestamp() or slot < clock_timestamp() - interval '3 minutes'
"""


@pytest.mark.faketime
def test_case_27_three_schedulers_with_clocks_ten_minutes_off_make_one_job_for_each_slot(
    database, db
):
    db.execute(KNOWN_FOR_LONG)
    schedulers = [started(database, offset) for offset in ("+10m", "-10m", "+0m")]
    said = [one.communicate(timeout=60)[0].split() for one in schedulers]

    assert [round(int(off) / 600) for off, _ in said] == [1, -1, 0]
    slots = db.execute("select count(*) from job_slots").fetchone()["count"]
    jobs = db.execute("select count(*) from background_jobs").fetchone()["count"]
    assert slots == jobs == sum(int(created) for _, created in said)
    assert 1 <= slots <= 2  # the minute may have changed meanwhile
    assert db.execute(WRONG).fetchall() == []


def started(database: str, offset: str) -> subprocess.Popen[str]:
    faked = {"LD_PRELOAD": library() or "", "FAKETIME": offset, "DONT_FAKE_MONOTONIC": "1"}
    return subprocess.Popen(
        [sys.executable, "-m", "tests.support.scheduler", database, "3"],
        cwd=ROOT,
        env={**os.environ, **faked},
        stdout=subprocess.PIPE,
        text=True,
    )
