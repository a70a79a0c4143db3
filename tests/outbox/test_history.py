"""What is kept of a failure: enough to understand it, and nothing that must not be seen."""

import logging

import pytest

from shared import outbox
from tests.support.jobs import Water, enqueue, handlers, make_due, on, row, state

ADDRESS = "canary.reader@example.org"
TOKEN = "sec-4711-canary"


class Said(Exception):
    def __init__(self, public):
        super().__init__(f"{ADDRESS} {TOKEN}")
        self.public = public


class Grumpy(Exception):
    @property
    def public(self):
        raise RuntimeError("no comment")


class Unspeakable:
    def __str__(self):
        raise RuntimeError("no comment")


async def fail_with(error):
    async def work(job):
        raise error

    job = await enqueue(Water())
    await outbox.tick(handlers(work))
    (attempt,) = await outbox.history(job)
    return job, attempt.error


@pytest.mark.parametrize(
    ("error", "kept"),
    [
        (Said("550 no such mailbox"), "Said: 550 no such mailbox (test_history.py:"),
        (Said("a\x00b\ud800c\nd\x1b[31m"), "Said: a b c d [31m (test"),
        (Said(f"550 <{ADDRESS}>: unknown"), "Said: 550 <[address]>: unknown (test"),
        (Said(550), "Said: 550 (test"),
        (Said(""), "Said (test"),
        (Said(Unspeakable()), "Said (test"),
        (Grumpy(), "Grumpy (test"),
        (ValueError(f"{ADDRESS} \x00 \ud800"), "ValueError (test"),
        (outbox.Discard("\x00\udfff gone"), "Discard: gone (test"),
    ],
)
def test_case_24_an_error_is_kept_by_its_class_and_its_public_text(database, db, error, kept):
    job, text = on(database, lambda: fail_with(error))

    assert " ".join(text.split()).startswith(kept)
    assert row(db, job)["status"] in ("pending", "dead")


@pytest.mark.parametrize(
    "error", [Said("x" * 10_000_000), Said("\x00" * 5000), outbox.Discard("嫩" * 9999)]
)
def test_a_huge_text_is_cut_and_does_not_stop_the_end(database, db, error):
    job, text = on(database, lambda: fail_with(error))

    assert len(text) <= 500
    assert row(db, job)["status"] in ("pending", "dead")


def test_no_message_of_an_exception_reaches_the_table_or_the_log(database, db, caplog):
    async def work(job):
        try:
            raise ValueError(f"password={TOKEN}")
        except ValueError as cause:
            raise ConnectionError(f"cannot send to {ADDRESS} with {TOKEN}") from cause

    async def story():
        for _ in range(7):
            job = await enqueue(Water(), dedup_key="one")
            make_due(db)
            await outbox.tick(handlers(work))
        return job

    with caplog.at_level(logging.DEBUG):
        job = on(database, story)

    assert state(db, job) == ("dead", 7)
    kept = str(db.execute("select * from job_attempts").fetchall())
    kept += str(db.execute("select * from background_jobs").fetchall()) + caplog.text
    assert kept.count("ConnectionError") >= 14
    for secret in (ADDRESS, TOKEN, "password="):
        assert secret not in kept


def test_case_35_every_attempt_is_there_with_its_times(database, db):
    async def story():
        job, _ = await fail_with(ValueError())
        make_due(db)
        await outbox.tick(handlers())
        return await outbox.history(job)

    first, second = on(database, story)

    assert (first.attempt, first.outcome) == (1, "failed")
    assert (second.attempt, second.outcome, second.error) == (2, "succeeded", None)
    assert first.started_at <= first.finished_at <= second.started_at <= second.finished_at


def test_the_newest_error_is_shown_with_the_job(database, db):
    async def story():
        job, text = await fail_with(Said("mailbox full"))
        (stored,) = await outbox.jobs(job_id=job)
        return stored, text

    stored, text = on(database, story)

    assert stored.last_error == text
    assert stored.payload == {"plant": 1}
    assert (stored.kind, stored.status, stored.attempts) == ("test.water", "pending", 1)
