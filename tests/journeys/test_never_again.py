"""The quiet link of a confirmation: it was not me, and nobody shall write here again."""

import pytest

from shared.newsletter.keys import address_hashes
from shared.newsletter.readers.never_again import never_again_token
from tests.support.garden import Garden, link_in, path_of, text_of
from tests.support.rows import column, dump, minutes_pass, one, readers

ADDRESS = "victim@example.org"
NOT_ME = "/newsletter/not-me"
OLD_KEY = "an old key of forty characters or so ..."


@pytest.fixture
def link(garden: Garden) -> str:
    """Let a stranger type somebody's address; return the quiet link in the mail of it."""
    garden.subscribe(ADDRESS)
    garden.tick()
    [mail] = garden.inbox()
    [line] = [line for line in text_of(mail, "plain").split() if f"{NOT_ME}?" in line]
    return path_of(line)


def test_a_page_with_one_button_and_reading_it_changes_nothing(garden: Garden, db, link):
    before = dump(db)
    pages = [garden.client.get(link) for _ in range(3)]
    garden.client.head(link)

    assert {page.status_code for page in pages} == {200}
    assert pages[0].text.count("<button") == 1
    assert ADDRESS not in pages[0].text
    assert dump(db) == before


def test_the_button_suppresses_and_ends_what_is_open(garden: Garden, db, link):
    confirm = link_in(garden.inbox()[0])
    garden.empty_inbox()
    answer = garden.client.post(link)
    too_late = garden.client.post(confirm)
    minutes_pass(db, 40 * 24 * 60)
    later = garden.subscribe(ADDRESS)
    garden.tick()

    assert answer.status_code == 200
    assert "v***@example.org" in answer.text
    assert ADDRESS not in answer.text
    assert too_late.status_code == 404
    assert later.content == garden.subscribe("new@example.org").content
    assert garden.inbox() == []
    assert one(db, "select count(*) from suppressions") == 1
    assert readers(db)[ADDRESS] == "unsubscribed"


def test_a_mail_that_waits_already_is_not_sent_any_more(garden: Garden, db, link):
    garden.empty_inbox()
    minutes_pass(db, 11)
    garden.subscribe(ADDRESS)
    garden.client.post(link)
    garden.tick()

    assert garden.inbox() == []
    assert {*column(db, "select status from background_jobs")} == {"succeeded"}


def test_pressing_twice_is_as_good_as_once(garden: Garden, db, link):
    first = garden.client.post(link)
    before = dump(db)
    second = garden.client.post(link)

    assert first.content == second.content
    assert dump(db) == before
    assert column(db, "select kind || ' ' || source from consent_events order by id") == [
        "requested form",
        "mailed mail",
        "suppressed link",
        "unsubscribed link",
    ]


def test_it_ends_a_subscription_too(garden: Garden, db, link):
    garden.client.post(link_in(garden.inbox()[0]))
    garden.empty_inbox()
    garden.client.post(link)
    garden.show(garden.site.note("oak"))

    assert readers(db) == {ADDRESS: "unsubscribed"}
    assert garden.letters_after(garden.site.note("oak", "evergreen")) == []


def test_the_wish_is_granted_when_the_address_was_purged_long_ago(garden: Garden, db, link):
    garden.empty_inbox()
    db.execute("delete from subscribers")
    answer = garden.client.post(link)
    minutes_pass(db, 40 * 24 * 60)
    garden.subscribe(ADDRESS)
    garden.tick()

    assert answer.status_code == 200
    assert "example.org" not in answer.text
    assert garden.inbox() == []


def test_a_number_that_is_another_persons_since_a_restore_harms_nobody(garden: Garden, db, link):
    db.execute("update subscribers set email = 'other@example.org', status = 'confirmed'")
    answer = garden.client.post(link)
    hashes = address_hashes(garden.settings.secret_key, ADDRESS)

    assert answer.status_code == 200
    assert "example.org" not in answer.text
    assert readers(db) == {"other@example.org": "confirmed"}
    assert column(db, "select address_hash from suppressions") == hashes


def test_a_key_that_is_new_since_does_not_break_the_link(garden: Garden, db):
    old = never_again_token([OLD_KEY], 7, ADDRESS, ADDRESS)
    state = garden.client.app.state
    kept = state.settings
    from dataclasses import replace

    state.settings = replace(kept, secret_key=(*kept.secret_key, OLD_KEY))
    answer = garden.client.post(NOT_ME, data={"token": old})
    state.settings = kept

    assert answer.status_code == 200
    assert one(db, "select count(*) from suppressions") == 1


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("token", ["", "A" * 134, "nonsense"])
def test_a_damaged_link_says_so_and_does_nothing(garden: Garden, db, link, method, token):
    before = dump(db)
    for damaged in (token, link.partition("token=")[2][:-1]):
        answer = garden.client.request(method, f"{NOT_ME}?token={damaged}")
        assert answer.status_code == 404
        assert "<button" not in answer.text
    assert dump(db) == before


def test_it_works_from_anywhere_and_in_chinese(garden: Garden, link):
    headers = {"Origin": "null", "Accept-Language": "zh-TW"}
    garden.client.cookies.clear()

    assert "不是你申請的嗎" in garden.client.get(link, headers=headers).text
    assert garden.client.post(link, headers=headers).status_code == 200
