"""Many dead letters at once: released one after the other, or dropped."""

import asyncio
from datetime import timedelta

import psycopg
import pytest

from shared import outbox, tx
from tests.support.dead import die
from tests.support.jobs import Water, enqueue, on


def statuses(db):
    rows = db.execute("select status, count(*) as n from background_jobs group by 1").fetchall()
    return {row["status"]: row["n"] for row in rows}


def run_ats(db):
    rows = db.execute("select run_at from background_jobs where status = 'pending' order by id")
    return [row["run_at"] for row in rows.fetchall()]


def test_a_release_spreads_the_letters_over_time_the_oldest_first(database, db):
    die(db, 5)
    answer = on(database, lambda: outbox.release(per_minute=30, by="ada"))
    due = run_ats(db)

    assert (answer.released, answer.conflicts) == (5, 0)
    assert [later - due[0] for later in due] == [timedelta(seconds=2 * n) for n in range(5)]
    assert (answer.first_at, answer.last_at) == (due[0], due[-1])


def test_a_release_goes_on_evenly_from_one_transaction_to_the_next(database, db):
    die(db, 2500)
    answer = on(database, lambda: outbox.release(per_minute=6000))
    due = sorted(run_ats(db))

    assert answer.released == 2500
    assert due[-1] - due[0] == timedelta(milliseconds=10 * 2499)
    assert len(set(due)) == 2500


def test_without_a_rate_all_are_due_at_once_with_seven_fresh_attempts(database, db):
    die(db, 3)
    answer = on(database, outbox.release)
    rows = db.execute("select * from background_jobs").fetchall()

    assert answer.first_at == answer.last_at
    assert {(row["status"], row["attempts"], row["finished_at"]) for row in rows} == {
        ("pending", 0, None)
    }


def test_only_the_group_is_released_and_only_so_many(database, db):
    die(db, 3, fingerprint="f1")
    die(db, 3, fingerprint="f2")
    die(db, 3, fingerprint="f1", kind="test.pick")

    async def story():
        first = await outbox.release(kind="test.water", fingerprint="f1", limit=2)
        return first, await outbox.dead_groups()

    answer, left = on(database, story)

    assert answer.released == 2
    assert {(one.kind, one.fingerprint, one.jobs) for one in left} == {
        ("test.water", "f1", 1),
        ("test.water", "f2", 3),
        ("test.pick", "f1", 3),
    }


def test_a_group_without_a_fingerprint_is_released_by_its_text(database, db):
    die(db, 3, error="Boom # (bed.py:3)")
    die(db, 2, error="Bang # (bed.py:3)")

    async def story():
        [boom] = [one for one in await outbox.dead_groups() if one.jobs == 3]
        return await outbox.release(kind=boom.kind, fingerprint=boom.fingerprint)

    assert on(database, story).released == 3
    assert statuses(db) == {"pending": 3, "dead": 2}


def test_f31_a_letter_with_a_live_twin_stays_dead_and_is_counted(database, db):
    die(db, 3, key="bed-")

    async def story():
        await enqueue(Water(), dedup_key="bed-2")
        return await outbox.release()

    answer = on(database, story)

    assert (answer.released, answer.conflicts) == (2, 1)
    assert statuses(db) == {"pending": 3, "dead": 1}


def test_of_dead_letters_with_one_key_only_the_newest_is_released(database, db):
    jobs = [*die(db, key="bed-"), *die(db, key="bed-"), *die(db, key="bed-")]
    answer = on(database, outbox.release)
    released = db.execute("select id from background_jobs where status = 'pending'").fetchall()

    assert (answer.released, answer.conflicts) == (1, 2)
    assert [row["id"] for row in released] == [jobs[-1]]


@pytest.mark.parametrize("per_minute", [None, 60])
def test_the_trail_says_released_at_whatever_rate(database, db, per_minute):
    [job] = die(db)

    async def story():
        await outbox.release(per_minute=per_minute, by="ada")
        return await outbox.actions(job)

    [line] = on(database, story)

    assert (line.action, line.by, [*line.detail]) == ("released", "ada", ["run_at"])


def test_f31_two_releases_at_once_release_every_letter_once(database, db):
    die(db, 1500)

    async def story():
        return await asyncio.gather(*(outbox.release(per_minute=600) for _ in range(4)))

    answers = on(database, story)
    trail = db.execute(
        "select count(*) as lines, count(distinct job_id) as jobs from job_actions"
        " where job_id in (select id from background_jobs)"
    ).fetchone()

    assert sum(one.released for one in answers) == 1500
    assert trail == {"lines": 1500, "jobs": 1500}


def test_a_release_that_races_with_new_twins_neither_fails_nor_doubles(database, db):
    async def ask(plant):
        async with tx.run():
            await outbox.enqueue(Water(plant), dedup_key=f"bed-{plant}")

    async def story():
        for _ in range(10):
            die(db, 30, key="bed-")
            answer, *_ = await asyncio.gather(
                outbox.release(), *(ask(plant) for plant in range(1, 31, 3))
            )
            assert answer.released + answer.conflicts == 30
            live = db.execute(
                "select count(*) as jobs, count(distinct dedup_key) as keys"
                " from background_jobs where status = 'pending'"
            ).fetchone()
            assert live["jobs"] == live["keys"] == 30
            db.execute("delete from background_jobs")

    on(database, story)


def test_a_twin_that_is_committed_in_the_middle_of_a_release_is_a_conflict(database, db):
    die(db, 3, key="bed-")

    async def story():
        with psycopg.connect(database) as other:
            other.execute("insert into background_jobs (kind, dedup_key) values ('x', 'bed-2')")
            releasing = asyncio.create_task(outbox.release())
            await asyncio.sleep(0.3)  # it waits for the other transaction's end
            assert not releasing.done()
            other.commit()
            return await releasing

    answer = on(database, story)

    assert (answer.released, answer.conflicts) == (2, 1)


NEVER = """
    create function never() returns trigger language plpgsql as
        $$ begin raise exception 'a twin' using errcode = 'unique_violation'; end $$;
    create trigger never before update on background_jobs execute function never()
"""


def test_twins_that_appear_again_and_again_are_an_error_in_the_end(database, db):
    die(db)
    db.execute(NEVER)
    try:
        with pytest.raises(psycopg.errors.UniqueViolation):
            on(database, outbox.release)
    finally:
        db.execute("drop trigger never on background_jobs")
        db.execute("drop function never")

    assert statuses(db) == {"dead": 1}


@pytest.mark.parametrize("wrong", [{"per_minute": 0}, {"per_minute": -1}, {"limit": 0}])
def test_a_rate_or_a_number_that_makes_no_sense_is_refused(database, db, wrong):
    die(db)
    with pytest.raises(ValueError, match="must be positive"):
        on(database, lambda: outbox.release(**wrong))

    assert statuses(db) == {"dead": 1}


def test_a_whole_group_is_dropped_with_a_note_in_each_trail(database, db):
    jobs = die(db, 1200, fingerprint="f1")
    die(db, 2, fingerprint="f2")

    async def story():
        first = await outbox.drop_all(fingerprint="f1", note="too late for it", by="ada")
        again = await outbox.drop_all(fingerprint="f1", by="ada")
        return first, again, await outbox.actions(jobs[0])

    first, again, [line] = on(database, story)

    assert (first, again) == (1200, 0)
    assert statuses(db) == {"cancelled": 1200, "dead": 2}
    assert (line.by, line.action, line.detail) == ("ada", "dropped", {"note": "too late for it"})


def test_what_else_ends_with_dropped_letters_ends_in_the_same_transaction(database, db):
    die(db, 1500)
    seen = []

    async def also(dropped):
        assert tx.is_open()
        seen.append(dropped)
        if len(seen) == 2:
            raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        on(database, lambda: outbox.drop_all(then=also))

    assert [len(dropped) for dropped in seen] == [1000, 500]
    assert (seen[0][0].kind, seen[0][0].payload) == ("test.water", {"plant": 1})
    assert statuses(db) == {"cancelled": 1000, "dead": 500}
