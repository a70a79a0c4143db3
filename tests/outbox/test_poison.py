"""A job that takes its whole process along: seven times, then never again."""

import json
import signal
import subprocess
import sys
import time

import pytest

from shared.outbox.worker.sweeping import sweep
from tests.support import figures
from tests.support.jobs import Water, enqueue, expire, make_due, on, outcomes, row, state
from tests.support.worker import Poison


def worker(database, *, budget=20.0, grace=5.0):
    return subprocess.Popen(
        [sys.executable, "-m", "tests.support.worker", database, str(budget), str(grace)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def ended(process):
    out, errors = process.communicate(timeout=60)
    return process.returncode, out, errors


def test_case_7_f24_a_job_that_exits_the_process_is_dead_after_seven_and_its_neighbours_run(
    database, db
):
    poison = on(database, lambda: enqueue(Poison()))
    neighbours = []

    for attempt in range(1, 8):
        neighbours.append(on(database, lambda: enqueue(Water())))
        on(database, sweep)
        make_due(db)
        code, _, _ = ended(worker(database))
        assert code == 3
        assert state(db, poison) == ("running", attempt)
        for job in [poison, *neighbours]:
            if row(db, job)["status"] == "running":
                expire(db, job)
    code, out, _ = ended(worker(database))

    assert code == 0
    assert (json.loads(out)["rescued"], json.loads(out)["dead"]) == (1, 1)
    assert state(db, poison) == ("dead", 7)
    assert outcomes(db, poison) == ["expired"] * 7
    assert [row(db, job)["status"] for job in neighbours] == ["succeeded"] * 7
    figures.record("F24", "exits its process: dead after 7 attempts, 7 neighbours done at once")


@pytest.mark.parametrize("how", ["block", "hold"])
def test_a_handler_that_blocks_ends_the_process_at_budget_and_grace(database, db, how):
    job = on(database, lambda: enqueue(Poison(how)))
    started = time.monotonic()

    code, _, errors = ended(worker(database, budget=2, grace=1))

    assert code == 1
    assert 3 <= time.monotonic() - started < 30
    assert "Timeout" in errors
    assert "worker.py" in errors  # where it hangs
    assert state(db, job) == ("running", 1)


def test_case_4_f1_a_worker_that_is_killed_leaves_its_job_to_the_lease(database, db):
    job = on(database, lambda: enqueue(Poison("wait")))
    process = worker(database)
    assert process.stdout.readline() == "waiting\n"

    process.kill()
    ended(process)

    assert state(db, job) == ("running", 1)


def test_case_18_case_19_f3_a_worker_that_is_interrupted_hands_its_job_back_at_once(database, db):
    """SIGINT, or SIGTERM where the entry point cancels the tick: no attempt is burned."""
    job = on(database, lambda: enqueue(Poison("wait")))
    for _ in range(10):  # ten deploys in a row
        process = worker(database)
        assert process.stdout.readline() == "waiting\n"
        process.send_signal(signal.SIGINT)
        ended(process)
        assert state(db, job) == ("pending", 0)

    assert outcomes(db, job) == []
