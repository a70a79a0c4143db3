"""The dead-letter office: what is dead, in groups of one cause, in plain words."""

import time

import pytest

from shared import outbox
from tests.support.dead import die
from tests.support.jobs import Water, enqueue, handlers, make_due, on


def groups(database, *causes):
    return on(database, lambda: outbox.dead_groups(causes))


def test_dead_letters_of_one_kind_and_one_fingerprint_are_a_group(database, db):
    first = die(db, 3, error="Boom (bed.py:3)", fingerprint="f1")
    die(db, 2, error="Boom (bed.py:3)", fingerprint="f2")
    die(db, 1, kind="test.pick", error="Boom (bed.py:3)", fingerprint="f1")

    found = groups(database)

    assert {(one.kind, one.fingerprint, one.jobs) for one in found} == {
        ("test.water", "f1", 3),
        ("test.water", "f2", 2),
        ("test.pick", "f1", 1),
    }
    assert len({one.group for one in found}) == 3
    [largest] = [one for one in found if one.jobs == 3]
    assert largest.example == first[-1]
    assert largest.first_at < largest.last_at


def test_without_a_fingerprint_texts_that_differ_in_digits_are_one_group(database, db):
    jobs = die(db, 4, error="Boom: bed # of 12 (bed.py:3)")

    [found] = groups(database)

    assert found.jobs == 4
    assert found.error == f"Boom: bed {jobs[-1]} of 12 (bed.py:3)"
    assert found.fingerprint == "Boom: bed  of  (bed.py:)"


def test_the_name_of_a_group_stays_the_same(database, db):
    die(db, fingerprint="f1")
    [before] = groups(database)
    die(db, fingerprint="f1")
    [after] = groups(database)

    assert before.group == after.group
    assert len(before.group) == 8


def test_the_last_failure_counts_and_not_an_earlier_one(database, db):
    [job] = die(db, error="Boom (bed.py:3)")
    db.execute(
        "insert into job_attempts (job_id, attempt, outcome, error) values (%s, 7, 'expired', %s)",
        (job, "The lease expired: gone."),
    )

    [found] = groups(database)

    assert found.error == "The lease expired: gone."
    assert "killed, froze" in found.says


def test_a_dead_letter_without_any_attempt_on_record_is_a_group_too(database, db):
    die(db, attempts=0)

    [found] = groups(database)

    assert (found.jobs, found.error, found.fingerprint) == (1, None, "")
    assert found.says.startswith("Nobody has written down")


def test_the_callers_own_causes_come_first(database, db):
    die(db, error="ConnectionRefusedError (well.py:12)")
    [known] = groups(database)
    own = outbox.Cause("ConnectionRefused", "The well is dry.", "Wait for rain.")
    [told] = groups(database, own)

    assert known.says == "Nothing listens where it wants to connect."
    assert (told.says, told.remedy) == ("The well is dry.", "Wait for rain.")


def test_case_35_a_job_that_really_died_is_grouped_by_what_its_handler_raised(database, db):
    async def refused(job):
        raise ConnectionRefusedError

    async def story():
        job = await enqueue(Water())
        for _ in range(7):
            make_due(db)
            await outbox.tick(handlers(refused))
        return job, await outbox.dead_groups(), await outbox.history(job)

    job, [found], told = on(database, story)

    assert (found.example, found.kind, found.jobs) == (job, "test.water", 1)
    assert found.says == "Nothing listens where it wants to connect."
    assert [one.attempt for one in told] == [1, 2, 3, 4, 5, 6, 7]
    assert all(one.error and one.started_at and one.finished_at for one in told)


@pytest.fixture
def large(cluster):
    """A database of its own, since it is a large one."""
    with cluster.fresh_database() as url:
        yield url


def test_a_hundred_thousand_dead_letters_are_grouped_at_a_glance(large):
    import psycopg
    from psycopg.rows import dict_row

    with psycopg.connect(large, autocommit=True, row_factory=dict_row) as db:
        die(db, 50_000, error="TransportFailed: 421 # (smtp.py:9)", attempts=3)
        die(db, 50_000, fingerprint="f1", attempts=3)
        db.execute("vacuum analyze background_jobs")
        db.execute("vacuum analyze job_attempts")
    took = []
    for _ in range(3):
        started = time.monotonic()
        found = groups(large)
        took.append(time.monotonic() - started)

    assert [one.jobs for one in found] == [50_000, 50_000]
    print(f"grouped in {min(took):.2f} s")
    assert min(took) < 3
