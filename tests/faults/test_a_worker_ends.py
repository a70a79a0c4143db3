"""What a worker leaves behind when it is killed, stopped in good order, or frozen for a while."""

import signal
import time

import psycopg
from psycopg.rows import DictRow

from tests.support import figures
from tests.support.jobs import (
    Pick,
    Water,
    enqueue,
    make_due,
    on,
    outcomes,
    row,
    state,
)
from tests.support.rows import one
from tests.support.tickers import tickers, wait_until

LEASE = 2.0
EXPIRED = "select count(*) from job_attempts where outcome = 'expired'"
LIVE = "select count(*) from background_jobs where status in ('pending', 'running')"


def sown(database: str, number: int) -> None:
    async def story() -> None:
        for plant in range(number):
            await enqueue(Water(plant))

    on(database, story)


def test_case_5_case_6_f1_c24_a_killed_worker_s_job_is_back_within_lease_and_five_seconds(
    database: str, db: psycopg.Connection[DictRow], tmp_path
):
    job = on(database, lambda: enqueue(Water()))
    with tickers(database, tmp_path) as workers:
        doomed = workers.start("--lease", LEASE, "--seconds", 60, "--timeout", 1.9)
        wait_until(workers.begun)
        doomed.kill()
        workers.start("--lease", LEASE)
        back = wait_until(lambda: one(db, EXPIRED))
        after_the_kill = state(db, job), outcomes(db, job)
        make_due(db)
        wait_until(lambda: state(db, job)[0] == "succeeded")

    figures.record("F1", f"SIGKILL: back {back:.1f} s later with a lease of {LEASE:g} s; 0 lost")
    assert back < LEASE + 5
    assert after_the_kill == (("pending", 1), ["expired"])  # on its ladder, and not dead
    assert state(db, job) == ("succeeded", 2)
    assert workers.copies() == {1: 2}


def test_f3_c24_sigterm_hands_back_what_runs_and_burns_no_attempt(
    database: str, db: psycopg.Connection[DictRow], tmp_path
):
    sown(database, 200)
    took = []
    with tickers(database, tmp_path) as workers:
        for _ in range(3):
            begun = len(workers.begun())
            workers.start("--lease", 60, "--seconds", 5, "--timeout", 30, "--concurrency", 4)
            wait_until(lambda: len(workers.begun()) >= begun + 4)  # noqa: B023
            asked = time.monotonic()
            workers.stop()
            took.append(time.monotonic() - asked)
        untouched = one(db, "select count(*) from background_jobs where attempts > 0")
        running = one(db, "select count(*) from background_jobs where status = 'running'")
        workers.start("--lease", 60)
        wait_until(lambda: one(db, LIVE) == 0)

    figures.record("F3", f"SIGTERM: ended within {max(took):.1f} s of 3 s grace; 0 attempts burned")
    assert max(took) < 15
    assert (untouched, running) == (0, 0)
    assert one(db, "select count(*) from background_jobs where attempts <> 1") == 0
    assert one(db, EXPIRED) == 0


def test_f10_a_worker_that_was_frozen_past_its_lease_changes_nothing_when_it_thaws(
    database: str, db: psycopg.Connection[DictRow], tmp_path
):
    job = on(database, lambda: enqueue(Water()))
    with tickers(database, tmp_path) as workers:
        frozen = workers.start("--lease", LEASE, "--seconds", 1, "--timeout", 1.9)
        wait_until(workers.begun)
        frozen.send_signal(signal.SIGSTOP)
        workers.start("--lease", LEASE)
        wait_until(lambda: one(db, EXPIRED))
        make_due(db)
        wait_until(lambda: state(db, job)[0] == "succeeded")
        won = row(db, job)
        frozen.send_signal(signal.SIGCONT)
        time.sleep(0.5)
        reports = workers.stop()

    late = sum(report["stale"] for report in reports)
    figures.record("F10", f"SIGSTOP past the lease: {late} late end, 0 rows changed by it")
    assert late == 1
    assert row(db, job) == won
    assert workers.copies() == {1: 2}


def test_case_15_jobs_that_hang_keep_nobody_from_taking_back_what_was_abandoned(
    database: str, db: psycopg.Connection[DictRow], tmp_path
):
    """Taking back is no job that could hang itself: each tick does it before anything else."""
    abandoned = on(database, lambda: enqueue(Water(1)))
    with tickers(database, tmp_path) as workers:
        doomed = workers.start("--lease", LEASE, "--seconds", 60, "--timeout", 1.9)
        wait_until(workers.begun)
        doomed.kill()
        on(database, lambda: enqueue(Pick(2)))
        for _ in range(2):
            on(database, lambda: enqueue(Water(3)))
        hangs = ("--seconds", 60, "--timeout", 20, "--lease", 30, "--budget", 20)
        workers.start(*hangs, "--concurrency", 2)
        wait_until(lambda: len(workers.begun()) >= 3)
        workers.start("--lease", LEASE)
        wait_until(lambda: outcomes(db, abandoned) == ["expired"])

    assert state(db, abandoned) == ("pending", 1)
