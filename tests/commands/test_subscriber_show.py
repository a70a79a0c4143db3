"""`thistledown subscribers show` and `data`: one reader's whole history, in words and as JSON."""

import json
import re
from dataclasses import fields

import pytest

from shared import tx
from shared.newsletter.readers import subscribers, suppressions
from shared.newsletter.records.consent import Origin
from shared.newsletter.records.personal_data import PersonalData
from tests.support.documents import read, sections
from tests.support.garden import link_in

ADA = "ada@example.org"
ON_OAK = {"Referer": "https://garden.example/oak/?from=ada"}


@pytest.fixture
def history(garden, site):
    """Let ada ask on a page, confirm, get a letter and leave; a second one goes out without ada."""
    garden.subscribe(ADA, headers=ON_OAK)
    garden.tick()
    [mail] = garden.inbox()
    garden.client.post(link_in(mail))
    garden.empty_inbox()
    garden.show(site.note("oak"))
    garden.show(site.note("oak", "evergreen"))
    garden.tick()
    [letter] = garden.inbox()
    garden.client.post(link_in(letter))
    garden.show(site.note("oak", "evergreen"), site.note("elm", "evergreen"))
    garden.tick()


def happened(text: str) -> list[str]:
    """Return what is told line by line, without the times."""
    return re.findall(r"^\d{4}-\d\d-\d\d \d\d:\d\d  (.*?) *$", text, re.MULTILINE)


def test_a_history_is_told_from_the_form_to_the_letter_that_did_not_come(run, history):
    shown = run("subscribers", "show", " Ada@EXAMPLE.org ").stdout
    words = [re.sub(r"[0-9a-f]{12}", "VERSION", line) for line in happened(shown)]

    assert shown.startswith("Reader 1  ada@example.org\nStatus   unsubscribed, ")
    assert "Next     gets no letter: has left\n" in shown
    assert words == [
        "asked for letters by the form, on https://garden.example/oak/, shown text VERSION",
        "was sent the confirmation mail, shown text VERSION",
        "confirmed by the button behind a mailed link, shown text VERSION",
        "letter 1, On oak: sent",
        "left by one click in the mail program",
        "letter 2, On elm: none, had left by then",
    ]


def test_the_json_of_a_history_has_the_same(ask, history):
    found = ask("subscribers", "show", ADA)

    assert found["reader"]["email"] == ADA
    assert [one["kind"] for one in found["consent"]] == [
        "requested",
        "mailed",
        "confirmed",
        "unsubscribed",
    ]
    assert [(one["status"], one["was"]) for one in found["letters"]] == [
        ("sent", None),
        (None, "unsubscribed"),
    ]


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("select 1", "gets the next letter"),
        (
            "update subscribers"
            " set pace = 'weekly', topics = '{trees,moss}', notes_language = 'en'",
            "gets what has grown once a week, on Sunday, only trees or moss, "
            "notes in English alone",
        ),
        (
            "update subscribers set pace = 'monthly', paused_until = '2999-01-02T12:00Z'",
            "paused until 2999-01-02, then gets what has grown once a month, on the 1st",
        ),
        (
            "update subscribers set paused_until = '2001-01-02T12:00Z'",
            "gets the next letter",
        ),
        ("update subscribers set status = 'pending'", "gets no letter: has not confirmed"),
        ("update subscribers set status = 'unsubscribed'", "gets no letter: has left"),
    ],
)
def test_it_says_whether_the_next_letter_comes(run, garden, db, statement, words):
    garden.confirmed_reader(ADA)
    db.execute(statement)

    shown = run("subscribers", "show", ADA).stdout
    assert f"Next     {words}\n" in re.sub(r"\n +", " ", shown)


def test_of_who_follows_one_note_alone_it_says_which_letter_comes(run, garden, site, db):
    garden.show(site.note("oak"))
    db.execute(
        """
        with ada as (insert into subscribers (email, address, mailbox)
                     values (%(ada)s, %(ada)s, %(ada)s) returning id)
        insert into followed_notes (subscriber_id, note_id, confirmed_at)
        select ada.id, notes.id, clock_timestamp() from ada, notes
        """,
        {"ada": ADA},
    )
    words = "gets one letter, when On oak grows: has not confirmed"

    assert f"Next     {words}\n" in run("subscribers", "show", ADA).stdout


def test_of_who_is_suppressed_it_says_why_and_what_mends_it(run, called, garden):
    garden.confirmed_reader(ADA)

    async def suppressed():
        async with tx.run():
            await suppressions.suppress(
                garden.settings.secret_key,
                subscriber_id=await subscribers.id_of(ADA),
                email=ADA,
                reason="550 5.1.1",
                origin=Origin("mail server"),
            )

    garden.call(suppressed)
    shown = run("subscribers", "show", ADA).stdout

    assert "gets no mail at all: suppressed " in shown
    assert f"because: 550 5.1.1. Mended? {called} subscribers release {ADA}\n" in shown
    assert "was suppressed by an answer of the mail server" in shown


BOUNCES = """
    insert into bounce_events (kind, source, name, subscriber_id, delivery_id, code)
    values ('soft', 'mail', '1', 1, null, '4.2.2'), ('permanent', 'ses', '2', 1, 1, '5.1.1'),
           ('complaint', 'postmark', '3', 1, 1, null)
"""


def test_what_came_back_is_told_too(run, history, db):
    db.execute(BOUNCES)

    assert happened(run("subscribers", "show", ADA).stdout)[-3:] == [
        "the confirmation mail came back, says a returned mail: soft 4.2.2",
        "letter 1 came back, says Amazon SES: permanent 5.1.1",
        "letter 1 was complained of, says Postmark",
    ]


def test_n66_the_export_shows_who_agreed_to_what_when_where_and_to_which_words(run, history):
    held = ask_data(run)
    requested, mailed, confirmed, left = held["consent"]
    texts = {one["version"]: one["words"] for one in held["texts"]}

    assert requested["page"] == "https://garden.example/oak/"
    assert texts[requested["text_version"]]["button"] == "Subscribe"
    assert "Open this link" in texts[mailed["text_version"]]["text"]
    assert texts[confirmed["text_version"]]["button"] == "Yes, subscribe me"
    assert left["source"] == "one-click"
    assert all(event["happened_at"] for event in held["consent"])


def test_the_words_of_the_mail_are_the_same_for_everybody_and_hold_nobodys_link(garden, db):
    for name in ("ada", "bob"):
        garden.confirmed_reader(f"{name}@example.org")
    rows = db.execute(
        "select words::text as words from consent_texts where words ->> 'shown' = 'mail confirm'"
    ).fetchall()

    assert len(rows) == 1
    assert "token=" not in rows[0]["words"]


def ask_data(run):
    result = run("subscribers", "data", ADA)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_the_export_is_everything_but_what_opens_a_door(run, history, db):
    held = ask_data(run)
    columns = {
        row["name"]
        for row in db.execute(
            "select column_name as name from information_schema.columns"
            " where table_name = 'subscribers'"
        )
    }

    assert columns - set(held["reader"]) == {one for one in columns if one.endswith("_hash")}
    assert len(held["mailbox"]["opened_at"]) == 1
    assert [letter["titles"] for letter in held["letters"]] == [["On oak"], ["On elm"]]


def test_the_shape_of_the_export_is_documented(run, history):
    described = sections(read("docs/commands.md"))["`thistledown subscribers data`"]
    held = ask_data(run)

    assert [one.name for one in fields(PersonalData)] == list(held)
    for name in (*held, *held["reader"], *held["mailbox"], *held["consent"][0], *held["texts"][0]):
        assert f'"{name}"' in described, name
    for name in held["letters"][0]:
        assert f'"{name}"' in described, name


@pytest.mark.parametrize("words", [["show"], ["data"], ["erase", "--yes"]], ids=" ".join)
def test_an_unknown_address_is_refused_and_what_is_none_is_wrong_usage(run, words):
    unknown = run("subscribers", *words, "nobody@example.org")

    assert unknown.exit_code == 1
    assert unknown.stderr == "Nobody has that address here.\n"
    assert run("subscribers", *words, "ada at example").exit_code == 2
