"""A worker that comes back after its lease is over changes nothing."""

import logging

import pytest

from shared import outbox, tx
from shared.outbox.ended import Ended
from shared.outbox.job import set_current
from shared.outbox.worker.ack import acknowledge, succeed
from shared.outbox.worker.sweeping import sweep
from tests.support.jobs import Water, claim_one, enqueue, expire, make_due, on, outcomes, row


async def zombie(db):
    """Return the lease of a first attempt while a second one is running."""
    job = await enqueue(Water())
    first = await claim_one()
    expire(db, job)
    await sweep()
    make_due(db)
    second = await claim_one()
    assert (first.id, first.attempt, second.attempt) == (job, 1, 2)
    assert first.lease_id != second.lease_id
    return first, second


@pytest.mark.parametrize("outcome", ["succeeded", "failed", "discarded", "snoozed", "released"])
def test_case_2_a_late_end_changes_nothing_and_the_second_attempt_stands(database, db, outcome):
    async def story():
        first, second = await zombie(db)
        before = row(db, first.id)
        late = await acknowledge([Ended(first, outcome, error="late")])
        assert (late.verdicts, late.locked) == ({}, set())
        assert row(db, first.id) == before
        current = await acknowledge([Ended(second, "succeeded")])
        assert current.verdicts == {(second.id, second.lease_id): "succeeded"}
        return first.id

    job = on(database, story)

    assert row(db, job)["status"] == "succeeded"
    assert outcomes(db, job) == ["expired", "succeeded"]


@pytest.mark.parametrize("outcome", ["failed", "snoozed", "succeeded"])
def test_a_late_end_cannot_revive_a_job_that_is_done(database, db, outcome):
    async def story():
        first, second = await zombie(db)
        await acknowledge([Ended(second, "succeeded")])
        before = row(db, first.id)
        assert (await acknowledge([Ended(first, outcome)])).verdicts == {}
        assert row(db, first.id) == before

    on(database, story)


def test_a_late_end_does_not_take_its_batch_along(database, db):
    async def story():
        first, second = await zombie(db)
        other = await enqueue(Water(2))
        neighbour = await claim_one()
        done = await acknowledge([Ended(first, "succeeded"), Ended(neighbour, "succeeded")])
        assert done.verdicts == {(neighbour.id, neighbour.lease_id): "succeeded"}
        assert row(db, second.id)["status"] == "running"
        return other

    assert row(db, on(database, story))["status"] == "succeeded"


def test_a_late_end_in_the_handlers_own_transaction_rolls_it_back(database, db):
    db.execute("create table postcards (id int)")

    async def story():
        first, second = await zombie(db)
        set_current(first)
        with pytest.raises(outbox.StaleLease):
            async with tx.run():
                await tx.execute("insert into postcards values (1)")
                await succeed()
        assert row(db, second.id)["status"] == "running"

    on(database, story)

    assert db.execute("select count(*) from postcards").fetchone() == {"count": 0}
    db.execute("drop table postcards")


def test_case_20_f10_a_handler_that_outlives_its_lease_is_logged_and_counted(database, db, caplog):
    """The lease ends while the handler works; another worker takes the job and ends it."""

    async def slow(job):
        expire(db, outbox.current().id)
        await sweep()
        make_due(db)
        second = await claim_one()
        await acknowledge([Ended(second, "succeeded")])

    async def story():
        await enqueue(Water())
        jobs = outbox.Handlers([outbox.Handler(Water, slow, timeout=5)])
        return await outbox.tick(jobs, budget=20)

    with caplog.at_level(logging.WARNING, "thistledown.outbox"):
        report = on(database, story)

    assert (report.claimed, report.succeeded, report.stale) == (1, 0, 1)
    assert "stale_ack" in caplog.text
    assert db.execute("select status from background_jobs").fetchall() == [{"status": "succeeded"}]


def test_an_unknown_lease_is_not_a_lease(database, db):
    async def story():
        job = await enqueue(Water())
        lease = await claim_one()
        await acknowledge([Ended(lease, "succeeded")])
        # the lease is null now, and null equals nothing
        assert (await acknowledge([Ended(lease, "failed")])).verdicts == {}
        return job

    assert row(db, on(database, story))["status"] == "succeeded"
