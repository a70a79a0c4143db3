"""After a restore no link and no bounce of a mail that went out since the backup means another."""

import pytest

from shared import tx
from shared.mail.notices.notice import Notice
from shared.newsletter.keys import unsubscribe_token
from shared.newsletter.readers.preferences import settings_token
from shared.newsletter.records import numbers
from shared.newsletter.returning import bounces
from shared.newsletter.returning.marks import Mark, write_mark
from tests.support.garden import Garden
from tests.support.rows import one


async def leap() -> None:
    async with tx.run():
        await numbers.leap_ahead()


@pytest.fixture
def restored(garden: Garden) -> Garden:
    """Give a garden whose database has forgotten whom it gave the second number to."""
    garden.confirmed_reader("ada@example.org")
    garden.show(garden.site.note("oak"))
    return garden


def bounce(garden: Garden, mark: Mark) -> str:
    places = (write_mark(garden.settings.secret_key[0], mark),)
    notice = Notice("permanent", "5.1.1", places, f"{mark}")

    async def story() -> str:
        async with tx.run():
            return await bounces.take_in(notice, "mail", garden.settings.secret_key)

    return garden.call(story)


@pytest.mark.parametrize(("leaps", "becomes"), [(True, "confirmed"), (False, "unsubscribed")])
def test_a_link_to_leave_ends_nobody_elses_subscription(restored: Garden, db, leaps, becomes):
    if leaps:
        restored.call(leap)
    restored.confirmed_reader("bob@example.org")
    link = unsubscribe_token(restored.settings.secret_key[0], 2, 1)
    answer = restored.client.post("/newsletter/unsubscribe", data={"token": link})

    assert answer.status_code == 200
    assert one(db, "select status from subscribers where email = 'bob@example.org'") == becomes


def test_bounces_and_settings_links_mean_nobody_else_and_old_links_still_work(restored, db):
    restored.call(leap)
    restored.confirmed_reader("bob@example.org")
    restored.show(restored.site.note("oak", "evergreen"))
    restored.tick()
    restored.empty_inbox()
    key = restored.settings.secret_key[0]
    for number in range(2, 5):
        token = settings_token(key, number)
        restored.client.post("/newsletter/settings-link", data={"token": token})
    restored.tick()
    marks = [Mark(of, number) for of in ("delivery", "subscriber") for number in range(2, 40)]

    assert {bounce(restored, mark) for mark in marks} == {"not ours"}
    assert restored.inbox() == []
    restored.client.post("/newsletter/unsubscribe", data={"token": unsubscribe_token(key, 1, 1)})
    assert one(db, "select status from subscribers where id = 1") == "unsubscribed"
    assert one(db, "select min(id) from deliveries") > numbers.LEAP
