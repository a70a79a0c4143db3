"""Bad bearers and bad manifests: each is named, and nothing of it is stored."""

import json
from collections.abc import Generator

import psycopg
import pytest
from psycopg.rows import DictRow

from tests.support.garden import Garden
from tests.support.garden_fixtures import Patient, patient_garden
from tests.support.postgres import Cluster
from tests.support.rows import dump

JSON = {"Accept": "application/json"}

BAD_NOTES = {
    "an id that is a number": ({"id": 7}, "notes[1].id must be a string"),
    "no title": ({"title": None}, "notes[1].title must be a string"),
    "an empty title": ({"title": "  "}, "notes[1].title must not be empty"),
    "a title too long": ({"title": "x" * 301}, "notes[1].title has 301 characters"),
    "a header in the title": ({"title": "A\r\nBcc: x@example.com"}, "notes[1].title holds"),
    "a NUL in the title": ({"title": "A\x00"}, "notes[1].title holds"),
    "a line separator": ({"title": "A\u2028B"}, "notes[1].title holds"),
    "an encoded word": ({"title": "=?utf-8?q?a=0d=0aBcc:x?="}, "notes[1].title holds"),
    "half a surrogate": ({"excerpt": "\ud800"}, "notes[1].excerpt holds"),
    "a NUL in the mail": ({"mail_html": "<p>\x00</p>"}, "notes[1].mail_html holds"),
    "half a surrogate in the mail": ({"mail_html": "<p>\udfff</p>"}, "notes[1].mail_html holds"),
    "a mail that is a list": ({"mail_html": []}, "notes[1].mail_html must be a string"),
    "an unknown maturity": ({"maturity": "ripe"}, "notes[1].maturity is 'ripe'"),
    "a maturity that is a list": ({"maturity": ["evergreen"]}, "notes[1].maturity is ['ev"),
    "a date of words": ({"planted_at": "yesterday"}, "notes[1].planted_at is 'yesterday'"),
    "a date that is a number": ({"tended_at": 20260101}, "notes[1].tended_at is 20260101"),
    "a day that is not": ({"tended_at": "2026-02-30"}, "notes[1].tended_at is '2026-02-30'"),
    "tags that are one string": ({"tags": "oak"}, "notes[1].tags must be a list"),
    "a tag that is a number": ({"tags": ["a", 1]}, "notes[1].tags.1 must be a string"),
    "another site's address": ({"url": "https://evil.example/elm/"}, "notes[1].url is"),
    "an address without its scheme": ({"url": "//evil.example/elm/"}, "notes[1].url is"),
    "a script for an address": ({"url": "javascript:alert(1)"}, "notes[1].url is"),
    "no content hash": ({"content_hash": ""}, "notes[1].content_hash must not be empty"),
    "the same id": ({"id": "oak"}, "notes[0] and notes[1] both have the id 'oak'"),
    "not an object": ("elm", "notes[1] must be an object"),
}

BAD_MANIFESTS = {
    "a list": ([], "the manifest must be an object"),
    "another version": ({"version": 2}, "version must be 1"),
    "a true version": ({"version": True}, "version must be 1"),
    "no site": ({"site": None}, "site must be an object"),
    "no notes": ({"notes": None}, "notes must be a list"),
    "notes by name": ({"notes": {}}, "notes must be a list"),
}

BAD_SITES = {
    "another garden": ({"url": "https://other.example"}, "site.url is 'https://other.example'"),
    "a forged title": ({"title": "A\r\nBcc: x@example.com"}, "site.title holds"),
    "no language": ({"language": "<b>"}, "site.language is '<b>'"),
    "a zone that nobody knows": ({"zone": "Europe/Oz"}, "site.zone is 'Europe/Oz'"),
    "a zone that is a number": ({"zone": 1}, "site.zone must be a string"),
}


@pytest.fixture(scope="module")
def patient(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Generator[Patient]:
    """One garden for every test here: what is refused leaves nothing behind."""
    with patient_garden(cluster, tmp_path_factory.mktemp("mail")) as kept:
        yield kept


@pytest.fixture
def garden(patient: Patient) -> Garden:
    return patient.garden


@pytest.fixture
def db(patient: Patient) -> psycopg.Connection[DictRow]:
    return patient.db


@pytest.mark.parametrize(("changes", "says"), BAD_NOTES.values(), ids=[*BAD_NOTES])
def test_a_bad_note_is_named_and_nothing_is_stored(garden: Garden, db, changes, says):
    elm = {**garden.site.note("elm"), **changes} if isinstance(changes, dict) else changes
    refused_with(garden, db, garden.site.manifest(garden.site.note("oak", "evergreen"), elm), says)


@pytest.mark.parametrize(("changes", "says"), BAD_MANIFESTS.values(), ids=[*BAD_MANIFESTS])
def test_a_bad_manifest_is_refused_with_the_item(garden: Garden, db, changes, says):
    good = garden.site.manifest(garden.site.note("oak", "evergreen"))
    refused_with(garden, db, {**good, **changes} if changes else [], says)


@pytest.mark.parametrize(("changes", "says"), BAD_SITES.values(), ids=[*BAD_SITES])
def test_another_gardens_manifest_is_refused(garden: Garden, db, changes, says):
    good = garden.site.manifest(garden.site.note("oak", "evergreen"))
    refused_with(garden, db, {**good, "site": {**good["site"], **changes}}, says)


def refused_with(garden: Garden, db, manifest, says: str) -> None:
    before = dump(db)
    answer = garden.announce(manifest, **JSON)

    assert answer.status_code == 422
    assert says in answer.json()["detail"]
    assert dump(db) == before


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b'{"version": 1' + b"0" * 5000 + b"}", b"NaN"]
)
def test_what_is_no_json_is_refused(garden: Garden, db, body: bytes):
    before = dump(db)
    bearer = {"Authorization": f"Bearer {garden.settings.announce_token}"}
    answer = garden.client.post("/garden/announce", content=body, headers={**bearer, **JSON})

    assert answer.status_code == 422
    assert dump(db) == before


@pytest.mark.parametrize(
    "authorization",
    [
        None,
        "",
        "Bearer",
        "Bearer ",
        "Bearer wrong",
        "Basic announce-token-of-the-tests-0123456789",
        "announce-token-of-the-tests-0123456789",
        "Bearer announce-token-of-the-tests-012345678",
        "Bearer announce-token-of-the-tests-01234567890",
        "Bearer ANNOUNCE-TOKEN-OF-THE-TESTS-0123456789",
        "Bearer \xe9",
    ],
)
def test_who_does_not_show_the_token_is_asked_for_it(garden: Garden, db, authorization):
    before = dump(db)
    headers = {} if authorization is None else {"Authorization": authorization.encode("latin-1")}
    body = json.dumps(garden.site.manifest(garden.site.note("oak", "evergreen")))
    answer = garden.client.post("/garden/announce", content=body, headers=headers)

    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert dump(db) == before


def test_a_database_that_is_nobody_s_yet_says_what_to_run(garden: Garden, db):
    db.execute("delete from garden")
    answer = garden.announce({**garden.site.manifest(garden.site.note("oak"))}, **JSON)

    assert answer.status_code == 503
    assert "thistledown migrate" in answer.json()["detail"]
