"""Who did what to a job, when, and what it was before."""

import asyncio

import psycopg
import pytest

from shared import outbox, tx
from tests.support.dead import die
from tests.support.jobs import Water, enqueue, on, state


def trail(database, job):
    return [(one.action, one.by) for one in on(database, lambda: outbox.actions(job))]


def test_every_act_of_a_human_leaves_its_line(database, db):
    async def story():
        waiting = await enqueue(Water())
        await outbox.run_now(waiting, by="ada")
        await outbox.cancel(job_id=waiting, by="bob")
        retried, dropped = die(db, 2)
        await outbox.note(retried, "the well was dry", by="ada")
        await outbox.retry(retried, by="ada")
        await outbox.drop(dropped, note="nobody waits for it", by="bob")
        return waiting, retried, dropped

    waiting, retried, dropped = on(database, story)

    assert trail(database, waiting) == [("hurried", "ada"), ("cancelled", "bob")]
    assert trail(database, retried) == [("noted", "ada"), ("retried", "ada")]
    assert trail(database, dropped) == [("dropped", "bob")]
    [line] = on(database, lambda: outbox.actions(dropped))
    assert line.detail == {"note": "nobody waits for it"}


def test_what_a_program_does_by_itself_is_no_act_of_a_human(database, db):
    async def story():
        job = await enqueue(Water())
        await outbox.run_now(job)
        await outbox.cancel(job_id=job)
        return job

    assert trail(database, on(database, story)) == []


def test_an_act_that_changes_nothing_leaves_no_line(database, db):
    async def story():
        job = await enqueue(Water())
        answers = [
            await outbox.drop(job, by="ada"),
            (await outbox.retry(job, by="ada")).outcome,
            await outbox.run_now(2**40, by="ada"),
            await outbox.cancel(job_id=2**40, by="ada"),
            await outbox.note(2**40, "nothing", by="ada"),
        ]
        return job, answers

    job, answers = on(database, story)

    assert answers == [False, "not dead", False, None, False]
    assert trail(database, job) == []


def test_an_act_and_its_line_vanish_together(database, db):
    [job] = die(db)

    async def story():
        with pytest.raises(RuntimeError, match="changed my mind"):
            async with tx.run():
                await outbox.retry(job, by="ada")
                raise RuntimeError("changed my mind")

    on(database, story)

    assert state(db, job) == ("dead", 7)
    assert trail(database, job) == []


def test_a_line_that_cannot_be_written_undoes_the_act(database, db):
    [job] = die(db)
    db.execute("alter table job_actions add constraint nobody check (by <> 'mallory')")
    try:
        with pytest.raises(psycopg.errors.CheckViolation):
            on(database, lambda: outbox.retry(job, by="mallory"))
    finally:
        db.execute("alter table job_actions drop constraint nobody")

    assert state(db, job) == ("dead", 7)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("ada", "ada"),
        ("", "unnamed"),
        (" \x00\ud800 ", "unnamed"),
        ("ada@example.org", "[address]"),
        ("x" * 300, "x" * 100),
    ],
)
def test_a_name_is_kept_short_and_holds_no_address(database, db, given, kept):
    [job] = die(db)
    on(database, lambda: outbox.retry(job, by=given))

    assert trail(database, job) == [("retried", kept)]


def test_a_note_holds_no_address_and_is_never_empty(database, db):
    [job] = die(db)
    on(database, lambda: outbox.note(job, "ask ada@example.org\nabout it"))
    with pytest.raises(ValueError, match="needs a text"):
        on(database, lambda: outbox.note(job, " \n "))
    [line] = on(database, lambda: outbox.actions(job))

    assert (line.by, line.detail) == ("unnamed", {"note": "ask [address] about it"})


def test_the_trail_is_read_in_pages(database, db):
    [job] = die(db)

    async def story():
        for n in range(5):
            await outbox.note(job, f"note {n}")
        first = await outbox.actions(job, limit=2)
        second = await outbox.actions(job, after=first[-1].id, limit=10)
        return [one.detail["note"] for one in first], [one.detail["note"] for one in second]

    assert on(database, story) == (["note 0", "note 1"], ["note 2", "note 3", "note 4"])


def test_the_trail_outlives_its_job(database, db):
    [job] = die(db)
    on(database, lambda: outbox.drop(job, by="ada"))
    db.execute("delete from background_jobs where id = %s", (job,))

    assert trail(database, job) == [("dropped", "ada")]


def test_with_drop_a_dead_letter_gives_way_to_its_live_twin(database, db):
    [job] = die(db, key="bed-")

    async def story():
        twin = await enqueue(Water(), dedup_key="bed-1")
        refused = await outbox.retry(job)
        dropped = await outbox.retry(job, on_conflict="drop", by="ada")
        again = await outbox.retry(job, on_conflict="drop", by="ada")
        return twin, refused, dropped, again, await outbox.actions(job)

    twin, refused, dropped, again, [line] = on(database, story)

    assert refused.outcome == "conflict"
    assert (dropped.outcome, dropped.status, dropped.twin) == ("dropped", "cancelled", twin)
    assert (again.outcome, again.status) == ("not dead", "cancelled")
    assert (line.action, line.detail) == ("dropped", {"superseded_by": twin})
    assert state(db, job) == ("cancelled", 7)
    assert state(db, twin) == ("pending", 0)


def test_with_drop_and_without_a_twin_a_retry_is_a_retry(database, db):
    [job] = die(db, key="bed-")

    assert on(database, lambda: outbox.retry(job, on_conflict="drop")).outcome == "retried"
    assert state(db, job) == ("pending", 0)


def test_f31_two_clicks_on_drop_are_one_line(database, db):
    [job] = die(db, key="bed-")

    async def story():
        await enqueue(Water(), dedup_key="bed-1")
        both = [outbox.retry(job, on_conflict="drop", by="ada") for _ in range(2)]
        return [one.outcome for one in await asyncio.gather(*both)]

    assert sorted(on(database, story)) == ["dropped", "not dead"]
    assert trail(database, job) == [("dropped", "ada")]


def test_a_letter_that_somebody_else_drops_meanwhile_is_not_dropped_twice(database, db):
    [job] = die(db, key="bed-")

    async def story():
        await enqueue(Water(), dedup_key="bed-1")
        with psycopg.connect(database) as other:
            other.execute(
                "update background_jobs set status = 'cancelled' where id = %s",
                (job,),
            )
            dropping = asyncio.create_task(outbox.retry(job, on_conflict="drop", by="ada"))
            await asyncio.sleep(0.3)  # it waits for the other transaction's end
            other.commit()
            return await dropping

    answer = on(database, story)

    assert (answer.outcome, answer.status) == ("not dead", "cancelled")
    assert trail(database, job) == []
