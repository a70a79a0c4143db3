"""S8: no page but the garden's own may read an answer, whatever the door."""

import pytest

from tests.support.doors import doors

SUBSCRIBE = "/newsletter/subscribe"
STRANGERS = [
    "null",
    "https://evil.example",
    "http://functions.test.evil.example",
    "http://evil-functions.test",
    "http://functions.test:81",
    "https://functions.test",
    "http://functions.test/",
    "http://user@functions.test",
    "file://",
    "*",
]


@pytest.mark.parametrize("origin", STRANGERS)
def test_no_door_lets_a_stranger_read_its_answer(client, origin: str):
    for door in doors(client.app):
        preflight = {"Origin": origin, "Access-Control-Request-Method": door.method}
        for answer in (
            door.knock(client, headers={"Origin": origin}),
            client.options(door.path, headers=preflight),
        ):
            assert not [name for name in answer.headers if "access-control" in name], door


def test_the_gardens_own_pages_may_read_the_form_alone_and_never_with_credentials(garden):
    own = {"Origin": garden.site.url}
    answers = {door: door.knock(garden.client, headers=own) for door in doors(garden.client.app)}
    opened = {
        door.path
        for door, answer in answers.items()
        if answer.headers.get("Access-Control-Allow-Origin") == garden.site.url
    }

    assert opened == {SUBSCRIBE}
    for answer in answers.values():
        assert "Access-Control-Allow-Credentials" not in answer.headers
