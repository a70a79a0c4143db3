"""A short link leads to its note on the configured site, and never anywhere else."""

from dataclasses import replace
from urllib.parse import quote, urlsplit

import pytest

from shared.newsletter.announcing.short_links import LONG, short_id_of, shortened
from tests.support.garden import Garden, text_of
from tests.support.rows import one
from tests.support.settings import FUNCTIONS_URL

LONG_NAME = "筆記的成熟度與慢慢長大的樹"

ASTRAY = [
    "0123456789",  # well formed, and nobody's
    "evil.example",
    "https:evil.example",
    "//evil.example",
    "%2f%2fevil.example",
    "%5c%5cevil.example",
    "..",
    "%2e%2e%2fnewsletter",
    "0123456789/../x",
    "' or 1=1--",
    "x" * 500,
    "%00",
    "０１２３４５６７８９",
]
OUTSIDE = [
    "https://evil.example/oak/",
    "{site}.evil.example/oak/",
    "{site}@evil.example/",
    "//evil.example/",
    "javascript:alert(1)",
]


def follow(garden: Garden, short_id: str, method: str = "GET"):
    return garden.client.request(method, f"/n/{short_id}", follow_redirects=False)


@pytest.fixture
def oak(garden: Garden) -> str:
    """A note with a long address; gives its short id."""
    note = garden.site.note("oak", url=f"{garden.site.url}/{quote(LONG_NAME)}/")
    garden.announce(garden.site.manifest(note))
    return short_id_of("oak")


def test_it_leads_to_the_note(garden: Garden, oak: str):
    answer = follow(garden, oak)

    assert answer.status_code == 302
    assert answer.headers["location"] == f"{garden.site.url}/{quote(LONG_NAME)}/"
    assert answer.headers["cache-control"] == "no-store"
    assert follow(garden, oak, "HEAD").headers["location"] == answer.headers["location"]


def test_n59_every_other_id_gets_one_neutral_page(garden: Garden, oak: str):
    answers = {astray: follow(garden, astray) for astray in ASTRAY}

    assert {answer.status_code for answer in answers.values()} == {404}
    assert [astray for astray in ASTRAY if "location" in answers[astray].headers] == []
    assert [astray for astray in ASTRAY if "evil" in answers[astray].text] == []


def test_n59_an_id_that_is_known_no_more_looks_like_one_that_never_was(garden: Garden, oak: str):
    never = follow(garden, "0123456789")
    garden.announce(garden.site.manifest(garden.site.note("elm")))
    no_more = follow(garden, oak)

    assert (no_more.status_code, no_more.content) == (404, never.content)


def test_n59_an_address_outside_the_site_is_not_led_to_wherever_it_came_from(
    garden: Garden, db, oak: str
):
    for url in OUTSIDE:
        db.execute("update notes set url = %s", (url.format(site=garden.site.url),))

        assert follow(garden, oak).status_code == 404, url


def test_n59_after_the_garden_has_moved_its_old_address_is_not_led_to(garden: Garden, oak: str):
    app = garden.client.app
    app.state.settings = replace(garden.settings, site_url="https://moved.example")

    assert follow(garden, oak).status_code == 404


def test_it_stays_with_a_note_that_moves(garden: Garden, oak: str, db):
    elsewhere = f"{garden.site.url}/quercus/"
    moved = garden.site.note("quercus", url=elsewhere, aliases=["oak"], content_hash="sha256:x")
    garden.announce(garden.site.manifest(moved))

    assert one(db, "select id from notes where gone_at is null") == "quercus"
    assert follow(garden, oak).headers["location"] == elsewhere


def test_it_is_made_alike_for_notes_from_before(db):
    made = "select left(encode(sha256(convert_to(%s, 'UTF8')), 'hex'), 10) as id"

    for name in ("oak", "筆記/成熟度.md"):
        assert db.execute(made, (name,)).fetchone()["id"] == short_id_of(name)


def test_n70_the_plain_text_has_the_short_link_on_the_functions_and_the_html_the_notes_own(
    garden: Garden,
):
    long, short = f"{garden.site.url}/{quote(LONG_NAME)}/", f"{FUNCTIONS_URL}/n/{short_id_of('a')}"
    a = garden.site.note("a", "evergreen", url=long)
    b = garden.site.note("b", "evergreen")
    garden.confirmed_reader("ada@example.org")
    garden.announce(garden.site.manifest())
    garden.show(a, b)
    garden.tick()
    [mail] = garden.inbox()
    plain, html = text_of(mail, "plain"), text_of(mail, "html")

    assert len(long) > LONG
    assert short in plain
    assert long not in plain
    assert f"{garden.site.url}/b/" in plain
    assert f'href="{long}"' in html
    assert "/n/" not in html
    tokens = [word for word in plain.split() if "token=" in word]
    assert tokens
    assert {urlsplit(word).netloc for word in tokens} == {urlsplit(FUNCTIONS_URL).netloc}
    assert follow(garden, short.rpartition("/")[2]).headers["location"] == long


def test_an_address_that_fits_on_a_line_is_written_out():
    functions = "https://letters.example.com"
    fits = "https://garden.example.com/" + "x" * (LONG - 27)

    assert shortened(fits, "0123456789", functions_url=functions) == fits
    assert shortened(fits + "x", "0123456789", functions_url=functions).startswith(functions)
    assert shortened(fits + "x", "0123456789", functions_url="https://" + "f" * 90) == fits + "x"
    assert shortened(fits + "x", None, functions_url=functions) == fits + "x"
