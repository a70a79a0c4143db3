"""Asking again for a job that waits: left as it is, hurried, put off or replaced."""

from datetime import UTC, datetime, timedelta

import pytest

from shared import outbox, tx
from shared.outbox.ended import Ended
from shared.outbox.worker.ack import acknowledge
from shared.outbox.worker.sweeping import sweep
from tests.support.jobs import (
    LEASE,
    Pick,
    Water,
    claim_one,
    expire,
    handlers,
    make_due,
    on,
    row,
    state,
)

NOON = datetime(2030, 6, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
LONG_AGO = datetime(2020, 6, 1, tzinfo=UTC)


async def ask(job=None, **options):
    async with tx.run():
        return await outbox.enqueue(job or Water(1), dedup_key="plant", **options)


@pytest.mark.parametrize(
    ("on_waiting", "asked_for", "then"),
    [
        ("keep", NOON - HOUR, NOON),
        ("sooner", NOON - HOUR, NOON - HOUR),
        ("sooner", NOON + HOUR, NOON),
        ("reschedule", NOON - HOUR, NOON - HOUR),
        ("reschedule", NOON + HOUR, NOON + HOUR),
        ("replace", NOON - HOUR, NOON - HOUR),
        ("replace", NOON + HOUR, NOON + HOUR),
    ],
)
def test_when_a_waiting_twin_is_due_after_it_was_asked_for_again(
    database, db, on_waiting, asked_for, then
):
    async def story():
        first = await ask(run_at=NOON)
        second = await ask(Water(2), run_at=asked_for, on_waiting=on_waiting)
        assert (second.id, second.created) == (first.id, False)
        return first.id

    found = row(db, on(database, story))

    assert found["run_at"] == then
    assert found["payload"] == {"plant": 2 if on_waiting == "replace" else 1}


@pytest.mark.parametrize("on_waiting", ["keep", "sooner", "reschedule", "replace"])
def test_whatever_is_to_happen_to_a_twin_without_one_the_job_is_created(database, on_waiting):
    async def story():
        first = await ask(on_waiting=on_waiting)
        again = await ask(on_waiting=on_waiting)
        return first.created, again.created, first.id == again.id

    assert on(database, story) == (True, False, True)


def test_what_is_put_off_with_each_request_runs_once_after_the_last(database, db):
    async def story():
        for number in range(5):
            await ask(run_at=NOON + number * HOUR, on_waiting="reschedule")
        return (await ask(run_at=NOON)).id

    assert row(db, on(database, story))["run_at"] == NOON + 4 * HOUR


def test_a_replaced_job_is_a_new_one_in_everything_but_its_id(database, db):
    async def story():
        first = await ask()
        await acknowledge([Ended(await claim_one(), "failed")])
        assert state(db, first.id) == ("pending", 1)
        db.execute("update background_jobs set held_by = 'kind:test.water'")
        await ask(Pick(7), on_waiting="replace")
        return first.id

    found = row(db, on(database, story))

    assert (found["kind"], found["queue"], found["payload"]) == (
        "test.pick",
        "interactive",
        {"plant": 7},
    )
    assert (found["attempts"], found["held_by"]) == (0, None)


@pytest.mark.parametrize("on_waiting", ["sooner", "reschedule", "replace"])
def test_case_11_a_running_job_is_not_changed_by_who_asks_again(database, db, on_waiting):
    async def story():
        first = await ask()
        await claim_one()
        before = row(db, first.id)
        again = await ask(Water(2), run_at=NOON, on_waiting=on_waiting)
        assert (again.id, again.created) == (first.id, False)
        assert row(db, first.id) == before

    on(database, story)


def test_what_replaces_a_running_job_is_what_its_rerun_works_on(database, db):
    async def story():
        await ask()
        lease = await claim_one()
        await ask(Water(2), on_waiting="replace", on_running="rerun")
        await acknowledge([Ended(lease, "succeeded")])
        make_due(db)
        return lease.payload, (await claim_one()).payload

    assert on(database, story) == ('{"plant": 1}', '{"plant": 2}')


# later than any rung of the ladder
FAR = datetime(2100, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize("outcome", ["succeeded", "failed", "discarded", "snoozed", "released"])
@pytest.mark.parametrize("on_waiting", ["reschedule", "replace"])
def test_a_rerun_that_was_put_off_runs_at_the_asked_time_however_the_first_ends(
    database, db, on_waiting, outcome
):
    async def story():
        await ask()
        lease = await claim_one()
        await ask(run_at=FAR, on_waiting=on_waiting, on_running="rerun")
        delay = HOUR if outcome == "snoozed" else None
        await acknowledge([Ended(lease, outcome, delay=delay)])
        return lease.id

    found = row(db, on(database, story))

    assert (found["status"], found["run_at"]) == ("pending", FAR)


def test_a_rerun_that_was_put_off_runs_at_the_asked_time_after_an_expiry(database, db):
    async def story():
        await ask()
        lease = await claim_one()
        await ask(run_at=FAR, on_waiting="reschedule", on_running="rerun")
        expire(db, lease.id)
        await sweep()
        return lease.id

    found = row(db, on(database, story))

    assert (found["status"], found["run_at"]) == ("pending", FAR)


@pytest.mark.parametrize("ends_itself", [True, False])
@pytest.mark.parametrize("on_waiting", ["reschedule", "replace"])
def test_a_handler_that_puts_its_own_rerun_off_is_not_run_again_before(
    database, db, on_waiting, ends_itself
):
    async def work(job):
        await ask(Water(2), run_at=FAR, on_waiting=on_waiting, on_running="rerun")
        if ends_itself:
            async with tx.run():
                await outbox.succeed()

    async def story():
        job = await ask()
        return job.id, await outbox.tick(handlers(work), budget=20)

    job, report = on(database, story)

    assert (report.claimed, report.succeeded) == (1, 1)
    assert report.next_due_at == row(db, job)["run_at"] == FAR


@pytest.mark.parametrize("on_waiting", ["keep", "sooner", "reschedule", "replace"])
def test_a_rerun_asked_for_in_the_past_runs_at_once_and_not_before_now(database, db, on_waiting):
    async def story():
        await ask()
        lease = await claim_one()
        await ask(run_at=LONG_AGO, on_waiting=on_waiting, on_running="rerun")
        await acknowledge([Ended(lease, "succeeded")])
        assert row(db, lease.id)["run_at"] > lease.leased_until - LEASE
        return lease.id, (await claim_one()).id

    first, again = on(database, story)

    assert first == again
