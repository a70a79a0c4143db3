"""Days and times in mails are those of the garden's zone, which is named where there is a time."""

from collections.abc import Generator
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from shared import outbox, tx
from shared.newsletter.payloads import AlertMail, WeeklyMail
from shared.settings import current, use
from tests.support.choosing import ADA, choose, mailed
from tests.support.garden import Garden, text_of
from tests.support.rows import one

GARDENER = "ada@gardener.example"


@pytest.fixture
def elsewhere(garden: Garden, db) -> Generator[str]:
    """Put the garden where it is another day than in UTC at the moment, whenever that is."""
    zone = "Etc/GMT+12" if datetime.now(UTC).hour < 12 else "Etc/GMT-12"
    db.execute("update garden set zone = %s", (zone,))
    before = current()
    use(replace(before, gardener_email=GARDENER))
    yield zone
    use(before)


def on(db, moment: str, zone: str, form: str = "FMDD FMMonth YYYY") -> str:
    return one(db, f"select to_char(({moment}) at time zone '{zone}', '{form}')")


def letter_after(garden: Garden, job: AlertMail | WeeklyMail) -> str:
    async def enqueued() -> None:
        async with tx.run():
            await outbox.enqueue(job, dedup_key="one")

    garden.empty_inbox()
    garden.call(enqueued)
    garden.tick()
    [mail] = garden.inbox()
    return " ".join(text_of(mail, "plain").split())


def test_an_alert_says_from_when_to_when_on_the_garden_s_clocks(garden: Garden, db, elsewhere):
    noticed = round(datetime.now(UTC).timestamp()) - 60
    text = letter_after(garden, AlertMail(noticed, is_quota=True))

    since = on(db, f"to_timestamp({noticed})", elsewhere, "FMDD FMMonth YYYY, HH24:MI")
    assert f"From {since} to " in text
    assert f"({elsewhere})" in text


def test_the_weekly_page_is_about_days_of_the_garden(garden: Garden, db, elsewhere):
    garden.confirmed_reader(ADA)
    text = letter_after(garden, WeeklyMail())

    until = on(db, "select until from gardener_told where what = 'weekly'", elsewhere)
    assert f"– {until}" in text


def test_a_letter_says_on_which_day_of_the_garden_somebody_agreed(garden: Garden, db, elsewhere):
    garden.confirmed_reader(ADA)
    garden.show(garden.site.note("oak"))
    db.execute("update garden set zone = %s", (elsewhere,))
    confirmed = on(db, "select confirmed_at from subscribers", elsewhere)
    garden.site.publish(garden.site.note("oak", "evergreen"))
    manifest = garden.site.manifest(garden.site.note("oak", "evergreen"))
    manifest["site"]["zone"] = elsewhere
    garden.announce(manifest)
    garden.tick()
    [mail] = garden.inbox()

    assert f"because you confirmed on {confirmed}" in " ".join(text_of(mail, "plain").split())


@pytest.mark.parametrize("note", [None, "oak"])
def test_a_link_holds_until_a_day_of_the_garden(garden: Garden, db, elsewhere, note: str | None):
    garden.show(garden.site.note("oak"))
    db.execute("update garden set zone = %s", (elsewhere,))
    form = {"email": ADA} if note is None else {"email": ADA, "note": note}
    garden.client.post("/newsletter/subscribe", data=form)
    garden.tick()
    [mail] = garden.inbox()

    until = "select token_expires_at from followed_notes"
    expires = on(
        db, until if note else "select confirm_token_expires_at from subscribers", elsewhere
    )
    assert f"The link works until {expires}" in " ".join(text_of(mail, "plain").split())


def test_a_pause_ends_on_a_day_as_people_write_it(garden: Garden, db, elsewhere):
    garden.confirmed_reader(ADA)
    page = choose(garden, mailed(garden), topic=[], pause="yes")

    until = on(db, "select paused_until from subscribers", elsewhere)
    assert f"Paused until {until};" in page.text.replace("\u00a0", " ")
