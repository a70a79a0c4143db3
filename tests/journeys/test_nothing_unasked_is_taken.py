"""What is taken is what was meant: no field too many, and no announcement without a token."""

import json
from collections.abc import Generator

import pytest

from tests.support.garden import Garden, link_in, running
from tests.support.rows import minutes_pass, one


@pytest.fixture
def without_a_token(database, site, tmp_path) -> Generator[Garden]:
    with running(database, site, tmp_path / "mail", announce_token=None) as garden:
        yield garden


@pytest.mark.parametrize("shown", ["Bearer ", "Bearer None", "Bearer"])
def test_where_no_token_is_set_nobody_may_announce(without_a_token: Garden, shown: str):
    answer = without_a_token.client.post(
        "/garden/announce", content="{}", headers={"Authorization": shown}
    )

    assert answer.status_code == 401


def test_four_megabytes_are_taken_and_more_is_not_read(garden: Garden):
    note = garden.site.note("oak", mail_html="")
    filling = 4 * 1024 * 1024 - len(json.dumps(garden.site.manifest(note)))
    fits = garden.site.manifest({**note, "mail_html": "x" * filling})
    too_much = garden.site.manifest({**note, "mail_html": "x" * (filling + 1)})

    assert garden.announce(fits).status_code == 200
    assert garden.announce(too_much).status_code == 413


def test_what_a_manifest_has_too_much_is_ignored(garden: Garden, db):
    note = garden.site.note("oak", announced_at="2026-01-01", gone_at="2026-01-01", secret="x")
    answer = garden.announce({**garden.site.manifest(note), "subscribers": ["eve@example.org"]})

    assert answer.status_code == 200
    assert one(db, "select gone_at is null from notes") is True
    assert one(db, "select count(*) from subscribers") == 0


def test_s21_the_form_takes_the_address_and_nothing_else(garden: Garden, db):
    garden.client.post(
        "/newsletter/subscribe",
        json={
            "email": "ada@example.org",
            "status": "confirmed",
            "id": 7,
            "confirmed_at": "2026-01-01T00:00:00Z",
            "language": "xx",
        },
    )
    [reader] = db.execute("select * from subscribers").fetchall()

    assert reader["status"] == "pending"
    assert reader["confirmed_at"] is None
    assert reader["language"] == "en"
    assert reader["id"] != 7


@pytest.mark.parametrize("wish", [{}, {"note": "oak"}])
def test_a_strangers_request_leaves_a_reader_her_language(garden: Garden, db, wish):
    garden.show(garden.site.note("moss"), garden.site.note("oak"))
    garden.confirmed_reader("ada@example.org")
    minutes_pass(db, 11)
    garden.client.post(
        "/newsletter/subscribe",
        data={"email": "ada@example.org", **wish},
        headers={"Accept-Language": "zh-TW"},
    )
    garden.tick()

    assert len(garden.inbox()) == 1
    assert one(db, "select language from subscribers") == "en"


@pytest.mark.parametrize("wish", [{}, {"note": "moss"}])
def test_nor_is_it_changed_for_who_waits_for_a_note_and_reads_nothing_else(
    garden: Garden, db, wish
):
    garden.show(garden.site.note("moss"), garden.site.note("oak"))
    garden.client.post("/newsletter/subscribe", data={"email": "ada@example.org", "note": "oak"})
    garden.tick()
    [mail] = garden.inbox()
    garden.client.post(link_in(mail))
    minutes_pass(db, 11)
    garden.client.post(
        "/newsletter/subscribe",
        data={"email": "ada@example.org", **wish},
        headers={"Accept-Language": "zh-TW"},
    )

    assert one(db, "select language from subscribers") == "en"
