"""Who paused, resumed or limited what, and when: the gates' part of the trail."""

from datetime import UTC, datetime, timedelta

import psycopg
import pytest

from shared import outbox, tx
from tests.support.dead import die
from tests.support.jobs import Water, enqueue, handlers, on

LATER = datetime(2099, 1, 1, tzinfo=UTC)

OPEN = """
    insert into job_breakers (breaker, kinds, status, failures, opened_at, open_until)
    values ('post', '{test.water}', 'open', 7, clock_timestamp(),
            clock_timestamp() + interval '1 hour')
"""


@pytest.fixture(autouse=True)
def nothing_remembered(db):
    db.execute("delete from job_actions")


def trail(database):
    return [(one.action, one.gate, one.by) for one in on(database, outbox.actions)]


def test_every_pause_resume_and_limit_of_a_human_leaves_its_line(database, db):
    db.execute(OPEN)

    async def story():
        await outbox.pause(queue="bulk", by="ada")
        await outbox.pause(kind="test.water", by="ada")
        await outbox.pause(everything=True, by="ada")
        await outbox.resume(queue="bulk", by="bob")
        await outbox.resume(kind="test.water", by="bob")
        await outbox.resume(breaker="post", by="bob")
        await outbox.resume(everything=True, by="bob")
        await outbox.limits("bulk", max_running=3, by="ada")

    on(database, story)

    assert trail(database) == [
        ("paused", "queue:bulk", "ada"),
        ("paused", "kind:test.water", "ada"),
        ("paused", "everything", "ada"),
        ("resumed", "queue:bulk", "bob"),
        ("resumed", "kind:test.water", "bob"),
        ("resumed", "breaker:post", "bob"),
        ("resumed", "everything", "bob"),
        ("limited", "queue:bulk", "ada"),
    ]


def test_the_line_says_how_long_why_and_how_much(database):
    async def story():
        await outbox.pause(queue="bulk", until=LATER, because="ask ada@garden.example", by="ada")
        await outbox.pause(kind="test.water", by="ada")
        await outbox.limits("bulk", rate=2.5, by="ada")
        await outbox.limits("bulk", by="ada")
        return await outbox.actions()

    assert [one.detail for one in on(database, story)] == [
        {"until": LATER.isoformat(), "because": "ask [address]"},
        {},
        {"rate": 2.5, "burst": 3},
        {},
    ]


def test_what_a_program_does_by_itself_leaves_no_line(database, db):
    db.execute(OPEN)

    async def story():
        await outbox.pause(queue="bulk")
        await outbox.pause(everything=True)
        await outbox.resume(queue="bulk")
        await outbox.resume(everything=True)
        await outbox.resume(breaker="post")
        await outbox.limits("bulk", rate=1)

    on(database, story)

    assert trail(database) == []


def test_a_pause_that_a_handler_asks_for_is_nobody_s_deed(database):
    def rests(_job):
        raise outbox.PauseQueue(datetime.now(UTC) + timedelta(hours=1))

    async def story():
        await enqueue(Water())
        report = await outbox.tick(handlers(rests))
        return report.snoozed, [one.paused_until for one in (await outbox.gates()).queues]

    snoozed, [until] = on(database, story)

    assert snoozed == 1
    assert until is not None
    assert trail(database) == []


def test_a_resume_that_ends_nothing_and_what_is_refused_leave_no_line(database):
    async def story():
        with pytest.raises(ValueError, match="exactly one"):
            await outbox.pause(queue="bulk", kind="test.water", by="ada")
        with pytest.raises(ValueError, match="more than 0"):
            await outbox.limits("bulk", max_running=0, by="ada")
        gates = ({"queue": "bulk"}, {"kind": "test.water"}, {"breaker": "post"})
        return [await outbox.resume(**gate, by="ada") for gate in (*gates, {"everything": True})]

    assert on(database, story) == [False] * 4
    assert trail(database) == []


def test_a_pause_and_its_line_vanish_together(database):
    async def story():
        with pytest.raises(RuntimeError, match="changed my mind"):
            async with tx.run():
                await outbox.pause(kind="test.water", by="ada")
                raise RuntimeError("changed my mind")
        return (await outbox.gates()).kinds

    assert on(database, story) == []
    assert trail(database) == []


@pytest.mark.parametrize("act", ["pause", "resume", "limits"])
def test_a_line_that_cannot_be_written_undoes_the_act(database, db, act):
    acts = {
        "pause": lambda: outbox.pause(queue="interactive", by="mallory"),
        "resume": lambda: outbox.resume(queue="bulk", by="mallory"),
        "limits": lambda: outbox.limits("interactive", rate=1, by="mallory"),
    }
    on(database, lambda: outbox.pause(queue="bulk"))
    db.execute("alter table job_actions add constraint nobody check (by <> 'mallory')")
    try:
        with pytest.raises(psycopg.errors.CheckViolation):
            on(database, acts[act])
    finally:
        db.execute("alter table job_actions drop constraint nobody")
    queues = on(database, outbox.gates).queues

    assert [(one.queue, one.paused_until, one.rate) for one in queues] == [
        ("bulk", outbox.FOR_GOOD, None)
    ]


def test_jobs_and_gates_have_trails_of_their_own(database, db):
    [job] = die(db)

    async def story():
        await outbox.pause(queue="bulk", by="ada")
        await outbox.note(job, "the well was dry", by="bob")
        return await outbox.actions(job), await outbox.actions()

    [noted], [paused] = on(database, story)

    assert (noted.job_id, noted.gate, noted.by) == (job, None, "bob")
    assert (paused.job_id, paused.gate, paused.by) == (None, "queue:bulk", "ada")


def test_the_trail_is_read_in_pages_or_from_its_end(database):
    async def story():
        for n in range(5):
            await outbox.limits("bulk", max_running=n + 1, by="ada")
        first = await outbox.actions(limit=2)
        rest = await outbox.actions(after=first[-1].id)
        last = await outbox.actions(limit=2, newest=True)
        return [[one.detail["max_running"] for one in page] for page in (first, rest, last)]

    assert on(database, story) == [[1, 2], [3, 4, 5], [4, 5]]


def test_the_trail_of_the_gates_is_pruned_with_the_rest_and_only_when_it_is_said(database, db):
    on(database, lambda: outbox.pause(queue="bulk", by="ada"))
    db.execute("update job_actions set at = at - interval '400 days'")
    year = timedelta(days=365)

    kept = on(database, outbox.prune)
    gone = on(database, lambda: outbox.prune(actions_after=year))

    assert (kept.actions, gone.actions) == (0, 1)
    assert trail(database) == []


def test_a_line_is_of_a_job_or_of_a_gate(db):
    for columns in ("null, null", "1, 'queue:bulk'"):
        with pytest.raises(psycopg.errors.CheckViolation):
            db.execute(
                "insert into job_actions (by, action, job_id, gate)"
                f" values ('ada', 'paused', {columns})"
            )
