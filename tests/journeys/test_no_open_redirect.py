"""N59: nothing that is sent along decides where a page leads; the pages are fixed."""

import pytest

from tests.support.doors import doors
from tests.support.garden import Garden, link_in

EVIL = [
    "//evil.example",
    "https:evil.example",
    "https://evil.example/",
    "/\\\\evil.example",
    "%2f%2fevil.example",
    "\\/evil.example",
    "javascript:alert(1)",
    "https://functions.test@evil.example",
]
NAMES = ["next", "return", "redirect", "redirect_url", "url", "continue", "mauticform[return]"]


@pytest.mark.parametrize("target", EVIL)
def test_n59_no_door_leads_where_a_stranger_wants(garden: Garden, target: str):
    garden.subscribe("ada@example.org")
    garden.tick()
    token = link_in(garden.inbox()[0]).partition("token=")[2]
    fields = {"email": "bob@example.org", "token": token, **dict.fromkeys(NAMES, target)}
    for door in doors(garden.client.app):
        how = {"params": fields} if door.method in ("GET", "HEAD") else {"data": fields}
        answer = door.knock(garden.client, headers={"Referer": "https://evil.example/"}, **how)

        assert not 300 <= answer.status_code < 400, door
        assert "location" not in answer.headers, door
        assert "refresh" not in answer.headers, door
        assert "evil.example" not in answer.text, door
