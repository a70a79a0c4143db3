"""The lease as a condition in a handler's own statement, and the count of what waits."""

from datetime import timedelta

from shared import outbox, tx
from shared.outbox import HOLDS_LEASE, lease_parameters, waiting
from shared.outbox.job import set_current
from shared.outbox.worker.sweeping import sweep
from tests.support.jobs import Pick, Water, claim_one, enqueue, expire, handlers, make_due, on


async def holds(needs: timedelta) -> bool | None:
    async with tx.run():
        return await tx.scalar(bool, "select " + HOLDS_LEASE, **lease_parameters(needs))


def test_a_live_lease_holds_while_it_has_time_enough(database, db):
    async def story():
        await enqueue(Water())
        set_current(await claim_one())
        assert await holds(timedelta(seconds=60))
        assert not await holds(timedelta(seconds=125))

    on(database, story)


def test_a_lease_that_is_over_or_somebody_elses_does_not_hold(database, db):
    async def story():
        job = await enqueue(Water())
        set_current(await claim_one())
        expire(db, job)
        assert not await holds(timedelta(0))
        await sweep()
        assert not await holds(timedelta(0))
        make_due(db)
        second = await claim_one()
        assert not await holds(timedelta(0))
        set_current(second)
        assert await holds(timedelta(0))

    on(database, story)


def test_what_waits_is_counted_by_kind_and_state(database, db):
    async def failing(job):
        raise outbox.Discard("gone")

    async def story():
        for _ in range(3):
            await enqueue(Pick())
        await outbox.tick(handlers(pick=failing))
        await enqueue(Water())
        db.execute(
            "insert into background_jobs (kind, run_at)"
            " values ('test.water', clock_timestamp() + interval '1 day')"
        )
        return await waiting()

    counted = {(one.kind, one.status): (one.jobs, one.due) for one in on(database, story)}

    assert counted == {("test.pick", "dead"): (3, 0), ("test.water", "pending"): (2, 1)}
