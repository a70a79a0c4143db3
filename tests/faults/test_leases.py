"""An attempt that has too little time left sends nothing, and a late one changes nothing."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from functions.jobs import JOBS
from shared.outbox.worker.ack import acknowledge
from shared.outbox.worker.work import work
from tests.support.garden import Garden
from tests.support.jobs import claim, make_due
from tests.support.post import Post
from tests.support.rows import deliveries, minutes_pass, one, outlive_leases

TOO_SHORT = timedelta(seconds=20)  # a mail may take thirty

LAST_ERROR = "select error from job_attempts order by id desc limit 1"


def work_under(garden: Garden, lease: timedelta) -> str:
    """Work the job that is due under a lease of this length, and return how it ended."""

    async def work_it() -> str:
        [running] = await claim(1, lease=lease)
        ended = await work(JOBS.get(running.kind), running)
        await acknowledge([ended])
        return ended.outcome

    return garden.call(work_it)


def test_a_letter_is_not_begun_without_time_to_end_it(post: Post, db):
    post.readers("ada@example.org")
    post.plan()
    outcome = work_under(post.garden, TOO_SHORT)
    untouched = deliveries(db)
    error = one(db, LAST_ERROR)
    post.attempts(1, "ok")

    assert outcome == "failed"
    assert error.startswith("StaleLease: the lease was over")
    assert untouched == [("pending", None, 0)]
    assert deliveries(db) == [("sent", None, 0)]


def test_a_confirmation_is_not_lost_to_a_lease_that_is_too_short(post: Post, db):
    post.garden.subscribe("ada@example.org")
    outcome = work_under(post.garden, TOO_SHORT)
    no_token = one(db, "select confirm_token_hash is null from subscribers")
    post.attempts(1, "ok")

    assert outcome == "failed"
    assert no_token
    assert len(post.copies()) == 1


def test_who_asks_while_a_job_has_found_nothing_to_do_is_not_forgotten(garden: Garden, db):
    garden.subscribe("ada@example.org")
    garden.tick()
    garden.subscribe("ada@example.org")

    async def meanwhile() -> None:
        [running] = await claim(1, lease=timedelta(seconds=120))
        ended = await work(JOBS.get(running.kind), running)
        minutes_pass(db, 60)
        await asyncio.to_thread(garden.subscribe, "ada@example.org")
        await acknowledge([ended])

    garden.call(meanwhile)
    before = len(garden.inbox())
    garden.tick()

    assert before == 1
    assert len(garden.inbox()) == 2


def test_f10_a_late_sender_changes_nothing_and_its_copy_is_counted(post: Post, db):
    """A frozen worker comes back when another has its job: two copies, one row, one name."""
    post.readers("ada@example.org")
    post.plan()
    post.server.delay = 1.0
    with ThreadPoolExecutor(1) as threads:
        late = threads.submit(post.garden.tick)
        wait_until(lambda: deliveries(db) == [("sending", None, 0)])
        outlive_leases(db)
        post.garden.tick()  # takes the job back
        make_due(db)
        post.garden.tick()  # takes the delivery over
        report = late.result()

    assert (report.claimed, report.stale) == (1, 1)
    assert deliveries(db) == [("sent", None, 1)]
    assert len(post.copies()) == 2
    assert len({*post.copies()}) == 1
    assert post.outcomes()[-2:] == ["expired", "succeeded"]


def test_a_delivery_that_was_sent_is_not_sent_again(post: Post, db):
    post.readers("ada@example.org")
    post.plan()
    post.attempts(1, "ok")
    db.execute(
        "insert into background_jobs (kind, payload)"
        " select kind, payload from background_jobs where kind = 'newsletter.evergreen-mail'"
    )
    post.attempts(1, "ok")

    assert len(post.copies()) == 1


def wait_until(condition) -> None:
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)
