"""A share of the day is for mails that a stranger can cause; letters have at least the rest."""

import asyncio
from dataclasses import replace

import pytest

from shared import outbox, tx
from shared.newsletter.delivering import pace
from shared.newsletter.readers.preferences import settings_token
from shared.settings import current, use
from tests.support.gates import burned
from tests.support.jobs import make_due, on
from tests.support.post import Post
from tests.support.rows import column, one, total
from tests.support.settings import settings_for

COUNTED = "select array[mails, strangers] from sending_days"

CONFIRMATIONS = "select count(*) from subscribers where confirmation_mailed_at is not null"

WAIT = """
    select (run_at at time zone 'UTC')::time::text from background_jobs
     where kind = 'newsletter.confirm-mail' and status = 'pending' and attempts = 0
"""

WAITING = """
    select concat(kind, ' ', attempts) from background_jobs
     where kind like 'newsletter.%-mail' and status = 'pending' order by 1
"""

MORNING = """
    update sending_days set day = day - 1;
    delete from job_kinds
"""

LATER = "update background_jobs set run_at = run_at + interval '1 h'"

GARDEN = "insert into garden (site_url, environment) values ('https://a.example', 'production')"


def capped(post: Post, most: int | None) -> None:
    """Let so many mails go in a day."""
    use(replace(current(), mail_per_day=most))


def strangers(post: Post, number: int) -> None:
    """Let the form be filled in for made-up addresses, each from another network."""
    for n in range(number):
        answer = post.garden.subscribe(
            f"made-up{n}@example.org", headers={"X-Forwarded-For": f"203.0.{n}.7"}
        )
        assert answer.status_code == 200


def test_strangers_who_fill_in_the_form_do_not_hold_the_letters_back(post: Post, db):
    post.readers("ada@example.org")
    capped(post, 5)
    strangers(post, 6)
    post.garden.tick()
    post.plan()
    make_due(db)
    post.garden.tick()

    assert total(db) | {"sent": 1, "pending": 0} == total(db)
    assert one(db, CONFIRMATIONS) == 1
    assert one(db, COUNTED) == [2, 1]
    assert burned(db) == 0


def test_what_is_over_the_share_waits_for_tomorrow_and_burns_nothing(post: Post, db):
    capped(post, 10)
    strangers(post, 5)
    post.garden.tick()
    mailed, waits = one(db, CONFIRMATIONS), column(db, WAIT)
    days = []
    for _ in range(2):
        db.execute(MORNING)
        make_due(db)
        post.garden.tick()
        days.append(one(db, CONFIRMATIONS))

    assert (mailed, waits) == (2, ["00:00:00"] * 3)
    assert days == [4, 5]
    assert burned(db) == 0
    assert len({*post.copies()}) == len(post.copies()) == 5


def test_a_confirmation_that_waits_has_made_no_link(post: Post, db):
    capped(post, 1)
    strangers(post, 2)
    post.garden.tick()

    assert one(db, "select count(*) from subscribers where confirm_token_hash is not null") == 1


def test_a_wish_and_a_settings_link_are_of_the_same_share(post: Post, db):
    post.readers("ada@example.org")
    post.garden.show(post.garden.site.note("oak"))
    capped(post, 5)
    strangers(post, 1)
    post.garden.tick()
    token = settings_token(post.garden.settings.secret_key[0], 1)
    post.garden.client.post("/newsletter/settings-link", data={"token": token})
    post.garden.client.post("/newsletter/subscribe", data={"email": "b@a.example", "note": "oak"})
    post.garden.tick()
    waited = column(db, WAITING)
    db.execute(MORNING)
    db.execute("delete from sending_days")
    capped(post, 10)
    make_due(db)
    post.garden.tick()

    assert waited == ["newsletter.follow-mail 0", "newsletter.settings-mail 0"]
    assert (len(post.copies()), one(db, COUNTED)) == (3, [2, 2])


def test_letters_that_have_used_the_day_hold_no_confirmation(post: Post, db):
    post.readers(*(f"reader{n}@example.org" for n in range(6)))
    post.plan()
    capped(post, 5)
    post.garden.tick()
    strangers(post, 1)
    post.garden.tick()

    assert (total(db)["sent"], one(db, CONFIRMATIONS)) == (5, 1)
    assert one(db, COUNTED) == [6, 1]


def test_a_day_of_one_mail_has_a_stranger_s_and_a_letter(post: Post, db):
    post.readers("ada@example.org", "bob@example.org")
    post.plan()
    db.execute(LATER)
    capped(post, 1)
    strangers(post, 2)
    post.garden.tick()
    make_due(db)
    post.garden.tick()

    assert (total(db)["sent"], one(db, CONFIRMATIONS)) == (1, 1)


def test_without_a_cap_nothing_waits_and_nothing_is_counted(post: Post, db):
    capped(post, None)
    strangers(post, 6)
    post.garden.tick()

    assert one(db, CONFIRMATIONS) == 6
    assert column(db, COUNTED) == []


def test_a_confirmation_that_did_not_go_is_not_counted(post: Post, db):
    capped(post, 5)
    strangers(post, 1)
    post.attempts(1, "rcpt-550")
    failed = column(db, COUNTED)
    post.attempts(1, "ok")

    assert (failed, column(db, COUNTED)) == ([[0, 0]], [[1, 1]])


@pytest.mark.parametrize(("day", "share"), [(1, 1), (4, 1), (5, 1), (9, 1), (10, 2), (2000, 400)])
def test_the_share_is_a_fifth_and_at_least_one(day, share):
    assert pace.share(day) == share


def test_of_many_at_once_exactly_the_shares_are_counted(database, db):
    db.execute(GARDEN)
    chosen = settings_for(database, "smtp://127.0.0.1", "https://garden.example", mail_per_day=10)

    async def one_more(count):
        try:
            async with tx.run():
                await count(chosen)
        except outbox.Snooze:
            return 0
        return 1

    async def story():
        mails = [one_more(pace.count_a_strangers) for _ in range(20)]
        first = sum(await asyncio.gather(*mails))
        letters = [one_more(pace.count) for _ in range(20)]
        return first, sum(await asyncio.gather(*letters))

    assert on(database, story) == (2, 8)
    assert one(db, COUNTED) == [10, 2]
