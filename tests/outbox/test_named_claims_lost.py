"""The line breaks, or the worker is to stop, while a job is claimed by its name."""

import asyncio

import psycopg
import pytest

from tests.support.fault_proxy import fault_proxy
from tests.support.jobs import Water, on, outcomes, row, state
from tests.support.standing import (
    enqueue_silently,
    name,
    say,
    standing,
    until,
    until_it_claims_by_name,
)

CLAIM = "execute claim_named"

WAITING = "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and query ~ %s"


async def work_one_with_a_fault(database, db, proxy, arm, **patience):
    """Name a job while a fault is armed; the worker works it, and goes on to claim by name."""
    async with standing(listen_on=proxy.url, patience=patience) as seen:
        arm(CLAIM)
        job = await name(Water(7))
        await until(lambda: state(db, job)[0] == "succeeded")
        assert proxy.faults == 1
        proxy.resume()
        await until_it_claims_by_name(seen)
        return job, seen


@pytest.mark.parametrize("how", ["cut_before", "cut_after"])
def test_a_job_is_worked_once_though_the_line_was_cut(database, db, caplog, how):
    """Before the server had it, the claim of all finds it; after that, it is found by its lease."""
    caplog.set_level("INFO", "thistledown.outbox")

    with fault_proxy(database) as proxy:
        job, seen = on(
            database, lambda: work_one_with_a_fault(database, db, proxy, getattr(proxy, how))
        )

    assert seen.came == [7]
    assert outcomes(db, job) == ["succeeded"]
    assert row(db, job)["attempts"] == 1
    assert "nothing is heard of new jobs" in caplog.text


def test_a_job_is_worked_once_though_the_line_said_nothing_any_more(database, db):
    """The claim is given up; when the line lets it through after all, it takes nothing."""
    with fault_proxy(database) as proxy:
        job, seen = on(
            database,
            lambda: work_one_with_a_fault(database, db, proxy, proxy.stall_at, answers=0.3),
        )

    assert seen.came == [7]
    assert job not in seen.named
    assert outcomes(db, job) == ["succeeded"]
    assert row(db, job)["attempts"] == 1


def test_a_job_is_worked_once_when_all_lines_are_cut_after_its_claim(database, db):
    """Every line of the worker goes through the proxy; new ones are answered again at once."""

    async def story():
        async with standing(listen_on=proxy.url) as seen:
            job = await enqueue_silently(Water(7))
            proxy.cut_after(CLAIM)
            await say(str(job))
            await until(lambda: proxy.faults == 1)
            proxy.reset()
            await until(lambda: state(db, job)[0] == "succeeded")
            await asyncio.sleep(1.2)  # from then on a line is tried before it is used
            await until_it_claims_by_name(seen)
            return job, seen

    with fault_proxy(database) as proxy:
        job, seen = on(proxy.url, story)

    assert seen.came == [7]
    assert state(db, job) == ("succeeded", 1)


def test_a_claim_that_waits_too_long_is_stopped_and_the_job_is_worked_later(database, db):
    async def story():
        patience = {"answers": 0.3}
        async with standing(listen_on=database, patience=patience) as seen:
            job = await enqueue_silently(Water(7))
            with psycopg.connect(database) as stranger:
                stranger.execute("lock table background_jobs in share mode")
                await say(str(job))
                await until(lambda: job in seen.asked)
                await asyncio.sleep(0.5)
                assert state(db, job) == ("pending", 0)
            await until(lambda: state(db, job)[0] == "succeeded")
            await until_it_claims_by_name(seen)
            assert seen.came == [7]
        return job

    assert state(db, on(database, story)) == ("succeeded", 1)


@pytest.mark.parametrize("how", ["stopped", "cancelled"])
@pytest.mark.parametrize("is_released_in_time", [True, False])
def test_a_worker_that_ends_during_a_claim_leaves_nothing_leased(
    database, db, how, is_released_in_time
):
    async def story():
        async with standing(listen_on=database, grace=5 if is_released_in_time else 0.5) as seen:
            job = await enqueue_silently(Water(7))
            with psycopg.connect(database) as stranger:
                stranger.execute("lock table background_jobs in share mode")
                await say(str(job))
                await until(lambda: is_waiting(db))
                if how == "stopped":
                    seen.stopping.set()
                else:
                    seen.serving[0].cancel()
                await asyncio.sleep(0.2)
                if not is_released_in_time:
                    await asyncio.gather(*seen.serving, return_exceptions=True)
            await asyncio.gather(*seen.serving, return_exceptions=True)
            return job, seen

    job, seen = on(database, story)

    assert row(db, job)["lease_id"] is None or state(db, job) == ("succeeded", 1)
    assert state(db, job) in [("pending", 0), ("succeeded", 1)]
    assert len(seen.came) <= 1
    assert outcomes(db, job) in ([], ["succeeded"])


def is_waiting(db):
    return db.execute(WAITING, (CLAIM,)).fetchone()["count"] == 1
