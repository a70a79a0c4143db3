"""Jobs that are as bad as can be without ending their worker, or end it from inside the C half."""

import json
import subprocess
import sys

import pytest

from shared.outbox.worker.sweeping import sweep
from tests.support.jobs import Water, enqueue, expire, make_due, on, outcomes, row, state
from tests.support.worker import Poison


def worker(database):
    """Run one tick in a process of its own and return its exit code and its report."""
    ended = subprocess.run(
        [sys.executable, "-m", "tests.support.worker", database, "20", "5"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    return ended.returncode, json.loads(ended.stdout) if ended.returncode == 0 else {}


@pytest.mark.parametrize(
    ("how", "error"), [("memory", "MemoryError"), ("recurse", "RecursionError")]
)
def test_case_7_f24_a_job_that_takes_all_there_is_is_dead_after_seven_and_no_neighbour_notices(
    database, db, how, error
):
    poison = on(database, lambda: enqueue(Poison(how)))

    for attempt in range(1, 8):
        before = on(database, lambda: enqueue(Water()))
        make_due(db)
        after = on(database, lambda: enqueue(Water()))
        code, report = worker(database)
        assert (code, report["succeeded"]) == (0, 2)
        assert state(db, before) == state(db, after) == ("succeeded", 1)
        assert row(db, poison)["attempts"] == attempt

    assert state(db, poison) == ("dead", 7)
    assert outcomes(db, poison) == ["failed"] * 7
    kept = db.execute(
        "select error, fingerprint from job_attempts where job_id = %s", (poison,)
    ).fetchall()
    assert {one["error"].partition(" ")[0] for one in kept} == {error}
    assert len({one["fingerprint"] for one in kept}) == 1


def test_f24_a_crash_in_c_code_is_an_expired_attempt_and_the_next_worker_goes_on(database, db):
    poison = on(database, lambda: enqueue(Poison("crash")))
    code, _ = worker(database)
    assert code < 0
    assert state(db, poison) == ("running", 1)

    expire(db, poison)
    neighbour = on(database, lambda: enqueue(Water()))
    on(database, sweep)
    code, report = worker(database)

    assert (code, report["succeeded"]) == (0, 1)
    assert state(db, neighbour) == ("succeeded", 1)
    assert state(db, poison) == ("pending", 1)
    assert outcomes(db, poison) == ["expired"]
