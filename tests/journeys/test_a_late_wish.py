"""A wish for one note that is confirmed too late: its owner gets a fresh link, as others do."""

import pytest

from tests.support.garden import Garden, link_in
from tests.support.late import press, too_late
from tests.support.rows import column

WISHES = "select note_id from followed_notes where confirmed_at is not null and ended_at is null"


@pytest.fixture
def old(garden: Garden, db) -> str:
    garden.show(garden.site.note("oak"))
    return too_late(garden, db, note="oak")


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
