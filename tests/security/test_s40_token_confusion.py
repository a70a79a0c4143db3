"""S40: every kind of token opens its own door, and no other; an n x n matrix over all doors."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from shared.newsletter.keys import IDS, address_hash, sign, unsubscribe_token
from shared.newsletter.readers import form_tokens, preferences
from shared.newsletter.readers.never_again import WISH, never_again_token
from tests.support.doors import doors
from tests.support.garden import Garden, token_in
from tests.support.rows import dump

ADDRESS = "ada@example.org"
OLD_ENOUGH = timedelta(seconds=10)


def confirm(garden: Garden, key: str) -> str:
    garden.subscribe("bob@example.org")
    garden.tick()
    [mail] = garden.inbox()
    garden.empty_inbox()
    return token_in(mail)


def wish(garden: Garden, key: str) -> str:
    garden.show(garden.site.note("oak"))
    data = {"email": "bob@example.org", "note": "oak"}
    garden.client.post("/newsletter/subscribe", data=data)
    garden.tick()
    [mail] = garden.inbox()
    garden.empty_inbox()
    return token_in(mail)


def settings(garden: Garden, key: str) -> str:
    """Have the settings link mailed, and return the token in it."""
    link = preferences.settings_token(key, 1)
    garden.client.post("/newsletter/settings-link", data={"token": link})
    garden.tick()
    [mail] = garden.inbox()
    garden.empty_inbox()
    return token_in(mail)


# Each kind with the doors that it opens. Whoever adds a kind adds it here; a door that is added is
# tried by itself.
KINDS: dict[str, tuple[tuple[str, ...], Callable[[Garden, str], str]]] = {
    "confirm": (("/newsletter/confirm",), confirm),
    "unsubscribe": (("/newsletter/unsubscribe",), lambda garden, key: unsubscribe_token(key, 1, 1)),
    "not me": (
        ("/newsletter/not-me",),
        lambda garden, key: never_again_token([key], 1, ADDRESS, ADDRESS),
    ),
    "form": (
        ("/newsletter/subscribe",),
        lambda garden, key: form_tokens.new_form_token(
            [key], ADDRESS, now=datetime.now(UTC) - OLD_ENOUGH
        ),
    ),
    "settings link": (
        ("/newsletter/settings-link",),
        lambda garden, key: preferences.settings_token(key, 1),
    ),
    "settings": (
        ("/newsletter/preferences", "/newsletter/data", "/newsletter/erase"),
        settings,
    ),
    "announce": (("/garden/announce",), lambda garden, key: str(garden.settings.announce_token)),
    "hash of the address": ((), lambda garden, key: address_hash(key, ADDRESS).hex()),
    "the key itself": ((), lambda garden, key: key),
}


@pytest.mark.parametrize("kind", KINDS)
def test_s40_no_token_opens_a_door_that_is_not_its_own(garden: Garden, db, kind: str):
    garden.confirmed_reader(ADDRESS)
    opens, make = KINDS[kind]
    token = make(garden, garden.settings.secret_key[0])
    before = dump(db)
    for door in doors(garden.client.app):
        if door.path in opens or door.method not in ("GET", "POST"):
            continue
        for sent in (
            {"params": {"token": token}},
            {"data": {"token": token, "List-Unsubscribe": "One-Click"}},
            {"json": {"token": token}},
            {"headers": {"Authorization": f"Bearer {token}"}},
        ):
            if door.method == "GET" and ("data" in sent or "json" in sent):
                continue
            assert ADDRESS not in door.knock(garden.client, **sent).text

    assert dump(db) == before


@pytest.mark.parametrize("kind", ["confirm", "unsubscribe", "not me", "settings link", "settings"])
def test_s40_each_opens_its_own(garden: Garden, db, kind: str):
    """Without this the matrix would pass with tokens that open nothing at all."""
    garden.confirmed_reader(ADDRESS)
    opens, make = KINDS[kind]
    token = make(garden, garden.settings.secret_key[0])
    for door in opens:
        before = dump(db)
        answer = garden.client.post(door, data={"token": token})

        assert answer.status_code == 200, door
        assert dump(db) != before or ADDRESS in answer.text or "***" in answer.text, door


def test_s40_a_token_of_another_garden_opens_nothing(garden: Garden, db):
    garden.confirmed_reader(ADDRESS)
    foreign = "the secret key of quite another garden"
    before = dump(db)
    for kind in ("unsubscribe", "not me", "form", "settings link"):
        opens, make = KINDS[kind]
        for door in opens:
            garden.client.post(door, data={"token": make(garden, foreign)})

    assert dump(db) == before


# What each signed kind holds, and the purpose it is signed for.
SIGNED = {
    "/newsletter/unsubscribe": (b"unsubscribe", IDS.pack(1, 1)),
    "/newsletter/not-me": (b"never again", WISH.pack(1, b"x" * 32, b"y" * 32)),
    "/newsletter/settings-link": (b"settings", preferences.READER.pack(1)),
}


@pytest.mark.parametrize("own", SIGNED)
def test_s40_what_fits_but_is_signed_for_another_purpose_opens_nothing(
    garden: Garden, db, own: str
):
    garden.confirmed_reader(ADDRESS)
    purpose, data = SIGNED[own]
    others = {one for one, _ in SIGNED.values()} | {b"", b"suppression", b"mailbox", b"key id"}
    others |= {form_tokens.purpose(ADDRESS), b"message id"}
    before = dump(db)
    for other in others - {purpose}:
        token = sign(garden.settings.secret_key[0], other, data)
        garden.client.post(own, data={"token": token})

    assert dump(db) == before
    garden.client.post(own, data={"token": sign(garden.settings.secret_key[0], purpose, data)})
    assert dump(db) != before
