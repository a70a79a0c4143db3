"""What holds for a link that was pressed too late, whether of a confirmation or of a wish."""

import pytest

from tests.support.garden import Garden
from tests.support.late import CONFIRM, OWNER, press, too_late
from tests.support.rows import dump


@pytest.fixture(params=[{}, {"note": "oak"}], ids=["confirmation", "wish"])
def old(garden: Garden, db, request) -> str:
    garden.show(garden.site.note("oak"))
    return too_late(garden, db, **request.param)


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
    assert OWNER not in pages[0].text
    assert dump(db) == before


def test_a_stranger_who_has_no_mail_of_it_still_gets_none_sent(garden: Garden, old):
    for token in ("", "A" * 43, old.partition("token=")[2][:-1]):
        assert press(garden, f"{CONFIRM}?token={token}") == 404
    garden.subscribe(OWNER)
    garden.tick()

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
