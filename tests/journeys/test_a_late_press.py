"""A confirmation that is pressed too late: its owner gets a fresh link, whatever strangers did."""

import pytest

from tests.support.garden import Garden, link_in
from tests.support.rows import column, dump, minutes_pass, one, readers

ADDRESS = "owner@example.org"
CONFIRM = "/newsletter/confirm"
DAY = 24 * 60

A_WEEK_PASSES = """
    update subscribers
       set confirm_token_expires_at = confirm_token_expires_at - interval '7 days 1 second'
"""


@pytest.fixture
def old(garden: Garden, db) -> str:
    """Let a stranger use up a mailbox's month, and a week pass; return the newest mail's link."""
    for _ in range(4):
        garden.subscribe(ADDRESS)
        garden.tick()
        minutes_pass(db, DAY + 1)
    link = link_in(garden.inbox()[-1])
    assert len(garden.inbox()) == 3
    garden.empty_inbox()
    db.execute(A_WEEK_PASSES)
    return link


def press(garden: Garden, link: str) -> int:
    """Press the button of the page that a link leads to once it is old."""
    return garden.client.post(link, data={"fresh": "1"}).status_code


def test_until_it_is_old_the_newest_link_of_three_by_a_stranger_is_good(garden: Garden, db):
    for _ in range(3):
        garden.subscribe(ADDRESS)
        garden.tick()
        minutes_pass(db, DAY + 1)

    assert garden.client.post(link_in(garden.inbox()[-1])).status_code == 200
    assert readers(db) == {ADDRESS: "confirmed"}


def test_its_page_is_that_of_any_link_which_is_none_and_reading_it_changes_nothing(
    garden: Garden, db, old
):
    before = dump(db)
    pages = [garden.client.get(old), garden.client.post(old)]
    pages.append(garden.client.get(f"{CONFIRM}?token={'A' * 43}"))
    garden.client.head(old)

    assert {page.status_code for page in pages} == {404}
    assert len({page.content for page in pages}) == 1
    assert pages[0].text.count('name="fresh"') == 1
    assert ADDRESS not in pages[0].text
    assert dump(db) == before


def test_its_button_sends_the_page_s_own_address_and_goes_once_it_was_pressed(garden: Garden, old):
    page = garden.client.get(old).text
    pressed = garden.client.post(f"{CONFIRM}?token={'A' * 43}", data={"fresh": "1"})

    assert '<form method="post">\n<button name="fresh" value="1">' in page
    assert pressed.status_code == 404
    assert 'name="fresh"' not in pressed.text


def test_the_button_mails_one_more_outside_the_caps_and_that_confirms(garden: Garden, db, old):
    mailboxes = column(db, "select opened_at from mailboxes")
    answers = [press(garden, old), press(garden, old)]
    garden.tick()
    [mail] = garden.inbox()

    assert answers == [200, 200]
    assert column(db, "select opened_at from mailboxes") == mailboxes
    assert press(garden, old) == 404
    assert press(garden, link_in(mail)) == 404
    garden.tick()
    assert len(garden.inbox()) == 1
    assert garden.client.post(link_in(mail)).status_code == 200
    assert readers(db) == {ADDRESS: "confirmed"}
    assert column(db, "select source from consent_events where kind = 'requested'") == [
        *["form"] * 3,
        "link",
    ]


def test_a_stranger_who_has_no_mail_of_it_still_gets_none_sent(garden: Garden, db, old):
    for token in ("", "A" * 43, old.partition("token=")[2][:-1]):
        assert press(garden, f"{CONFIRM}?token={token}") == 404
    garden.subscribe(ADDRESS)
    garden.tick()

    assert garden.inbox() == []


@pytest.mark.parametrize("state", ["confirmed", "used"])
def test_who_has_confirmed_has_nothing_to_be_mailed(garden: Garden, db, old, state):
    changed = {
        "confirmed": "status = 'confirmed'",
        "used": "confirm_token_used_at = clock_timestamp()",
    }
    db.execute("update subscribers set " + changed[state])

    assert press(garden, old) == 404
    assert one(db, "select count(*) from background_jobs where status = 'pending'") == 0


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


def test_it_is_said_in_chinese_and_in_json(garden: Garden, old):
    page = garden.client.get(old, headers={"Accept-Language": "zh-TW"})
    told = garden.client.post(old, json={"fresh": "1"}, headers={"Accept": "application/json"})

    assert "再寄一個新的連結給我" in page.text
    assert told.json()["title"] == "Look into your inbox"
