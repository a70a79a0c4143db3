"""How fast mail goes: a rate over all workers, a cap of a day that nobody loses an attempt to."""

import asyncio
from dataclasses import replace

import pytest

from shared import outbox, tx
from shared.newsletter.delivering import ledger, pace
from shared.settings import current, use
from tests.support.gates import burned, in_seconds
from tests.support.jobs import make_due, on
from tests.support.post import Post
from tests.support.rows import column, one, total
from tests.support.settings import settings_for

LIMITS = "select max_running, rate, burst from job_queues where queue = 'bulk'"

COUNTED = "select mails from sending_days"

# A night goes by: yesterday's count stays, the pause is over, and what was snoozed is due.
MORNING = """
    update sending_days set day = day - 1;
    update job_kinds set paused_until = clock_timestamp() - interval '1 s'
"""


def limits(db):
    found = db.execute(LIMITS).fetchone()
    return found and (found["max_running"], found["rate"], found["burst"])


def settings(database, mail_url="smtp://127.0.0.1", **changes):
    return settings_for(database, mail_url, "https://garden.example", **changes)


def kept(database, chosen):
    on(database, lambda: pace.keep(chosen))


async def shares_of(notification):
    async with tx.run():
        return await ledger.shares(notification)


def paced(post: Post, **changes):
    """Let the garden of a test send at another pace."""
    use(replace(current(), **changes))
    post.garden.call(lambda: pace.keep(current()))


def test_the_rate_of_the_settings_is_the_limit_of_the_queue(database, db):
    kept(database, settings(database, mail_per_second=0.5))
    slow = limits(db)
    kept(database, settings(database, mail_per_second=14))
    fast = limits(db)
    kept(database, settings(database, mail_per_second=0))

    assert (slow, fast, limits(db)) == ((None, 0.5, 1), (None, 14, 14), (None, None, None))


@pytest.mark.parametrize(
    ("mail_url", "rate"), [("ses://eu-central-1", 14), ("resend://key", 2), ("postmark://t", None)]
)
def test_without_a_setting_it_is_what_the_service_takes(database, mail_url, rate):
    assert pace.per_second(settings(database, mail_url)) == rate


def test_what_a_person_has_set_since_stays_until_the_settings_say_something_new(database, db):
    kept(database, settings(database, mail_per_second=14))

    async def by_hand():
        await outbox.limits("bulk", max_running=3, rate=5, by="ada")

    on(database, by_hand)
    kept(database, settings(database, mail_per_second=14))
    untouched = limits(db)
    kept(database, settings(database, mail_per_second=2))

    assert untouched == (3, 5, 5)
    assert limits(db) == (3, 2, 2)


def test_settings_that_say_nothing_touch_nothing(database, db):
    kept(database, settings(database))

    assert limits(db) is None
    assert db.execute("select from sending_pace").fetchall() == []


def test_n34_letters_go_at_the_rate_and_no_faster(post: Post, db):
    post.readers(*(f"reader{n}@example.org" for n in range(25)))
    post.plan()
    paced(post, mail_per_second=10)
    sent = []
    for seconds in (0, 1, 2):
        post.garden.tick(now=in_seconds(seconds))
        sent.append(total(db)["sent"])

    assert sent[0] <= 10
    assert sent == sorted(sent)
    assert sent[-1] == 25
    assert burned(db) == 0


def test_what_is_over_the_day_s_cap_waits_for_tomorrow_and_burns_nothing(post: Post, db):
    post.readers(*(f"reader{n}@example.org" for n in range(25)))
    post.plan()
    paced(post, mail_per_day=10)
    post.garden.tick()
    make_due(db)
    post.garden.tick()
    first, until = total(db), one(db, "select paused_until::text from job_kinds")
    days = []
    for _ in range(2):
        db.execute(MORNING)
        make_due(db)
        post.garden.tick()
        days.append(total(db)["sent"])

    assert first == {"candidates": 25, "sent": 10, "skipped": 0, "failed": 0, "pending": 15}
    assert until[11:] == "00:00:00+00"
    assert days == [20, 25]
    assert burned(db) == 0
    assert one(db, "select max(ambiguous) from deliveries") == 0
    assert len({*post.copies()}) == len(post.copies()) == 25


def test_the_day_ends_at_the_midnight_of_the_garden_s_zone(post: Post, db):
    post.readers("ada@example.org", "bob@example.org")
    post.plan()
    db.execute("update garden set zone = 'Asia/Taipei'")
    paced(post, mail_per_day=1)
    post.garden.tick()

    [ends] = column(db, "select (paused_until at time zone 'Asia/Taipei')::text from job_kinds")
    assert ends[11:] == "00:00:00"
    assert one(db, "select day = (now() at time zone 'Asia/Taipei')::date from sending_days")


def test_the_pause_says_why_and_whoever_asks_is_told(post: Post, db):
    post.readers("ada@example.org", "bob@example.org")
    post.plan()
    paced(post, mail_per_day=1)
    post.garden.tick()

    [gate] = post.garden.call(outbox.gates).kinds
    assert gate.kind == "newsletter.evergreen-mail"
    assert gate.paused_because == "MAIL_PER_DAY: 1 mail has gone today, the rest follows tomorrow"
    number = one(db, "select id from notifications")
    shares = post.garden.call(lambda: shares_of(number))
    assert {(share.fate, share.reason, share.deliveries) for share in shares} == {
        ("sent", None, 1),
        ("pending", "for tomorrow: the day is full", 1),
    }


def test_a_letter_that_did_not_go_is_not_counted(post: Post, db):
    post.readers("ada@example.org")
    post.plan()
    paced(post, mail_per_day=5)
    post.attempts(1, "rcpt-550")
    failed = column(db, COUNTED)
    post.attempts(1, "ok")

    assert (failed, column(db, COUNTED)) == ([0], [1])


def test_a_letter_that_is_skipped_is_not_counted(post: Post, db):
    post.readers("ada@example.org")
    post.plan()
    paced(post, mail_per_day=5)
    db.execute("update subscribers set status = 'unsubscribed'")
    post.garden.tick()

    assert column(db, COUNTED) == []


def test_of_many_at_once_exactly_the_cap_are_counted(database, db):
    chosen = settings(database, mail_per_day=7)

    db.execute(
        "insert into garden (site_url, environment) values ('https://a.example', 'production')"
    )

    async def story():
        async def one_more():
            try:
                async with tx.run():
                    await pace.count(chosen)
            except pace.DayIsFull:
                return 0
            return 1

        return sum(await asyncio.gather(*(one_more() for _ in range(30))))

    assert on(database, story) == 7
    assert column(db, COUNTED) == [7]
