"""A reader chooses by a link that is mailed anew each time, and that nobody else can get."""

import re

import pytest

from shared.newsletter.keys import unsubscribe_token
from tests.support.choosing import ADA, FORM, ask, choose, mailed, name
from tests.support.garden import Garden, link_in, text_of, token_in
from tests.support.rows import column, dump, one

CHOICES = "select pace, topics, notes_language, language, paused_until from subscribers"
HOUR_PASSES = """
    update subscribers
       set settings_asked_at = array(select at - interval '1 hour'
                                       from unnest(settings_asked_at) with ordinality as o (at, n)
                                      order by n),
           settings_token_expires_at = settings_token_expires_at - interval '1 hour'
"""


@pytest.fixture
def reader(garden: Garden) -> str:
    garden.show(garden.site.note("moss", tags=["trees", "soil"]))
    garden.confirmed_reader(ADA)
    return ADA


def test_from_the_foot_of_a_letter_to_a_changed_pace(garden: Garden, db, reader):
    garden.show(garden.site.note("oak", "evergreen", tags=["trees"]))
    garden.tick()
    [letter] = garden.inbox()
    garden.empty_inbox()
    [link] = set(re.findall(r"/newsletter/settings-link\?token=\S+", text_of(letter, "plain")))
    page = garden.client.get(link)

    assert link.replace("&", "&amp;") in text_of(letter, "html")
    assert page.text.count("<button") == 1
    assert ADA not in page.text
    answer = garden.client.post(link)
    garden.tick()
    [mail] = garden.inbox()
    assert answer.status_code == 200
    assert mail["To"] == ADA
    assert "List-Unsubscribe" not in mail
    form = garden.client.get(link_in(mail))
    assert form.status_code == 200
    assert "a***@example.org" in form.text
    saved = choose(garden, token_in(mail))
    assert 'role="status"' in saved.text
    assert db.execute(CHOICES).fetchone() == {
        "pace": "weekly",
        "topics": ["trees"],
        "notes_language": "zh",
        "language": "zh-Hant",
        "paused_until": None,
    }


def test_the_form_shows_what_is_chosen_and_offers_the_gardens_tags(garden: Garden, reader):
    choose(garden, token := mailed(garden))
    text = garden.client.get("/newsletter/preferences", params={"token": token}).text

    checked = re.findall(r'value="([^"]+)" checked', text)
    assert checked == ["weekly", "trees", "zh", "zh-Hant"]
    assert re.findall(r'name="topic" value="([^"]+)"', text) == ["soil", "trees"]


def test_the_form_leads_to_the_button_that_ends_everything(garden: Garden, db, reader):
    text = garden.client.get("/newsletter/preferences", params={"token": mailed(garden)}).text
    [link] = re.findall(r'href="[^"]*(/newsletter/unsubscribe\?token=[^"]+)"', text)

    assert garden.client.get(link).status_code == 200
    assert column(db, "select status from subscribers") == ["confirmed"]
    garden.client.post(link)
    assert column(db, "select status from subscribers") == ["unsubscribed"]


def test_a_pause_lasts_a_month_is_not_prolonged_by_saving_and_can_be_ended(
    garden: Garden, db, reader
):
    token = mailed(garden)
    choose(garden, token, pause="yes")
    until = one(db, "select paused_until from subscribers")
    choose(garden, token, pause="yes", pace="monthly")

    assert one(db, "select paused_until from subscribers") == until
    assert one(db, "select paused_until - clock_timestamp() > interval '27 days' from subscribers")
    choose(garden, token)
    assert one(db, "select paused_until from subscribers") is None


def test_s21_a_field_that_nobody_offered_is_not_taken(garden: Garden, db, reader):
    token = mailed(garden)
    choose(garden, token, status="pending", confirmed_at="2020-01-01", email="eve@example.org")

    assert column(db, "select email from subscribers") == [ADA]
    assert column(db, "select status from subscribers") == ["confirmed"]


def test_a_bare_press_of_a_mail_program_changes_nothing(garden: Garden, db, reader):
    choose(garden, token := mailed(garden))
    before = dump(db)
    for body in ({"token": token}, {"token": token, "List-Unsubscribe": "One-Click"}):
        assert garden.client.post("/newsletter/preferences", data=body).status_code == 200
    for path in ("preferences", "erase", "settings-link"):
        garden.client.get(f"/newsletter/{path}", params={"token": token})

    assert dump(db) == before


def test_her_data_is_all_there_is_and_opens_no_door(garden: Garden, reader):
    token = mailed(garden)
    answer = garden.client.post("/newsletter/data", data={"token": token})
    data = answer.json()

    assert "attachment" in answer.headers["Content-Disposition"]
    assert answer.headers["Cache-Control"] == "no-store"
    assert data["reader"]["email"] == ADA
    assert {"consent", "letters", "told"} <= data.keys()
    assert token not in answer.text
    assert "_hash" not in answer.text


def test_she_erases_herself_by_a_button_on_a_page_of_its_own(garden: Garden, db, reader):
    token = mailed(garden)
    choose(garden, token, pause="yes")
    page = garden.client.get("/newsletter/erase", params={"token": token})
    assert page.text.count("<button") == 1
    assert one(db, "select email from subscribers") == ADA
    answers = [
        garden.client.post("/newsletter/erase", data={"token": token}).status_code for _ in range(2)
    ]

    assert answers == [200, 404]
    assert "ada" not in str(dump(db)).lower()
    assert db.execute(CHOICES).fetchone() == {
        "pace": "each",
        "topics": [],
        "notes_language": "both",
        "language": "en",
        "paused_until": None,
    }


def test_only_the_newest_link_works_and_for_a_day(garden: Garden, db, reader):
    older = mailed(garden)
    db.execute(HOUR_PASSES)
    newest = mailed(garden)

    def status(token: str) -> int:
        return garden.client.get("/newsletter/preferences", params={"token": token}).status_code

    assert [status(older), status(newest)] == [404, 200]
    for _ in range(24):
        db.execute(HOUR_PASSES)
    assert status(newest) == 404
    assert newest not in str(dump(db))


def test_s2_a_forwarded_letter_makes_three_mails_a_day_and_all_go_to_her(
    garden: Garden, db, reader
):
    for _ in range(5):
        for _ in range(4):
            ask(garden)
        garden.tick()
        db.execute(HOUR_PASSES)

    assert [mail["To"] for mail in garden.inbox()] == [ADA] * 3


def test_who_has_left_is_mailed_once_a_month_whoever_asks(garden: Garden, db, reader):
    garden.client.post(
        "/newsletter/unsubscribe",
        data={"token": unsubscribe_token(garden.settings.secret_key[0], 1, 1)},
    )
    for _ in range(31):
        ask(garden)
        garden.tick()
        for _ in range(24):
            db.execute(HOUR_PASSES)

    assert [mail["To"] for mail in garden.inbox()] == [ADA] * 2


def test_s1_the_answer_is_the_same_whoever_is_behind_the_name(garden: Garden, db, reader):
    garden.subscribe("bob@example.org")
    garden.tick()
    garden.empty_inbox()
    answers = {ask(garden, number).content for number in (1, 1, 2, 99)}
    pages = {
        garden.client.get(
            "/newsletter/settings-link", params={"token": name(garden, number)}
        ).text.replace(name(garden, number), "")
        for number in (1, 2, 99)
    }
    garden.tick()

    assert len(answers) == len(pages) == 1
    assert [mail["To"] for mail in garden.inbox()] == [ADA]


def test_an_unsubscribe_token_opens_none_of_it(garden: Garden, db, reader):
    token = unsubscribe_token(garden.settings.secret_key[0], 1, 1)
    before = dump(db)
    answers = [
        garden.client.post(f"/newsletter/{path}", data={"token": token, **FORM}).status_code
        for path in ("settings-link", "preferences", "data", "erase")
    ]

    assert answers == [404] * 4
    assert dump(db) == before
