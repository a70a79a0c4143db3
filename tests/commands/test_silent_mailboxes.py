"""What the gardener sees of a mailbox whose owner said "never write again", and takes back."""

import json

import pytest

from tests.support.garden import path_of, text_of
from tests.support.rows import minutes_pass, one

SAID, OTHER = "ada@example.org", "ada+garden@example.org"


@pytest.fixture
def silent(garden, db):
    """Let somebody say in one spelling that nobody shall write to the mailbox again."""
    garden.subscribe(SAID)
    garden.tick()
    [mail] = garden.inbox()
    [link] = [word for word in text_of(mail, "plain").split() if "/not-me?" in word]
    garden.client.post(path_of(link))
    garden.empty_inbox()
    minutes_pass(db, 40 * 24 * 60)


def test_a_spelling_that_never_wrote_is_said_to_get_nothing_and_why(run, silent, db):
    """By the reader of the mailbox, and where there is none any more."""
    shown = " ".join(run("subscribers", "show", OTHER).stdout.split())
    db.execute("delete from subscribers")
    alone = " ".join(run("subscribers", "show", OTHER).stdout.split())

    assert f"Reader 1 {SAID}" in shown
    assert f"subscribers release {SAID} when" in shown
    assert alone.startswith("gets no mail at all: suppressed ")
    for said in (shown, alone):
        assert "because: the owner of the mailbox: never write again." in said
    assert alone.endswith(f"subscribers release {OTHER}")


def test_who_confirmed_another_spelling_is_shown_as_a_reader(run, garden, silent, db):
    db.execute(
        """
        insert into subscribers (email, address, mailbox, status, confirmed_at)
        values (%(other)s, %(other)s, %(said)s, 'confirmed', clock_timestamp())
        """,
        {"other": OTHER, "said": SAID},
    )

    assert "Next     gets the next letter\n" in run("subscribers", "show", OTHER).stdout


def test_all_that_is_held_on_a_reader_says_it_too(run, silent):
    silence = json.loads(run("subscribers", "data", SAID).stdout)["silence"]

    assert silence["reason"] == "the owner of the mailbox: never write again"
    assert silence["created_at"]


def test_a_release_lets_another_spelling_be_asked_again(run, garden, silent, db):
    released = run("subscribers", "release", OTHER)
    again = run("subscribers", "release", OTHER)
    garden.subscribe(OTHER)
    garden.tick()

    assert [released.exit_code, again.exit_code] == [0, 1]
    assert [mail["To"] for mail in garden.inbox()] == [OTHER]
    assert one(db, "select count(*) from suppressions") == 1  # the spelling in which it was said
