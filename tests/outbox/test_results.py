"""What a handler returns is stored with its job's end, and read back typed."""

from dataclasses import dataclass

import pytest

from shared import outbox, tx
from tests.support.jobs import Water, enqueue, handlers, make_due, on, row, state


@dataclass(frozen=True)
class Harvest:
    """What came of it."""

    baskets: int
    spoilt: int = 0


@dataclass(frozen=True)
class Weighed:
    """What came of it, since harvests are weighed."""

    grams: int

    @classmethod
    def upcast(cls, stored):
        return {"grams": stored["baskets"] * 500} if "baskets" in stored else stored


async def returned(value):
    """Enqueue a job, and run a handler that returns this."""

    async def work(job):
        return value

    job = await enqueue(Water())
    return job, await outbox.tick(handlers(work), budget=20)


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (Harvest(3), Harvest),
        (7, int),
        ("Ok \U0001f331", str),
        (0.5, float),
        (1e16, float),
        (7.0, float),
        (False, bool),
        ([1, [2, None]], list),
        ({"beds": [1, 2]}, dict),
        ({"beds": 1}, dict[str, int]),
        ("", str),
    ],
)
def test_a_result_comes_back_as_it_was(database, value, kind):
    async def story():
        job, report = await returned(value)
        assert report.succeeded == 1
        return await outbox.result(job, kind)

    found = on(database, story)

    assert found == value
    assert type(found) is type(value)


def test_without_a_result_there_is_none(database, db):
    async def story():
        job, _ = await returned(None)
        return job, await outbox.result(job, int), await outbox.result(job + 1, int)

    job, *found = on(database, story)

    assert found == [None, None]
    assert row(db, job)["result"] is None


def test_a_plain_function_s_result_is_stored_as_well(database):
    async def story():
        job = await enqueue(Water(4))
        await outbox.tick(handlers(lambda job: job.plant * 2), budget=20)
        return await outbox.result(job, int)

    assert on(database, story) == 8


def test_a_result_that_is_something_else_is_refused_when_read(database):
    async def story():
        job, _ = await returned([1])
        for kind, text in [(int, "a list, not a int"), (Harvest, "not an object")]:
            with pytest.raises(outbox.Undecodable, match=text):
                await outbox.result(job, kind)
        job, _ = await returned({"baskets": "three"})
        with pytest.raises(outbox.Undecodable, match="'baskets' is not int"):
            await outbox.result(job, Harvest)
        return await outbox.result((await returned(Harvest(2)))[0], Weighed)

    assert on(database, story) == Weighed(1000)


CIRCLE: list = []
CIRCLE.append(CIRCLE)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"api_token": "x"}, "BadResult: result.api_token looks like a secret"),
        ({"to": {"email": "x"}}, "result.to.email looks like a secret or an address"),
        ("a\x00b", "result holds a NUL"),
        ([1, "\ud800"], "result[1] holds a NUL or half a surrogate pair"),
        (float("nan"), "result is nan"),
        (b"bytes", "result is a bytes"),
        ({1: 2}, "result has a key of type int"),
        (Harvest, "result is a type"),
        (CIRCLE, "nested too deep"),
        ("x" * 70_000, "result has 70002 bytes, more than 65536"),
    ],
    ids=lambda value: str(type(value).__name__),
)
def test_a_result_that_cannot_be_stored_fails_its_attempt_and_says_why(database, db, value, text):
    job, report = on(database, lambda: returned(value))

    assert report.retried == 1
    assert state(db, job) == ("pending", 1)
    (attempt,) = db.execute("select error from job_attempts").fetchall()
    assert text in attempt["error"]


def test_a_job_that_acks_itself_may_take_its_result_along(database, db):
    async def work(job):
        async with tx.run():
            await outbox.succeed(Harvest(5, spoilt=1))

    async def story():
        job = await enqueue(Water())
        report = await outbox.tick(handlers(work), budget=20)
        return report.succeeded, await outbox.result(job, Harvest)

    assert on(database, story) == (1, Harvest(5, spoilt=1))


def test_a_bad_result_of_an_ack_rolls_back_the_handler_s_own_transaction(database, db):
    async def work(job):
        async with tx.run():
            await outbox.enqueue(Water(9))
            await outbox.succeed({"password": "x"})

    async def story():
        job = await enqueue(Water())
        return job, await outbox.tick(handlers(work), budget=20)

    job, report = on(database, story)

    assert report.retried == 1
    assert state(db, job) == ("pending", 1)
    assert db.execute("select count(*) as jobs from background_jobs").fetchone() == {"jobs": 1}


def test_a_failed_attempt_keeps_what_an_earlier_run_returned_until_the_next_success(database, db):
    async def work(job):
        if outbox.current().attempt == 1:
            raise ValueError

    async def story():
        job, _ = await returned(1)
        async with tx.run():
            await tx.execute(
                "update background_jobs set status = 'pending', finished_at = null, attempts = 0"
            )
        make_due(db)
        await outbox.tick(handlers(work), budget=20)
        kept = await outbox.result(job, int)
        make_due(db)
        await outbox.tick(handlers(work), budget=20)
        return kept, await outbox.result(job, int)

    assert on(database, story) == (1, None)
