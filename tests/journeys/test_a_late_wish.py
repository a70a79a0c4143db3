"""A wish for one note that is confirmed too late: its owner gets a fresh link, as others do."""

import pytest

from tests.support.garden import Garden, link_in
from tests.support.rows import column, dump, minutes_pass

ADA = "ada@example.org"
CONFIRM = "/newsletter/confirm"
DAY = 24 * 60
WISHES = "select note_id from followed_notes where confirmed_at is not null and ended_at is null"

A_WEEK_PASSES = """
    update followed_notes set token_expires_at = token_expires_at - interval '7 days 1 second'
"""


@pytest.fixture
def old(garden: Garden, db) -> str:
    """Ask three times in a month, which is all a mailbox may, and let a week pass."""
    garden.show(garden.site.note("oak"))
    for _ in range(4):
        garden.client.post("/newsletter/subscribe", data={"email": ADA, "note": "oak"})
        garden.tick()
        minutes_pass(db, DAY + 1)
    assert len(garden.inbox()) == 3
    link = link_in(garden.inbox()[-1])
    garden.empty_inbox()
    db.execute(A_WEEK_PASSES)
    return link


def press(garden: Garden, link: str) -> int:
    """Press the button of the page that a link leads to once it is old."""
    return garden.client.post(link, data={"fresh": "1"}).status_code


def test_the_button_mails_one_more_outside_the_caps_and_that_confirms(garden: Garden, db, old):
    mailboxes = column(db, "select opened_at from mailboxes")
    answers = [press(garden, old), press(garden, old)]
    garden.tick()
    [mail] = garden.inbox()

    assert answers == [200, 200]
    assert mail["Subject"] == "Please confirm: tell me when “On oak” grows"
    assert column(db, "select opened_at from mailboxes") == mailboxes
    assert press(garden, old) == 404
    assert press(garden, link_in(mail)) == 404
    garden.tick()
    assert len(garden.inbox()) == 1
    assert garden.client.post(link_in(mail)).status_code == 200
    assert column(db, WISHES) == ["oak"]
    kinds = "select kind || ' by ' || source from consent_events order by id"
    assert column(db, kinds)[-3:] == [
        "note requested by link",
        "note mailed by mail",
        "note confirmed by link",
    ]


def test_its_page_is_that_of_any_link_which_is_none_and_reading_it_changes_nothing(
    garden: Garden, db, old
):
    before = dump(db)
    pages = [garden.client.get(old), garden.client.post(old)]
    pages.append(garden.client.get(f"{CONFIRM}?token={'A' * 43}"))

    assert {page.status_code for page in pages} == {404}
    assert len({page.content for page in pages}) == 1
    assert dump(db) == before


def test_a_stranger_who_has_no_mail_of_it_still_gets_none_sent(garden: Garden, old):
    for token in ("", "A" * 43, old.partition("token=")[2][:-1]):
        assert press(garden, f"{CONFIRM}?token={token}") == 404
    garden.tick()

    assert garden.inbox() == []


@pytest.mark.parametrize("state", ["confirmed_at", "ended_at"])
def test_who_has_confirmed_or_taken_it_back_has_nothing_to_be_mailed(garden, db, old, state: str):
    db.execute(f"update followed_notes set {state} = clock_timestamp()")  # pyright: ignore[reportArgumentType] - a literal above

    assert press(garden, old) == 404
    garden.tick()
    assert garden.inbox() == []


def test_of_a_note_that_has_grown_the_button_says_so_and_mails_nothing(garden: Garden, old):
    garden.show(garden.site.note("oak", "evergreen"))
    garden.tick()
    page = garden.client.post(old, data={"fresh": "1"})
    garden.tick()

    assert page.status_code == 200
    assert "It has grown already" in page.text
    assert garden.inbox() == []


def test_a_form_that_is_closed_is_closed_for_the_late_too(garden: Garden, db, old):
    db.execute("update garden set sign_up_closed_at = clock_timestamp()")

    assert press(garden, old) == 403
    garden.tick()
    assert garden.inbox() == []


def test_who_said_never_again_is_not_mailed_by_an_old_link_either(garden: Garden, db, old):
    db.execute("insert into silent_mailboxes (mailbox_hash) select mailbox_hash from mailboxes")
    press(garden, old)
    garden.tick()

    assert garden.inbox() == []
