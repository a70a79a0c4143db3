"""S20: forty ways to break out of a statement, in every field of every door."""

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, urlencode

import psycopg
import pytest

from tests.support.doors import Door, doors
from tests.support.rows import column, one

BREAKING_OUT = [
    "'",
    '"',
    "''",
    "\\",
    "\\'",
    "`",
    ";",
    "--",
    "/*",
    "*/",
    "%",
    "%s",
    "%(id)s",
    "%%s",
    "{}",
    "$1",
    "$$",
    ":id",
    "?",
    "\x00'",
    "\u2019",
    "\uff07 or 1=1--",
    "' or '1'='1",
    "' or 1=1--",
    "') or ('1'='1",
    "1 or 1=1",
    "1; drop table canary",
    "'; drop table canary; --",
    "'); drop table canary; --",
    "\\'; drop table canary; --",
    "$$; drop table canary; --",
    "'; update canary set word = 'taken'; commit; --",
    "'; delete from subscribers; commit; --",
    "'; alter table subscribers add column taken text; commit; --",
    "'; truncate background_jobs cascade; --",
    "' union select word from canary --",
    "' union all select null, word, null from canary --",
    "' || (select word from canary) || '",
    "'||pg_sleep(60)||'",
    "(select pg_sleep(60))",
    "'; select pg_sleep(60); --",
    "1/(select 0)",
    "' and extractvalue(1, word) --",
    "'; copy canary to program 'true'; --",
    "'; create role taken superuser; --",
    "E'\\047'",
    "U&'\\0027'",
    "{1,2}",
    '{"a": 1}',
    "\u202e' or 1=1--",
]

FIELDS = ["email", "token", "confirm", "dry_run", "id", "view", "status"]
HEADERS = ["Accept", "Accept-Language", "User-Agent", "Referer", "Cookie", "X-Forwarded-For"]

SHAPES = """
    select table_name || '.' || column_name || ' ' || data_type || coalesce(column_default, '')
      from information_schema.columns where table_schema = 'public' order by 1
"""


@pytest.fixture
def canary(db: psycopg.Connection) -> Iterator[None]:
    db.execute("create table canary as select 'singing' as word")
    yield
    db.execute("drop table if exists canary")


def test_breaking_out_is_tried_in_forty_ways():
    assert len({*BREAKING_OUT}) >= 40


def test_no_field_of_any_door_reaches_a_statement(client, db, canary):
    unbroken(client, db, everywhere)


def test_no_field_of_a_manifest_reaches_a_statement(garden, db, canary):
    garden.show(garden.site.note("oak"))
    unbroken(garden.client, db, lambda client, payload: manifests(garden, payload))
    garden.tick()

    assert one(db, "select word from canary") == "singing"


def unbroken(client: Any, db: psycopg.Connection, sent: Any) -> None:
    """Send everything, and see that nothing came of it: no error, no change of any shape."""
    client.post("/newsletter/subscribe", data={"email": "ada@example.org"})
    shapes, roles = column(db, SHAPES), one(db, "select count(*) from pg_roles")
    failed = [
        (payload, what)
        for payload in BREAKING_OUT
        for what, answer in sent(client, payload)
        if answer.status_code >= 500 or "singing" in answer.text
    ]

    assert failed == []
    assert column(db, "select word from canary") == ["singing"]
    assert column(db, SHAPES) == shapes
    assert one(db, "select count(*) from pg_roles") == roles
    assert "ada@example.org" in column(db, "select email from subscribers")


def everywhere(client: Any, payload: str) -> Iterator[tuple[object, Any]]:
    """Send a payload in the query, form, JSON, headers and path of every door."""
    fields = dict.fromkeys(FIELDS, payload)
    for door in doors(client.app):
        yield (door, "query"), sent_to(door, client, query=urlencode(fields))
        if door.method == "POST":
            yield (door, "form"), door.knock(client, data=fields)
            yield (door, "json"), door.knock(client, json=fields)
            mailed = {"email": f"{payload}@example.org"}
            yield (door, "email"), door.knock(client, data=mailed)
        headers = [(name.encode(), printable(payload)) for name in HEADERS]
        headers.append((b"Authorization", b"Bearer " + printable(payload)))
        yield (door, "headers"), door.knock(client, headers=headers)
        yield (door, "path"), client.request(door.method, f"{door.path}/{quote(payload, safe='')}")


def sent_to(door: Door, client: Any, *, query: str) -> Any:
    return client.request(door.method, f"{door.path}?{query}", follow_redirects=False)


def printable(payload: str) -> bytes:
    """Return a payload as a header can carry it."""
    return payload.replace("\x00", "").encode()


def manifests(garden: Any, payload: str) -> Iterator[tuple[str, Any]]:
    """Send a payload in each field of a note and of the site, alone and in a list."""
    note = garden.site.note("oak", "evergreen", aliases=[])
    for name in note:
        for value in (payload, [payload]):
            yield name, garden.announce(garden.site.manifest({**note, name: value}))
    for name in ("url", "title", "language"):
        manifest = garden.site.manifest(note)
        manifest["site"][name] = payload
        yield name, garden.announce(manifest)
    whole = {**garden.site.manifest(note), "confirm": payload, "version": payload}
    yield "confirm", garden.announce(whole, f"?confirm={quote(payload)}&dry_run={quote(payload)}")
    yield (
        "bearer",
        garden.client.post(
            "/garden/announce",
            content=json.dumps(whole),
            headers={"Authorization": printable(payload)},
        ),
    )
