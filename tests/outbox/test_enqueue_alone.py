"""A job that no business row causes is enqueued in one round trip, and means the same."""

import asyncio
import contextvars
from datetime import UTC, datetime, timedelta

import psycopg
import pytest

from shared import outbox, tx
from shared.tx import statements
from tests.support.fault_proxy import fault_proxy
from tests.support.jobs import Pick, Water, claim_one, on

NOON = datetime(2130, 6, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)

ROWS = """
    select queue, kind, payload, dedup_key, status, attempts, rerun_requested,
           case when run_at > clock_timestamp() then run_at end as put_off_to
      from background_jobs order by id
"""


async def within(job, **options):
    async with tx.run():
        return await outbox.enqueue(job, **options)


def count(db):
    return db.execute("select count(*) from background_jobs").fetchone()["count"]


KEYED = {"dedup_key": "plant"}
SOONER = {**KEYED, "run_at": NOON - HOUR}


@pytest.mark.parametrize("is_running", [False, True])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"run_at": NOON},
        KEYED,
        SOONER,
        {**KEYED, "on_running": "rerun"},
        *[{**SOONER, "on_waiting": what} for what in ("keep", "sooner", "reschedule", "replace")],
        {**SOONER, "on_waiting": "replace", "on_running": "rerun"},
        {"dedup_key": "another", "on_waiting": "replace", "wake": True},
        {**KEYED, "wake": True},
    ],
)
def test_it_writes_what_enqueue_writes(database, db, options, is_running):
    async def story(way):
        first = await way(Water(1), dedup_key="plant", run_at=None if is_running else NOON)
        if is_running:
            await claim_one()
        again = await way(Pick(2), **options)
        written = db.execute(ROWS).fetchall()
        db.execute("delete from background_jobs")
        return first.created, again.created, again.id == first.id, written

    async def both():
        return await story(outbox.enqueue_alone), await story(within)

    alone, expected = on(database, both)

    assert alone == expected


def test_it_is_committed_when_it_returns(database, db):
    async def story():
        enqueued = await outbox.enqueue_alone(Water(7))
        assert db.execute("select id from background_jobs").fetchall() == [{"id": enqueued.id}]

    on(database, story)


def test_who_listens_is_woken_only_when_that_is_asked_for(database):
    with psycopg.connect(database, autocommit=True) as listener:
        listener.execute("listen background_jobs")

        on(database, lambda: outbox.enqueue_alone(Water()))
        assert list(listener.notifies(timeout=0.5)) == []

        on(database, lambda: outbox.enqueue_alone(Water(), dedup_key="plant", wake=True))
        assert len([*listener.notifies(timeout=10, stop_after=1)]) == 1


def test_in_an_open_transaction_it_is_refused(database, db):
    async def story():
        async with tx.run():
            with pytest.raises(RuntimeError, match="`enqueue` commits the job with"):
                await outbox.enqueue_alone(Water(1))
            with pytest.raises(tx.ForeignTask):
                await asyncio.create_task(outbox.enqueue_alone(Water(2)))
            await outbox.enqueue(Water(3))

    on(database, story)

    assert [one["payload"] for one in db.execute(ROWS)] == [{"plant": 3}]


def test_it_stays_when_a_transaction_elsewhere_is_rolled_back(database, db):
    async def story():
        with pytest.raises(ZeroDivisionError):
            async with tx.run():
                await outbox.enqueue(Water(1))
                elsewhere = outbox.enqueue_alone(Water(2))
                await asyncio.create_task(elsewhere, context=contextvars.Context())
                raise ZeroDivisionError

    on(database, story)

    assert [one["payload"] for one in db.execute(ROWS)] == [{"plant": 2}]


@pytest.mark.parametrize(
    ("job", "options"),
    [
        (Water("x"), {}),
        (Water(10**5000), {}),
        (Water, {}),
        ("no job", {}),
        (Water(), {"dedup_key": ""}),
        (Water(), {"dedup_key": "to-ada@garden.example"}),
        (Water(), {"dedup_key": "a\x00b"}),
        (Water(), {"run_at": 3600}),
        (Water(), {"run_at": datetime(2030, 1, 1)}),  # noqa: DTZ001  (the mistake)
        (Water(), {"on_running": "rerun"}),
        (Water(), {"on_waiting": "repalce", "dedup_key": "plant"}),
    ],
)
def test_what_enqueue_refuses_it_refuses_with_the_same_words(database, db, job, options):
    async def refused(way):
        with pytest.raises((TypeError, ValueError)) as told:
            await way(job, **options)
        return type(told.value), str(told.value)

    async def story():
        return await refused(outbox.enqueue_alone), await refused(within)

    alone, expected = on(database, story)

    assert alone == expected
    assert count(db) == 0


@pytest.mark.parametrize(("cut", "is_created_then"), [("cut_before", True), ("cut_after", False)])
def test_after_a_lost_answer_who_asks_again_with_the_key_has_one_job(
    database, db, cut, is_created_then
):
    with fault_proxy(database) as proxy:

        async def story():
            getattr(proxy, cut)("insert into background_jobs")
            with pytest.raises(tx.CommitUnknown):
                await outbox.enqueue_alone(Water(), dedup_key="plant")
            return await outbox.enqueue_alone(Water(), dedup_key="plant")

        again = on(proxy.url, story, size=1)

    assert proxy.faults == 1
    assert again.created is is_created_then
    assert db.execute("select id from background_jobs").fetchall() == [{"id": again.id}]


def test_behind_a_stranger_who_holds_the_key_it_gives_up_and_leaves_nothing_locked(
    database, db, monkeypatch
):
    monkeypatch.setattr(statements, "PATIENCE", 0.5)

    async def story():
        with psycopg.connect(database) as stranger:
            stranger.execute(
                "insert into background_jobs (kind, dedup_key) values ('test.water', 'plant')"
            )
            with pytest.raises(tx.CommitUnknown, match=r"did not answer in 0\.5 seconds"):
                await outbox.enqueue_alone(Water(), dedup_key="plant")
            other = await outbox.enqueue_alone(Water(), dedup_key="other")
            held = db.execute(
                "select count(*) from pg_locks where relation = 'background_jobs'::regclass"
                " and pid <> %s",
                (stranger.info.backend_pid,),
            ).fetchone()
            stranger.rollback()
        return held, other, await outbox.enqueue_alone(Water(), dedup_key="plant")

    held, other, again = on(database, story, size=1)

    assert held == {"count": 0}
    assert (other.created, again.created) == (True, True)
    assert count(db) == 2


def test_fifty_at_once_with_one_key_make_one_job(database, db):
    async def story():
        return await asyncio.gather(
            *[outbox.enqueue_alone(Water(), dedup_key="plant") for _ in range(50)]
        )

    got = on(database, story, size=10)

    assert len({one.id for one in got}) == 1
    assert sorted(one.created for one in got) == [False] * 49 + [True]
    assert count(db) == 1
