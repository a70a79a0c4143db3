"""A note grows from seedling to evergreen, and every reader is told once, ever."""

import pytest

from tests.support.garden import Garden, link_in, text_of
from tests.support.jobs import make_due
from tests.support.rows import column, deliveries, one, total


@pytest.fixture
def reader(garden: Garden) -> str:
    garden.confirmed_reader("ada@example.org")
    return "ada@example.org"


@pytest.mark.usefixtures("reader")
def test_the_first_manifest_is_a_silent_baseline(garden: Garden, db):
    answer = garden.show(
        garden.site.note("oak", "evergreen"), garden.site.note("elm", "evergreen")
    ).json()

    assert answer["baseline"] is True
    assert answer["evergreen_already"] == 2
    assert answer["notification_id"] is None
    assert garden.letters() == []
    assert one(db, "select count(*) from notifications") == 0


def test_a_note_that_turns_evergreen_is_one_letter_in_html_and_text(garden: Garden, reader: str):
    garden.show(garden.site.note("oak"), garden.site.note("elm", "budding"))
    oak = garden.site.note("oak", "evergreen", title="On <oak> & acorns")
    answer = garden.show(oak, garden.site.note("elm", "budding")).json()
    garden.tick()
    [letter] = garden.inbox()
    text, html = text_of(letter, "plain"), text_of(letter, "html")

    assert answer["readers"] == 1
    assert [note["id"] for note in answer["newly_evergreen"]] == ["oak"]
    assert letter["To"] == reader
    assert letter["Subject"] == "On <oak> & acorns"
    assert oak["url"] in text
    assert "On <oak> & acorns" in text
    assert "All of oak." in text
    assert oak["url"] in html
    assert "On &lt;oak&gt; &amp; acorns" in html
    assert "<p" in html
    assert "elm" not in text + html
    assert "1 Garden Path, Greenhouse" in text
    assert "1 Garden Path, Greenhouse" in html
    assert letter["List-Unsubscribe"] == f"<{garden.settings.functions_url}{link_in(letter)}>"
    assert letter["List-Id"] == "<127.0.0.1>"


@pytest.mark.usefixtures("reader")
def test_announcing_again_and_flapping_and_moving_house_tell_nobody(garden: Garden, db):
    site = garden.site
    garden.show(site.note("oak"))
    first = garden.letters_after(site.note("oak", "evergreen"))
    again = garden.letters_after(site.note("oak", "evergreen"))
    budding = garden.letters_after(site.note("oak", "budding"))
    evergreen = garden.letters_after(site.note("oak", "evergreen"))
    rewritten = garden.letters_after(
        site.note(
            "oak",
            "evergreen",
            slug="quercus",
            url=f"{site.url}/quercus/",
            title="On quercus",
            content_hash="sha256:new",
            tended_at="2026-11-28",
        ),
    )

    assert first == ["On oak"]
    assert [again, budding, evergreen, rewritten] == [[], [], [], []]
    assert one(db, "select count(*) from notifications") == 1


@pytest.mark.usefixtures("reader")
def test_two_notes_at_once_are_one_letter_that_names_both(garden: Garden, db):
    site = garden.site
    garden.show(site.note("oak"), site.note("elm"))
    garden.show(site.note("oak", "evergreen"), site.note("elm", "evergreen"))
    garden.tick()
    [letter] = garden.inbox()

    assert letter["Subject"] == "On elm · On oak"
    for kind in ("plain", "html"):
        assert f"{site.url}/oak/" in text_of(letter, kind)
        assert f"{site.url}/elm/" in text_of(letter, kind)
    assert one(db, "select count(*) from deliveries") == 1


@pytest.mark.usefixtures("reader")
def test_a_note_born_evergreen_is_told_and_one_absent_and_back_is_not(garden: Garden, db):
    site = garden.site
    garden.show(site.note("oak", "evergreen"))
    born = garden.letters_after(site.note("oak", "evergreen"), site.note("elm", "evergreen"))
    absent = garden.letters_after(site.note("fir"))
    gone = column(db, "select id from notes where gone_at is not null order by id")
    back = garden.letters_after(site.note("oak", "evergreen"), site.note("elm", "evergreen"))

    assert born == ["On elm"]
    assert absent == []
    assert gone == ["elm", "oak"]
    assert back == []
    assert column(db, "select id from notes where gone_at is null order by id") == ["elm", "oak"]


@pytest.mark.usefixtures("reader")
def test_the_letter_is_frozen_when_it_is_fanned_out(garden: Garden, db):
    site = garden.site
    garden.show(site.note("oak"))
    garden.show(site.note("oak", "evergreen"))
    garden.fan_out()
    garden.show(site.note("oak", "evergreen", title="Another title", mail_html="<p>Changed.</p>"))
    make_due(db)
    garden.tick()
    [letter] = garden.inbox()

    assert letter["Subject"] == "On oak"
    assert "All of oak." in text_of(letter, "plain")


def test_n36_who_leaves_between_fan_out_and_sending_is_skipped_with_the_reason(
    garden: Garden, db, reader: str
):
    garden.confirmed_reader("bob@example.org")
    garden.show(garden.site.note("oak"))
    garden.show(garden.site.note("oak", "evergreen"))
    garden.fan_out()
    db.execute("update subscribers set status = 'unsubscribed' where email = %s", (reader,))
    make_due(db)
    garden.tick()

    assert deliveries(db) == [("skipped", "unsubscribed", 0), ("sent", None, 0)]
    assert [mail["To"] for mail in garden.inbox()] == ["bob@example.org"]
    assert total(db) == {"candidates": 2, "sent": 1, "skipped": 1, "failed": 0, "pending": 0}


def test_who_is_suppressed_is_skipped_with_the_reason(garden: Garden, db, reader: str):
    from shared.newsletter.keys import address_hash

    key = garden.settings.secret_key[0]
    db.execute(
        "insert into suppressions (address_hash, reason) values (%s, 'gone')",
        (address_hash(key, reader),),
    )
    garden.show(garden.site.note("oak"))
    garden.show(garden.site.note("oak", "evergreen"))
    garden.tick()

    assert deliveries(db) == [("skipped", "suppressed", 0)]
    assert garden.inbox() == []


def test_a_garden_without_readers_announces_to_nobody(garden: Garden, db):
    garden.show(garden.site.note("oak"))
    garden.show(garden.site.note("oak", "evergreen"))
    garden.tick()

    assert one(db, "select status from notifications") == "announced"
    assert one(db, "select candidates from notifications") == 0
