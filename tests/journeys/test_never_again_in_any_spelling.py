"""Never again is a wish for the mailbox: no stranger can cause a mail to any spelling of it."""

import pytest

from shared import tx
from shared.newsletter.readers import silent_mailboxes, suppressions
from shared.newsletter.records.consent import Origin
from tests.support.garden import Garden, link_in, path_of, text_of
from tests.support.rows import column, minutes_pass, one, readers

ADDRESS = "anna.lee@gmail.com"
SPELLINGS = ["annalee@gmail.com", "anna.lee+news@gmail.com", "ANNA.LEE@googlemail.com"]
MONTH = 40 * 24 * 60


def quiet_link(garden: Garden, address: str) -> str:
    """Let a stranger type an address; return the quiet link in the mail of it."""
    garden.subscribe(address)
    garden.tick()
    [mail] = garden.inbox()
    garden.empty_inbox()
    [line] = [line for line in text_of(mail, "plain").split() if "/not-me?" in line]
    return path_of(line)


@pytest.mark.parametrize("is_purged", [False, True])
def test_no_other_spelling_is_mailed_through_the_form(garden: Garden, db, is_purged: bool):
    garden.show(garden.site.note("moss"), garden.site.note("oak"))
    link = quiet_link(garden, ADDRESS)
    if is_purged:
        db.execute("delete from subscribers")
    garden.client.post(link)
    answers = set[bytes]()
    for spelling in SPELLINGS:
        minutes_pass(db, MONTH)
        answers.add(garden.subscribe(spelling).content)
        minutes_pass(db, MONTH)
        fields = {"email": spelling, "note": "oak"}
        answers.add(garden.client.post("/newsletter/subscribe", data=fields).content)
        garden.tick()
    answers.add(garden.subscribe("new@example.org").content)
    garden.tick()

    assert len(answers) == 1
    assert [mail["To"] for mail in garden.inbox()] == ["new@example.org"]
    assert one(db, "select count(*) from silent_mailboxes") == 1
    assert "anna" not in str(column(db, "select silent_mailboxes::text from silent_mailboxes"))


def test_a_mail_that_waits_for_another_spelling_is_not_sent_any_more(garden: Garden, db):
    link = quiet_link(garden, ADDRESS)
    minutes_pass(db, 11)
    garden.subscribe(SPELLINGS[1])
    garden.client.post(link)
    garden.tick()

    assert garden.inbox() == []
    assert {*column(db, "select status from background_jobs")} == {"succeeded"}


def test_who_confirmed_another_spelling_keeps_her_letters_and_hears_of_no_stranger(
    garden: Garden, db
):
    garden.show(garden.site.note("oak"))
    garden.confirmed_reader(SPELLINGS[1])
    garden.empty_inbox()
    minutes_pass(db, MONTH)
    garden.client.post(quiet_link(garden, ADDRESS))
    minutes_pass(db, MONTH)
    garden.subscribe(SPELLINGS[1])
    garden.tick()

    assert garden.inbox() == []
    assert readers(db) == {SPELLINGS[1]: "confirmed", ADDRESS: "unsubscribed"}
    assert len(garden.letters_after(garden.site.note("oak", "evergreen"))) == 1


def test_another_persons_mailbox_is_none_of_its_spellings(garden: Garden, db):
    garden.client.post(quiet_link(garden, "anna.lee@example.org"))
    garden.subscribe("annalee@example.org")  # dots are letters everywhere but at Gmail
    garden.tick()

    assert [mail["To"] for mail in garden.inbox()] == ["annalee@example.org"]


def test_it_outlives_a_new_key_and_ends_with_a_release(garden: Garden, db):
    garden.client.post(quiet_link(garden, ADDRESS))
    keys = ["a new key of forty characters or so ...", *garden.settings.secret_key]

    async def silent() -> bool:
        async with tx.run():
            return await silent_mailboxes.find(keys, "annalee@gmail.com") is not None

    async def release() -> bool:
        async with tx.run():
            await suppressions.release(
                keys, subscriber_id=None, email=ADDRESS, origin=Origin("gardener")
            )
            return await silent_mailboxes.release(keys, "annalee@gmail.com")

    assert garden.call(silent)
    assert garden.call(release)
    assert not garden.call(silent)


def test_pressing_the_link_of_two_spellings_is_one_silent_mailbox(garden: Garden, db):
    first = quiet_link(garden, ADDRESS)
    minutes_pass(db, 11)
    second = quiet_link(garden, SPELLINGS[0])
    answers = [garden.client.post(link).status_code for link in (first, second)]

    assert answers == [200, 200]
    assert {*readers(db).values()} == {"unsubscribed"}
    assert one(db, "select count(*) from silent_mailboxes") == 1
    assert one(db, "select count(*) from suppressions") == 2


def test_a_confirmation_of_another_spelling_that_is_there_already_may_be_pressed(
    garden: Garden, db
):
    garden.subscribe(SPELLINGS[1])
    garden.tick()
    confirm = link_in(garden.inbox()[0])
    garden.empty_inbox()
    minutes_pass(db, 11)
    garden.client.post(quiet_link(garden, ADDRESS))

    assert garden.client.post(confirm).status_code == 200
    assert readers(db) == {SPELLINGS[1]: "confirmed", ADDRESS: "unsubscribed"}
