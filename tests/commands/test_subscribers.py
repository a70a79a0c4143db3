"""`thistledown subscribers`: who reads, and who asked the gardener to be let go."""

import pytest

from shared import tx
from shared.newsletter.readers import subscribers, suppressions
from shared.newsletter.records.consent import Origin
from tests.support.garden import link_in


def test_readers_are_listed_newest_first(run, ask, garden):
    garden.confirmed_reader("ada@example.org")
    garden.subscribe("bob@example.org")

    assert [one["email"] for one in ask("subscribers", "list")] == [
        "bob@example.org",
        "ada@example.org",
    ]
    shown = run("subscribers", "list", "--status", "confirmed").stdout
    assert "ada@example.org" in shown
    assert "bob@example.org" not in shown


def test_no_readers_are_said(run):
    assert run("subscribers", "list").stdout == "No readers yet.\n"
    assert run("subscribers", "list", "--status", "confirmed").stdout == "No confirmed readers.\n"


def test_the_gardener_lets_a_reader_go_in_any_spelling(run, garden, db):
    garden.confirmed_reader("ada@example.org")
    result = run("subscribers", "unsubscribe", " Ada@EXAMPLE.org")

    assert result.exit_code == 0
    assert db.execute("select status from subscribers").fetchone() == {"status": "unsubscribed"}
    row = db.execute("select kind, source from consent_events order by id desc limit 1").fetchone()
    assert row == {"kind": "unsubscribed", "source": "gardener"}


def test_letting_go_who_has_only_asked_takes_the_button_away_too(run, garden, db):
    garden.subscribe("bob@example.org")
    garden.tick()
    [mail] = garden.inbox()

    assert run("subscribers", "unsubscribe", "bob@example.org").exit_code == 0
    assert garden.client.post(link_in(mail)).status_code == 404
    assert db.execute("select status from subscribers").fetchone() == {"status": "unsubscribed"}


@pytest.fixture
def refused(garden):
    """Confirm a reader whose mail server then refused the address for good."""
    garden.confirmed_reader("ada@example.org")

    async def suppressed():
        async with tx.run():
            await suppressions.suppress(
                garden.settings.secret_key,
                subscriber_id=await subscribers.id_of("ada@example.org"),
                email="ada@example.org",
                reason="550 5.1.1",
                origin=Origin("mail server"),
            )

    garden.call(suppressed)


def test_a_suppressed_reader_is_shown_and_not_counted_among_the_told(
    run, ask, garden, site, refused
):
    garden.confirmed_reader("bob@example.org")
    garden.show(site.note("oak"))
    answer = garden.show(site.note("oak", "evergreen")).json()
    shown = run("subscribers", "list").stdout

    assert answer["readers"] == 1
    assert "confirmed, suppressed" in shown
    assert [one["suppressed"] for one in ask("subscribers", "list")] == [False, True]


def test_a_released_reader_gets_letters_again(run, ask, garden, site, db, refused):
    garden.show(site.note("oak"))
    released = run("subscribers", "release", "Ada@example.ORG")
    again = run("subscribers", "release", "ada@example.org")
    garden.show(site.note("oak", "evergreen"))
    events = db.execute("select kind, source from consent_events order by id desc limit 1")

    assert [released.exit_code, again.exit_code] == [0, 1]
    assert events.fetchone() == {"kind": "released", "source": "gardener"}
    assert [one["suppressed"] for one in ask("subscribers", "list")] == [False]
    assert garden.letters() == ["On oak"]


def test_a_release_wants_the_keys(run, refused):
    assert (
        "SECRET_KEY is not set"
        in run("subscribers", "release", "ada@example.org", SECRET_KEY=None).stderr
    )


def test_an_unknown_address_is_refused(run):
    result = run("subscribers", "unsubscribe", "nobody@example.org")

    assert result.exit_code == 1
    assert "Nobody has that address here." in result.stderr


def test_what_is_no_address_is_wrong_usage(run):
    assert run("subscribers", "unsubscribe", "ada at example").exit_code == 2
