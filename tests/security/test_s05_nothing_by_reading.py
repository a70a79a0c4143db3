"""S5: whatever only reads changes no row, at every door, whoever it says that it is."""

import pytest

from tests.support.doors import paths
from tests.support.garden import path_of
from tests.support.rows import dump

UNSAFE = {"POST"}
METHODS = ["GET", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "PUT", "PATCH", "DELETE", "BREW"]
PREFETCH = [
    {},
    {"Purpose": "prefetch", "Sec-Purpose": "prefetch;prerender"},
    {"X-HTTP-Method-Override": "POST", "X-Method-Override": "POST"},
    {"Content-Type": "application/x-www-form-urlencoded"},
]


@pytest.mark.parametrize("method", METHODS)
def test_no_door_changes_a_row_without_a_post(garden, db, method: str):
    garden.confirmed_reader("ada@example.org")
    garden.show(garden.site.note("oak"))
    garden.show(garden.site.note("oak", "evergreen"))
    garden.tick()
    [letter] = garden.inbox()
    leave = path_of(letter["List-Unsubscribe"].strip("<>"))
    query = leave.partition("?")[2]
    manifest = garden.site.manifest(garden.site.note("elm", "evergreen"))
    bearer = {"Authorization": f"Bearer {garden.settings.announce_token}"}
    before = dump(db)
    statuses = set()
    for path in paths(garden.client.app):
        for headers in PREFETCH:
            sent = {**headers, **bearer}
            link = f"{path}?{query}&email=bob@example.org&_method=POST"
            statuses.add(garden.client.request(method, link, headers=sent).status_code)
            if method not in ("TRACE", "HEAD"):
                garden.client.request(method, link, json=manifest, headers=bearer)
                garden.client.request(method, path, content=query, headers=sent)

    assert statuses <= {200, 204, 404, 405, 403}
    assert dump(db) == before
