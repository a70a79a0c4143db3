"""From the form to the confirmation, out again, and back."""

from tests.support.garden import Garden, link_in, text_of, token_in
from tests.support.rows import column, minutes_pass, readers

AGREED = ["requested", "mailed", "confirmed"]


def test_a_reader_confirms_with_one_button(garden: Garden, db):
    answer = garden.subscribe("ada@example.org")
    garden.tick()
    [mail] = garden.inbox()
    page = garden.client.get(link_in(mail))
    waiting = readers(db)
    confirmed = garden.client.post(link_in(mail))

    assert answer.status_code == 200
    assert mail["To"] == "ada@example.org"
    assert page.text.count('<form method="post"') == 1
    assert page.text.count("<button") == 1
    assert waiting == {"ada@example.org": "pending"}
    assert confirmed.status_code == 200
    assert readers(db) == {"ada@example.org": "confirmed"}
    assert column(db, "select kind from consent_events order by id") == AGREED


def test_n06_n07_the_confirmation_works_elsewhere_without_cookies_or_origin(garden: Garden, db):
    garden.subscribe("ada@example.org")
    garden.tick()
    token = token_in(garden.inbox()[0])
    garden.client.cookies.clear()

    confirmed = garden.client.post(
        "/newsletter/confirm", data={"token": token}, headers={"Origin": "null"}
    )

    assert confirmed.status_code == 200
    assert "set-cookie" not in confirmed.headers
    assert readers(db) == {"ada@example.org": "confirmed"}


def test_n09_confirming_thrice_is_one_event_and_no_further_mail(garden: Garden, db):
    garden.subscribe("ada@example.org")
    garden.tick()
    link = link_in(garden.inbox()[0])
    answers = [garden.client.post(link).status_code for _ in range(3)]
    page = garden.client.get(link)
    garden.tick()

    assert answers == [200, 200, 200]
    assert "You are subscribed" in page.text
    assert column(db, "select kind from consent_events order by id") == AGREED
    assert len(garden.inbox()) == 1


def test_n55_the_confirmation_mail_holds_nothing_that_was_typed(garden: Garden):
    garden.client.post(
        "/newsletter/subscribe",
        data={"email": "ada@example.org", "name": "Win http://spam.example"},
        headers={"Referer": "http://spam.example/", "User-Agent": "spam.example"},
    )
    garden.tick()
    [mail] = garden.inbox()

    assert b"spam.example" not in mail.as_bytes()
    assert mail["List-Unsubscribe"] is None


def test_the_pages_call_the_garden_by_its_title(garden: Garden):
    garden.announce(garden.site.manifest(title="The <oak> & I"))
    garden.subscribe("ada@example.org")
    garden.tick()
    [mail] = garden.inbox()

    assert "The &lt;oak&gt; &amp; I" in garden.client.get(link_in(mail)).text
    assert "The <oak> & I" in text_of(mail, "plain")


def test_who_asks_in_chinese_is_answered_in_chinese(garden: Garden):
    chinese = {"Accept-Language": "zh-TW,zh;q=0.9"}
    page = garden.subscribe("ada@example.org", headers=chinese)
    garden.tick()
    [mail] = garden.inbox()

    assert "請看看收件匣" in page.text
    assert mail["Content-Language"] == "zh-Hant"


def test_n11_a_reader_leaves_with_the_button_and_twice_does_no_harm(garden: Garden, db):
    link = letter_link(garden, "ada@example.org")
    page = garden.client.get(link)
    still_there = readers(db)
    browser = {"Accept": "text/html,application/xhtml+xml"}
    left = [garden.client.post(link, headers=browser) for _ in range(2)]

    assert page.text.count("<button") == 1
    assert still_there == {"ada@example.org": "confirmed"}
    assert [answer.status_code for answer in left] == [200, 200]
    assert "a***@example.org" in left[0].text
    assert "ada@example.org" not in left[0].text + page.text
    assert 'action="/newsletter/subscribe"' in left[0].text  # the way back is a new double opt-in
    assert readers(db) == {"ada@example.org": "unsubscribed"}
    assert column(db, "select source from consent_events where kind = 'unsubscribed'") == ["link"]


def test_n57_an_unsubscribed_reader_stays_so_until_they_confirm_anew(garden: Garden, db):
    link = letter_link(garden, "ada@example.org")
    garden.client.post(link)
    minutes_pass(db, 11)
    garden.subscribe("ada@example.org")
    garden.tick()
    before = readers(db)
    [mail] = garden.inbox()
    garden.client.post(link_in(mail))

    assert before == {"ada@example.org": "unsubscribed"}
    assert readers(db) == {"ada@example.org": "confirmed"}


def test_a_used_confirmation_cannot_undo_an_unsubscription(garden: Garden, db):
    garden.subscribe("ada@example.org")
    garden.tick()
    confirm = link_in(garden.inbox()[0])
    garden.client.post(confirm)
    garden.client.post(letter_link(garden))

    assert garden.client.get(confirm).status_code == 404
    assert garden.client.post(confirm).status_code == 404
    assert readers(db) == {"ada@example.org": "unsubscribed"}


def letter_link(garden: Garden, *addresses: str) -> str:
    """Return the way out that stands in a letter."""
    for address in addresses:
        garden.confirmed_reader(address)
    garden.empty_inbox()
    garden.show(garden.site.note("oak"))
    garden.show(garden.site.note("oak", "evergreen"))
    garden.tick()
    [letter] = garden.inbox()
    garden.empty_inbox()
    return link_in(letter)
