"""A job is in the table if and only if its transaction committed."""

import asyncio
import contextvars
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import ClassVar

import pytest

from shared import outbox, tx
from tests.support.jobs import Pick, Water, enqueue, handlers, on, row


def test_outside_a_transaction_it_raises(database, db):
    async def story():
        with pytest.raises(tx.NoTransaction, match=r"async with tx\.run"):
            await outbox.enqueue(Water())
        with pytest.raises(tx.NoTransaction):
            await outbox.enqueue_from(Water, "select '{}'::jsonb, 'a'")

    on(database, story)

    assert db.execute("select count(*) from background_jobs").fetchone() == {"count": 0}


def test_after_the_transaction_has_ended_it_raises(database):
    async def story():
        async with tx.run():
            pass
        with pytest.raises(tx.NoTransaction):
            await outbox.enqueue(Water())

    on(database, story)


def test_a_job_of_a_transaction_that_is_rolled_back_never_existed(database, db):
    async def story():
        with pytest.raises(ZeroDivisionError):
            async with tx.run():
                await outbox.enqueue(Water())
                raise ZeroDivisionError
        return await outbox.tick(handlers(), budget=20)

    assert on(database, story).claimed == 0
    assert db.execute("select count(*) from background_jobs").fetchone() == {"count": 0}


def test_nobody_sees_a_job_before_its_transaction_commits(database):
    async def story():
        async with tx.run():
            await outbox.enqueue(Water())
            elsewhere = outbox.tick(handlers(), budget=20)
            before = await asyncio.create_task(elsewhere, context=contextvars.Context())
        return before.claimed, (await outbox.tick(handlers(), budget=20)).claimed

    assert on(database, story) == (0, 1)


def test_a_job_says_what_was_asked(database, db):
    later = datetime.now(UTC) + timedelta(days=1)

    async def story():
        return await enqueue(Pick(7), dedup_key="pick-7", run_at=later)

    found = row(db, on(database, story))

    assert found["kind"] == "test.pick"
    assert found["queue"] == "interactive"
    assert found["payload"] == {"plant": 7}
    assert found["dedup_key"] == "pick-7"
    assert found["run_at"] == later
    assert (found["status"], found["attempts"]) == ("pending", 0)


def test_a_job_enqueued_late_in_a_long_transaction_is_due_then_and_not_before(database, db):
    async def story():
        async with tx.run():
            await tx.execute("select pg_sleep(0.3)")
            began = await tx.scalar(datetime, "select now()")
            return began, (await outbox.enqueue(Water())).id

    began, job = on(database, story)

    assert row(db, job)["run_at"] - began >= timedelta(seconds=0.3)


@dataclass(frozen=True)
class Anything:
    kind: ClassVar[str] = "test.anything"
    queue: ClassVar[str] = "bulk"

    value: object = None


LONG = "x" * 65 * 1024
DEEP: object = "leaf"
for _ in range(5000):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    ("value", "path"),
    [
        ("a\x00b", "payload.value holds a NUL"),
        ({"deep": ["ok", "\ud800"]}, r"payload.value.deep\[1\] holds .* surrogate"),
        ({"\x00": 1}, "payload.value has a key with a NUL"),
        (float("nan"), "payload.value is nan"),
        ([1.0, float("inf")], r"payload.value\[1\] is inf"),
        (LONG, "payload has 6.... bytes"),
        ({"Confirm_Token": 1}, "payload.value.Confirm_Token looks like a secret"),
        ({"a": [{"password": 1}]}, r"payload.value.a\[0\].password looks like a secret"),
        ({"email": 1}, "payload.value.email looks like"),
        ({"API-Key": 1, "apikey": 1}, "payload.value.apikey looks like"),
        ({"address": 1}, "payload.value.address looks like"),
        (b"bytes", "payload.value is a bytes"),
        (datetime.now(UTC), "payload.value is a datetime"),
        ({1: 2}, "payload.value has a key of type int"),
        ({1, 2}, "payload.value is a set"),
        (DEEP, "nested too deep"),
        (Water(), "payload.value is a Water"),
    ],
)
def test_case_24_a_payload_that_cannot_or_must_not_be_stored_is_refused_by_its_path(
    database, db, value, path
):
    async def story():
        with pytest.raises(outbox.BadPayload, match=path) as refused:
            await enqueue(Anything(value))
        return str(refused.value)

    assert on(database, story).startswith("Anything: ")
    assert db.execute("select count(*) from background_jobs").fetchone() == {"count": 0}


@pytest.mark.parametrize(
    "value", [True, None, -1, 2**62, 0.5, "", "嫩芽 🌱", [], {}, {"a": [1, {"b": None}]}]
)
def test_what_json_can_hold_comes_back_as_it_was(database, value):
    worked = []

    async def keep(job):
        worked.append(job)

    async def story():
        await enqueue(Anything(value))
        jobs = outbox.Handlers([outbox.Handler(Anything, keep)])
        return await outbox.tick(jobs, budget=40)

    assert on(database, story).succeeded == 1
    assert worked == [Anything(value)]
    assert type(worked[0].value) is type(value)


@pytest.mark.parametrize("key", ["", "a\x00b", "\udfff", "k" * 501])
def test_a_key_that_cannot_be_stored_is_refused(database, key):
    async def story():
        with pytest.raises(outbox.BadPayload, match="dedup_key"):
            await enqueue(Water(), dedup_key=key)

    on(database, story)


def test_a_time_without_a_zone_is_refused(database):
    async def story():
        with pytest.raises(ValueError, match="time zone"):
            await enqueue(Water(), run_at=datetime(2030, 1, 1))  # noqa: DTZ001

    on(database, story)
