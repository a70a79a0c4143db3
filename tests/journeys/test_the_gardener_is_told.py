"""On Mondays the gardener gets a page about the week, if there is anything to say."""

from collections.abc import Generator
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from functions.jobs import JOBS, weekly_mail
from shared import outbox, tx
from shared.newsletter.payloads import WeeklyMail
from shared.settings import current, use
from tests.support.dead import die
from tests.support.garden import Garden, link_in, text_of

GARDENER = "ada@gardener.example"

LAST_MONTH = "update gardener_told set until = until - interval '30 days'"


@pytest.fixture(autouse=True)
def gardener(garden: Garden) -> Generator[None]:
    before = current()
    use(replace(before, gardener_email=GARDENER))
    yield
    use(before)


async def enqueued() -> None:
    async with tx.run():
        await outbox.enqueue(WeeklyMail(), dedup_key="newsletter-weekly")


def monday(garden: Garden) -> list[str]:
    """Let it be Monday; return what the gardener reads."""
    garden.empty_inbox()
    garden.call(enqueued)
    garden.tick()
    mails = [mail for mail in garden.inbox() if mail["To"] == GARDENER]
    return [text_of(mail, "plain") for mail in mails]


def unsubscribe(garden: Garden, address: str) -> None:
    [letter] = [mail for mail in garden.inbox() if mail["To"] == address]
    assert garden.client.post(link_in(letter)).status_code == 200


def test_the_page_counts_who_joined_who_left_and_what_went(garden: Garden, site, db):
    garden.show(site.note("oak"))
    for name in ("eva", "bob", "kim"):
        garden.confirmed_reader(f"{name}@example.org")
    garden.subscribe("late@example.org")
    garden.show(site.note("oak", "evergreen"))
    garden.tick()
    garden.tick()
    unsubscribe(garden, "bob@example.org")
    unsubscribe(garden, "kim@example.org")
    db.execute(
        "insert into consent_events (subscriber_id, kind, source)"
        " select id, 'suppressed', 'mail server' from subscribers where email ~ '^(kim|late)@'"
    )
    die(db, 2, kind="newsletter.announce")

    [page] = monday(garden)

    assert "Readers who joined: 3\n" in page
    assert "Readers who left: 1\n" in page
    assert "Letters sent: 3\n" in page
    assert "Readers now: 1\n" in page
    assert "Asked and not confirmed yet: 0\n" in page
    assert "2 jobs are stuck" in page
    assert "thistledown jobs dead" in page


def test_a_week_without_news_sends_none_and_nothing_is_told_twice(garden: Garden, db):
    nothing = monday(garden)
    garden.confirmed_reader("eva@example.org")
    first, again = monday(garden), monday(garden)
    db.execute(LAST_MONTH)
    [late] = monday(garden)

    assert (nothing, len(first), again) == ([], 1, [])
    assert "Readers who joined: 1\n" in first[0]
    assert "Readers who joined: 1\n" in late  # no page since: told with the next, for two weeks


def test_the_page_is_in_the_garden_s_language_and_carries_no_way_out(garden: Garden, db):
    garden.confirmed_reader("eva@example.org")
    db.execute("update garden set title = '旁註花園', language = 'zh-Hant'")
    garden.empty_inbox()
    garden.call(enqueued)
    garden.tick()

    [mail] = [mail for mail in garden.inbox() if mail["To"] == GARDENER]
    assert mail["Subject"] == "旁註花園的這一週：1 人加入，0 人離開"
    assert "新加入的讀者：1" in text_of(mail, "plain")
    assert mail["List-Unsubscribe"] is None
    assert mail["Auto-Submitted"] == "auto-generated"


def test_without_an_address_of_the_gardener_nobody_is_told(garden: Garden):
    use(replace(current(), gardener_email=None))
    garden.confirmed_reader("eva@example.org")

    assert monday(garden) == []


def test_a_page_that_is_tried_again_is_the_same_mail(garden: Garden, db):
    garden.confirmed_reader("eva@example.org")
    monday(garden)
    [first] = garden.inbox()
    db.execute("delete from gardener_told")
    monday(garden)
    [second] = garden.inbox()

    assert first["Message-ID"] == second["Message-ID"]


def test_it_is_due_on_mondays_at_six_and_of_a_slept_through_week_the_last_one_only():
    rule = weekly_mail.schedule.rule
    sunday = datetime(2026, 11, 29, 12, tzinfo=UTC)

    assert rule.next(sunday) == datetime(2026, 11, 30, 6, tzinfo=UTC)
    assert rule.next(rule.next(sunday)) == datetime(2026, 12, 7, 6, tzinfo=UTC)
    assert weekly_mail.handler.job.kind in JOBS.kinds


def test_an_address_of_the_gardener_may_have_a_name(garden: Garden):
    use(replace(current(), gardener_email=f"Ada <{GARDENER}>"))
    garden.confirmed_reader("eva@example.org")

    assert len(monday(garden)) == 1
