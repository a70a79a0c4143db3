"""Tell me when this grows: a wish for one note, from the form to the one letter that grants it."""

import pytest

from tests.support.garden import Garden, link_in, text_of, token_in
from tests.support.rows import column, dump, minutes_pass, one, readers

ADA = "ada@example.org"
CONFIRM = "/newsletter/confirm"
WISHES = "select note_id from followed_notes where confirmed_at is not null and ended_at is null"


@pytest.fixture(autouse=True)
def oak(garden: Garden) -> None:
    garden.show(garden.site.note("oak"), garden.site.note("elm", "budding"))


def ask(garden: Garden, note: str = "oak", address: str = ADA, **options: object):
    return garden.client.post(
        "/newsletter/subscribe", data={"email": address, "note": note}, **options
    )


def follow(garden: Garden, note: str = "oak", address: str = ADA) -> str:
    """Walk somebody through the wish, and return the link of its mail."""
    ask(garden, note, address)
    garden.tick()
    [mail] = garden.inbox()
    garden.empty_inbox()
    assert garden.client.post(link_in(mail)).status_code == 200
    return link_in(mail)


def grow(garden: Garden, *others: str) -> list[str]:
    """Let the oak turn evergreen, and return who got a letter."""
    garden.show(
        garden.site.note("oak", "evergreen"),
        garden.site.note("elm", "evergreen" if "elm" in others else "budding"),
    )
    garden.tick()
    return sorted(str(mail["To"]) for mail in garden.inbox())


def test_a_wish_is_confirmed_granted_once_and_over(garden: Garden, db):
    follow(garden)
    assert readers(db) == {ADA: "pending"}
    told = grow(garden)
    [mail] = garden.inbox()
    text = " ".join(text_of(mail, "plain").split())
    garden.empty_inbox()
    ask(garden)
    garden.tick()

    assert told == [ADA]
    asked_on = one(db, "select to_char(asked_at, 'FMDD FMMonth YYYY') from followed_notes")
    assert f"You asked on {asked_on} to be told when this note has grown." in text
    assert "because you confirmed" not in text
    assert "weekly" not in text
    assert "List-Unsubscribe-Post" in mail
    assert garden.inbox() == []
    assert column(db, "select candidates from notifications") == [1]


def test_n55_the_mail_names_the_note_as_the_garden_does_and_never_as_it_was_typed(garden: Garden):
    for note in ("oak Win $$$ http://spam.example", "{{7*7}}", "<b>oak</b>", "", "x" * 9000):
        ask(garden, note)
    garden.tick()
    assert garden.inbox() == []
    ask(garden)
    garden.tick()
    [mail] = garden.inbox()

    assert mail["Subject"] == "Please confirm: tell me when “On oak” grows"
    assert "spam" not in mail.as_string()


def test_s14_a_title_is_a_title_whatever_stands_in_it(garden: Garden):
    title = "{{7*7}} <img src=x onerror=alert(1)> %(garden)s"
    garden.show(garden.site.note("oak", title=title), garden.site.note("elm"))
    ask(garden)
    garden.tick()
    [mail] = garden.inbox()
    page = garden.client.get(link_in(mail)).text

    assert "{{7*7}}" in str(mail["Subject"])
    assert "{{7*7}} <img" in " ".join(text_of(mail, "plain").split())
    for shown in (text_of(mail, "html"), page):
        assert "<img src=x" not in shown
        assert "{{7*7}} &lt;img" in shown
        assert "%(garden)s" in shown


def test_a_reader_of_the_garden_gets_one_letter_and_not_two(garden: Garden, db):
    garden.confirmed_reader(ADA)
    minutes_pass(db, 11)
    follow(garden)
    told = grow(garden)
    [mail] = garden.inbox()
    text = " ".join(text_of(mail, "plain").split())

    assert told == [ADA]
    assert "You asked on" in text
    assert "because you confirmed" in text
    assert column(db, "select subscriber_id from deliveries") == [1]


@pytest.mark.parametrize(
    "choice",
    [
        "pace = 'weekly'",
        "pace = 'monthly'",
        "topics = '{other}'",
        "paused_until = clock_timestamp() + interval '1 day'",
    ],
)
def test_a_wish_is_granted_at_once_whatever_was_chosen_for_the_rest(garden: Garden, db, choice):
    garden.confirmed_reader(ADA)
    db.execute(f"update subscribers set {choice}")  # pyright: ignore[reportArgumentType] - a literal above
    minutes_pass(db, 11)
    follow(garden)

    assert grow(garden, "elm") == [ADA]
    [mail] = garden.inbox()
    assert mail["Subject"] == "On oak"


def test_who_follows_one_note_hears_of_no_other(garden: Garden, db):
    follow(garden, "elm")

    assert grow(garden) == []
    assert column(db, WISHES) == ["elm"]


def test_n37_a_note_that_flaps_or_is_renamed_grants_a_wish_once(garden: Garden, db):
    follow(garden)
    elm = garden.site.note("elm", "budding")
    moved = {"id": "quercus", "aliases": ["oak"], "content_hash": "sha256:oak"}
    garden.show(garden.site.note("oak", **moved), elm)
    assert column(db, WISHES) == ["quercus"]
    told: list[str] = []
    for maturity in ("evergreen", "budding", "evergreen"):
        told += garden.letters_after(garden.site.note("oak", maturity, **moved), elm)

    assert told == ["On oak"]


@pytest.mark.parametrize("how", ["unsubscribed", "taken back", "erased"])
def test_n36_a_wish_that_ends_before_its_letter_goes_is_not_granted(garden: Garden, db, how: str):
    link = follow(garden)
    garden.show(garden.site.note("oak", "evergreen"), garden.site.note("elm"))
    garden.fan_out_only()
    end(garden, db, how, link)
    garden.tick()

    assert garden.inbox() == []
    assert column(db, "select status || ' ' || reason from deliveries") == [f"skipped {how}"]


def end(garden: Garden, db, how: str, link: str) -> None:
    from shared import tx
    from shared.newsletter.readers import subscribers
    from shared.newsletter.records import erasing
    from shared.newsletter.records.consent import Origin

    async def act() -> None:
        async with tx.run():
            if how == "erased":
                keys = garden.settings.secret_key
                await erasing.erase(keys, 1, because="asked", origin=Origin("gardener"))
            else:
                await subscribers.unsubscribe(1, Origin("one-click"))

    if how == "taken back":
        token = link.partition("token=")[2]
        assert garden.client.post(CONFIRM, data={"token": token, "take_back": "1"}).is_success
    else:
        garden.call(act)
    assert column(db, WISHES) == []


def test_who_confirms_when_the_note_has_grown_is_led_to_it_and_waits_for_nothing(
    garden: Garden, db
):
    ask(garden)
    garden.tick()
    [mail] = garden.inbox()
    garden.empty_inbox()
    assert grow(garden) == []
    page = garden.client.post(link_in(mail))

    assert (page.status_code, "It has grown already" in page.text) == (200, True)
    assert f"{garden.site.url}/oak/" in page.text
    assert column(db, WISHES) == []


def test_s40_a_wish_is_no_subscription_and_a_subscription_no_wish(garden: Garden, db):
    ask(garden)
    garden.tick()
    [mail] = garden.inbox()
    before = dump(db)
    garden.client.get(link_in(mail))
    garden.client.head(link_in(mail))
    assert dump(db) == before
    for _ in range(2):
        assert garden.client.post(link_in(mail)).status_code == 200

    assert readers(db) == {ADA: "pending"}
    kinds = "select kind from consent_events order by id"
    assert column(db, kinds) == ["note requested", "note mailed", "note confirmed"]
    token = token_in(mail)
    for door in ("unsubscribe", "not-me"):
        garden.client.post(f"/newsletter/{door}", data={"token": token})
    assert column(db, WISHES) == ["oak"]


def test_the_form_answers_alike_whatever_is_known_of_note_and_address(garden: Garden, db):
    garden.confirmed_reader("bob@example.org")
    minutes_pass(db, 11)
    answers = [
        ask(garden, note, address)
        for note in ("oak", "unknown", "oak\x00", "")
        for address in (ADA, "bob@example.org")
    ]
    answers.append(garden.subscribe("new@example.org"))

    assert {answer.content for answer in answers} == {answers[0].content}
    assert {answer.status_code for answer in answers} == {200}


def test_what_is_no_note_is_never_taken_for_a_subscription(garden: Garden, db):
    for note in ("unknown", "", "oak\u200d", ["oak", "elm"], 7, None):
        garden.client.post("/newsletter/subscribe", json={"email": ADA, "note": note})

    assert column(db, "select email from subscribers") == []


def test_a_mailbox_gets_no_more_mails_for_wishes_than_for_sign_up(garden: Garden, db):
    for note in ("oak", "elm", "oak"):
        ask(garden, note)
        garden.subscribe("Ada+news@example.org")
    garden.tick()

    assert len(garden.inbox()) == 1


def test_a_form_that_comes_back_still_asks_for_that_note(garden: Garden):
    again = ask(garden, "oak", "ada.example.org")

    assert again.status_code == 422
    assert '<input type="hidden" name="note" value="oak">' in again.text
