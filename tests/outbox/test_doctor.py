"""The doctor: nothing to say about a healthy database, and what the queue itself shows."""

from datetime import UTC, datetime, timedelta

import pytest

from shared import outbox, tx
from shared.outbox.doctor import Thresholds
from shared.outbox.holding import origin
from tests.support.dead import die
from tests.support.doctors import ALWAYS, examine, said
from tests.support.jobs import Pick, Water, claim_one, enqueue, expire, handlers, on
from tests.support.pgbouncer import through

LONG_AGO = "update background_jobs set run_at = clock_timestamp() - interval '12 min' where id = %s"


def test_a_healthy_database_has_nothing_to_complain_of(cluster):
    async def story():
        await enqueue(Water())
        await outbox.tick(handlers())
        await enqueue(Pick(), run_at=datetime.now(UTC) + timedelta(days=1))

    with cluster.fresh_database() as database:
        on(database, story)
        diagnosis = examine(database, handlers=handlers())

    assert {one.check for one in diagnosis.findings} == ALWAYS
    assert diagnosis.unseen == []
    assert diagnosis.facts.version
    assert abs(diagnosis.facts.clock_ahead) < 1
    assert diagnosis.facts.pooler == (through(database) != database)


def test_leases_that_nobody_takes_back_are_found(database, db):
    async def story():
        job = await enqueue(Water())
        await claim_one()
        return job

    expire(db, on(database, story))
    db.execute("update background_jobs set leased_until = leased_until - interval '7 min'")
    [found] = said(database, "leases")

    assert found.says.startswith("1 job had a worker whose lease ended 7 min ago")
    assert "tick" in found.remedy


def test_a_lease_that_ended_a_moment_ago_is_the_next_ticks_business(database, db):
    async def story():
        job = await enqueue(Water())
        await claim_one()
        return job

    expire(db, on(database, story))

    assert said(database, "leases") == []


def test_a_job_that_has_been_due_for_long_is_found_with_the_last_tick(database, db):
    async def story():
        async with tx.run():
            await origin.look(None)
        return await enqueue(Water())

    db.execute(LONG_AGO, (on(database, story),))
    [found] = said(database, "overdue", handlers=handlers())

    assert found.says.startswith("A job of the queue bulk has been due for 12 min; the last tick")


def test_what_nothing_has_ever_ticked_is_said(database, db):
    db.execute("delete from job_origin")
    db.execute(LONG_AGO, (on(database, lambda: enqueue(Water())),))
    [found] = said(database, "overdue")

    assert found.says.endswith("nothing has ever ticked.")


def test_a_limit_is_named_where_jobs_wait_behind_one(database, db):
    db.execute("insert into job_queues (queue, max_running) values ('bulk', 1)")
    db.execute(LONG_AGO, (on(database, lambda: enqueue(Water())),))
    [found] = said(database, "overdue")

    assert "limits" in found.remedy


def test_a_kind_that_nobody_here_knows_is_named(database, db):
    db.execute("insert into background_jobs (kind) values ('old.kind'), ('old.kind')")
    [found] = said(database, "kinds", handlers=handlers())

    assert found.says == "2 jobs of the kind old.kind (pending): nobody here knows it."
    assert said(database, "kinds") == []  # who knows no kinds cannot tell


def test_a_queue_that_nobody_here_serves_is_named(database, db):
    db.execute("insert into background_jobs (kind, queue) values ('test.water', 'blk')")
    [found] = said(database, "queues", handlers=handlers())

    assert found.says == "Jobs wait in the queue blk, which nobody here serves."


def test_dead_letters_are_counted(database, db):
    die(db, 3)
    [found] = said(database, "dead letters")

    assert found.says == "3 dead letters, the oldest for 60 min."


@pytest.mark.parametrize("what", [{"kind": "test.water"}, {"queue": "bulk"}])
def test_what_is_paused_is_named_with_the_reason(database, db, what):
    async def story():
        await enqueue(Water())
        await outbox.pause(**what, because="the well is dry")
        await outbox.tick(handlers())

    on(database, story)
    [found] = said(database, "paused kinds" if "kind" in what else "paused queues")

    assert "is paused for good, and 1 job waits" in found.says
    assert found.says.endswith(": the well is dry.")


def test_a_pause_of_everything_is_said(database, db):
    async def story():
        await outbox.tick(handlers())
        await outbox.pause(everything=True, because="looks restored")

    on(database, story)
    [found] = said(database, "everything paused")

    assert found.says.endswith(": looks restored.")


def test_an_open_breaker_is_named_with_its_last_error(database, db):
    db.execute(
        "insert into job_breakers (breaker, kinds, status, failures, opened_at, last_error)"
        " values ('well', '{test.water}', 'open', 5, clock_timestamp(), 'The well is dry.')"
    )
    db.execute("insert into background_jobs (kind, held_by) values ('test.water', 'breaker:well')")
    [found] = said(database, "breakers")

    assert found.says.startswith("The breaker well is open: 1 job waits, ")
    assert found.says.endswith("The well is dry.")


def test_a_breaker_that_is_open_for_long_is_named_with_how_long(database, db):
    db.execute(
        "insert into job_breakers (breaker, kinds, status, failures, opened_at)"
        " values ('well', '{test.water}', 'probing', 5, clock_timestamp() - interval '3 h')"
    )
    [found] = said(database, "breakers")

    assert found.says.startswith("The breaker well is probing for 3 h now: 0 jobs wait, ")


def test_a_pause_with_an_end_says_for_how_long(database, db):
    until = datetime.now(UTC) + timedelta(minutes=90)
    on(database, lambda: outbox.pause(queue="bulk", until=until))
    [found] = said(database, "paused queues")

    assert found.says == "The queue bulk is paused for another 90 min, and 0 jobs wait."


def test_jobs_that_are_held_by_what_is_gone_are_found(database, db):
    db.execute("insert into background_jobs (kind, held_by) values ('test.water', 'kind:gone')")
    [found] = said(database, "held jobs")

    assert found.says == "1 job waits behind kind:gone, which holds nothing back any more."


def test_a_clock_that_goes_wrong_is_measured_with_its_bound(database):
    late = said(database, "clock", clock=lambda: datetime.now(UTC) - timedelta(minutes=10))
    early = said(database, "clock", clock=lambda: datetime.now(UTC) + timedelta(minutes=10))

    assert "clock is 10 min ahead of this machine's (give or take" in late[0].says
    assert "clock is 10 min behind this machine's" in early[0].says


def test_a_difference_within_the_round_trip_is_none(database):
    hands = iter(range(1000))

    def slow():
        """A clock on a line that takes half a minute for each way."""
        return datetime.now(UTC) + timedelta(seconds=30 * (next(hands) % 2 * 2 - 1))

    assert said(database, "clock", clock=slow) == []


def test_a_server_that_is_too_old_is_named(database):
    [found] = said(database, "version", thresholds=Thresholds(oldest_version=990_000))

    assert "is older than 99" in found.says
