"""The manifest is checked before it is believed, whatever it is."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from functions.edge import body_limit
from shared.garden.machines import manifest as garden_manifest
from shared.newsletter.announcing.manifest import LIMIT, BadManifest, read
from tests.support.site import Site

SITE_URL = "https://example.org/garden"
SITE = Site(SITE_URL)

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(json_values)
def test_any_json_is_a_manifest_or_is_refused_in_words(document):
    with pytest.raises(BadManifest, match="must be"):
        read(document, site_url=SITE_URL)


NEW = ["why", "minutes", "budding_at", "grew_out_of"]


@given(st.sampled_from([*sorted(SITE.note("oak")), *NEW]), json_values)
def test_any_value_in_any_field_is_taken_or_refused_with_its_name(field: str, value):
    note = {**SITE.note("oak"), field: value}
    refused = what_is_wrong_with(note)

    assert refused is None or f"notes[0].{field}" in refused
    assert len(refused or "") < 600


def what_is_wrong_with(note) -> str | None:
    try:
        read(SITE.manifest(note), site_url=SITE_URL)
    except BadManifest as refused:
        return str(refused)
    return None


def test_a_whole_manifest_is_read():
    manifest = read(
        SITE.manifest(SITE.note("oak", "evergreen", aliases=["quercus"]), title="常青園"),
        site_url=SITE_URL,
    )
    [oak] = manifest.notes

    assert (manifest.title, manifest.language) == ("常青園", "en")
    assert (oak.id, oak.maturity, oak.aliases) == ("oak", "evergreen", ["quercus"])
    assert (oak.planted_at, oak.tended_at) == (date(2026, 1, 2), date(2026, 11, 20))


def test_what_may_be_left_out_may_be_left_out():
    note = SITE.note("oak")
    for field in ("planted_at", "tended_at", "tags", "mail_html"):
        del note[field]
    [oak] = read(SITE.manifest(note), site_url=SITE_URL).notes

    assert (oak.planted_at, oak.tended_at, oak.tags, oak.mail_html) == (None, None, [], None)


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2026-11-29", date(2026, 11, 29)),
        ("2026-11-29T23:59:59+08:00", date(2026, 11, 29)),
        ("2026-11-29T10:00:00Z", date(2026, 11, 29)),
        ("2026-11-29 10:00", date(2026, 11, 29)),
        (None, None),
    ],
)
def test_a_day_may_carry_a_time(written, day):
    [oak] = read(SITE.manifest(SITE.note("oak", tended_at=written)), site_url=SITE_URL).notes

    assert oak.tended_at == day


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/garden",
        "https://example.org/garden/",
        "https://example.org/garden/oak/",
        "https://example.org/garden/橡樹/?a=b#c",
    ],
)
def test_an_address_under_the_sites_is_taken(url: str):
    assert read(SITE.manifest(SITE.note("oak", url=url)), site_url=SITE_URL)


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/",
        "https://example.org/gardens/oak/",
        "https://example.org/garden/../admin/",
        "https://example.org/garden.evil.example/",
        "https://example.org.evil.example/garden/oak/",
        "https://example.org:444/garden/oak/",
        "https://user@example.org/garden/oak/",
        "http://example.org/garden/oak/",
        "https://example.org/garden/oak/\r\nBcc: x",
        'https://example.org/garden/"><script>',
        "https://example.org/garden/\\evil",
        "/garden/oak/",
        "https://[/garden/oak/",
    ],
)
def test_an_address_elsewhere_is_refused(url: str):
    with pytest.raises(BadManifest, match=r"notes\[0\]\.url is"):
        read(SITE.manifest(SITE.note("oak", url=url)), site_url=SITE_URL)


def test_two_notes_of_one_address_are_both_named():
    notes = [SITE.note("oak"), SITE.note("elm"), SITE.note("fir", url=f"{SITE_URL}/oak/")]
    with pytest.raises(BadManifest, match=r"notes\[0\] and notes\[2\] both have the url"):
        read(SITE.manifest(*notes), site_url=SITE_URL)


def test_what_the_generator_may_write_the_server_will_read():
    assert garden_manifest.LARGEST == LIMIT == body_limit.MANIFEST_BYTES


ELM = {"title": "On elm", "url": f"{SITE_URL}/elm/"}


def test_what_a_note_says_of_its_growth_is_read():
    note = SITE.note(
        "oak", why=" Two\nwinters. ", minutes=6, budding_at="2025-06-14", grew_out_of=[ELM]
    )
    [oak] = read(SITE.manifest(note), site_url=SITE_URL).notes
    [elm] = oak.grew_out_of

    assert (oak.why, oak.minutes, oak.budding_at) == ("Two winters.", 6, date(2025, 6, 14))
    assert (elm.title, elm.url) == (ELM["title"], ELM["url"])


@pytest.mark.parametrize(
    ("changes", "refused"),
    [
        ({"why": ["a"]}, "notes[0].why must be a string"),
        ({"why": "w" * 301}, "notes[0].why has 301 characters"),
        ({"minutes": 0}, "notes[0].minutes is 0; it must be a whole number from 1"),
        ({"minutes": True}, "notes[0].minutes is True"),
        ({"minutes": 1.5}, "notes[0].minutes is 1.5"),
        ({"minutes": 10_001}, "notes[0].minutes is 10001"),
        ({"budding_at": "June"}, "notes[0].budding_at is 'June'"),
        ({"grew_out_of": "elm"}, "notes[0].grew_out_of must be a list of objects"),
        ({"grew_out_of": [ELM] * 4}, "notes[0].grew_out_of lists 4 notes, more than 3"),
        ({"grew_out_of": ["elm"]}, "notes[0].grew_out_of[0] must be an object"),
        (
            {"grew_out_of": [ELM | {"title": "x\r\nBcc: eva@evil.example"}]},
            "notes[0].grew_out_of[0].title holds a control character",
        ),
        (
            {"grew_out_of": [ELM | {"url": "https://evil.example/"}]},
            "notes[0].grew_out_of[0].url is 'https://evil.example/'",
        ),
        (
            {"grew_out_of": [ELM | {"url": "javascript:alert(1)"}]},
            "notes[0].grew_out_of[0].url is 'javascript:alert(1)'",
        ),
    ],
)
def test_what_cannot_be_mailed_of_its_growth_is_refused(changes, refused: str):
    said = what_is_wrong_with(SITE.note("oak", **changes))

    assert said is not None
    assert refused in said
