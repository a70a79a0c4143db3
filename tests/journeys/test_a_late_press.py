"""A confirmation that is pressed too late: its owner gets a fresh link, whatever strangers did."""

import pytest

from tests.support.garden import Garden, link_in
from tests.support.late import CONFIRM, DAY, OWNER, press, too_late
from tests.support.rows import column, minutes_pass, one, readers


@pytest.fixture
def old(garden: Garden, db) -> str:
    return too_late(garden, db)


def test_until_it_is_old_the_newest_link_of_three_by_a_stranger_is_good(garden: Garden, db):
    for _ in range(3):
        garden.subscribe(OWNER)
        garden.tick()
        minutes_pass(db, DAY + 1)

    assert garden.client.post(link_in(garden.inbox()[-1])).status_code == 200
    assert readers(db) == {OWNER: "confirmed"}


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
    assert readers(db) == {OWNER: "confirmed"}
    assert column(db, "select source from consent_events where kind = 'requested'") == [
        *["form"] * 3,
        "link",
    ]


@pytest.mark.parametrize("state", ["confirmed", "used"])
def test_who_has_confirmed_has_nothing_to_be_mailed(garden: Garden, db, old, state):
    changed = {
        "confirmed": "status = 'confirmed'",
        "used": "confirm_token_used_at = clock_timestamp()",
    }
    db.execute("update subscribers set " + changed[state])

    assert press(garden, old) == 404
    assert one(db, "select count(*) from background_jobs where status = 'pending'") == 0


def test_it_is_said_in_chinese_and_in_json(garden: Garden, old):
    page = garden.client.get(old, headers={"Accept-Language": "zh-TW"})
    told = garden.client.post(old, json={"fresh": "1"}, headers={"Accept": "application/json"})

    assert "再寄一個新的連結給我" in page.text
    assert told.json()["title"] == "Look into your inbox"
