"""S35: no header of a request decides where a link leads, at no door."""

import pytest

from tests.support.doors import Door, doors
from tests.support.garden import LINK, text_of
from tests.support.rows import dump

FOREIGN = ["evil.example", "functions.test.evil.example", "functions.test@evil.example", "evil:80"]
MALFORMED = ["functions.test:x", "functions.test/evil", "functions.test, evil.example", "[::1", "*"]
HEADERS = {
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "gopher",
    "X-Forwarded-Prefix": "/evil.example",
    "X-Forwarded-Server": "evil.example",
    "X-Host": "evil.example",
    "X-Original-Host": "evil.example",
    "X-Original-URL": "http://evil.example/",
    "X-Rewrite-URL": "/evil.example",
    "Forwarded": "host=evil.example;proto=https",
    "Referer": "http://evil.example/",
}


@pytest.mark.parametrize("host", [*FOREIGN, *MALFORMED])
def test_c22_every_door_is_closed_to_another_name(client, db, host: str):
    before = dump(db)
    for door in doors(client.app):
        answer = door.knock(client, headers={"Host": host})
        assert answer.status_code == 400, door
        assert "evil" not in answer.text

    assert dump(db) == before


def test_a_bare_address_opens_the_health_and_nothing_else(garden):
    opened = {
        door.path
        for door in doors(garden.client.app)
        if door.knock(garden.client, headers={"Host": "203.0.113.7"}).status_code != 400
    }

    assert opened == {"/healthz"}


@pytest.mark.parametrize("name", HEADERS)
def test_c22_no_header_leads_a_link_elsewhere(garden, name: str):
    foreign = {name: HEADERS[name]}
    page = garden.subscribe("ada@example.org", headers=foreign)
    garden.tick()
    [mail] = garden.inbox()
    links = LINK.findall(text_of(mail, "plain") + text_of(mail, "html"))

    assert page.status_code == 200
    assert "evil" not in page.text
    assert "evil" not in mail.as_string()
    assert links
    assert all(link.startswith(f"{garden.settings.functions_url}/newsletter/") for link in links)


@pytest.mark.parametrize("name", ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"])
@pytest.mark.parametrize("path", ["/newsletter/confirm", "/newsletter/unsubscribe"])
def test_no_header_makes_another_method_of_a_request(garden, path: str, name: str):
    plain = Door(path, "GET").knock(garden.client)
    overridden = Door(path, "GET").knock(garden.client, headers={name: "POST"})

    assert (plain.status_code, plain.content) == (overridden.status_code, overridden.content)
