"""A claim on its way when the tick ends: it is seen through, looked for, or stopped."""

import asyncio

import psycopg
import pytest

from shared import outbox
from shared.outbox.worker.claimer import Claimer, Known
from tests.support.fault_proxy import fault_proxy
from tests.support.jobs import LEASE, Water, enqueue, handlers, on, state


def claimer(given):
    """Make one for a tick of two lanes."""
    return Claimer(
        lease=LEASE,
        concurrency=2,
        known=Known(handlers().queues),
        give=given.extend,
        tell=lambda: None,
        now=None,
    )


def test_a_claim_whose_answer_was_lost_at_the_end_is_looked_for_once_more(database, db):
    given = []

    async def story():
        job = await enqueue(Water())
        one = claimer(given)
        proxy.cut_after("with clock")
        one.start(on_hand=0, rate=0.0)
        await one.finish(patience=20)
        assert (one.is_busy, one.has_lost_one) == (False, False)
        return job

    with fault_proxy(database) as proxy:
        job = on(proxy.url, story)

    assert proxy.faults == 1
    assert [running.id for running in given] == [job]
    assert state(db, job) == ("running", 1)


def test_a_claim_that_waits_for_a_lock_when_all_is_over_is_stopped_and_takes_nothing(database, db):
    given = []

    async def story():
        job = await enqueue(Water())
        one = claimer(given)
        with psycopg.connect(database) as stranger:
            stranger.execute("lock table background_jobs in access exclusive mode")
            one.start(on_hand=0, rate=0.0)
            await one.finish(patience=0.3)
            assert one.is_busy
            await one.cancel()
        assert not one.is_busy
        await one.cancel()  # there is none any more
        await asyncio.sleep(0.1)
        return job

    job = on(database, story)

    assert given == []
    assert state(db, job) == ("pending", 0)


def test_a_claim_that_cannot_be_understood_ends_the_tick_with_its_error(cluster):
    """Nothing is gained by trying the same again, as with a database that is away."""

    async def story():
        await enqueue(Water())
        return await outbox.tick(handlers(), budget=20)

    with cluster.fresh_database() as url:
        with psycopg.connect(url, autocommit=True) as broken:
            broken.execute("alter table job_kinds rename to kinds_of_jobs")
        with pytest.raises(psycopg.errors.UndefinedTable):
            on(url, story)
