"""The three mails that a stranger can cause end alike, whatever the mail server says to them."""

from collections.abc import Callable

import pytest

from shared.newsletter.readers.preferences import settings_token
from tests.support.post import Post
from tests.support.rows import column, one

ADDRESS = "ada@example.org"
IS_CLOSED = {
    "confirm": "select confirmation_mailed_at > confirmation_requested_at from subscribers",
    "follow": "select mailed_at > requested_at from followed_notes",
    "settings": "select settings_mailed_at > settings_asked_at[1] from subscribers",
}


def confirm(post: Post) -> None:
    post.garden.subscribe(ADDRESS)


def follow(post: Post) -> None:
    post.garden.client.post("/newsletter/subscribe", data={"email": ADDRESS, "note": "moss"})


def settings(post: Post) -> None:
    token = settings_token(post.garden.settings.secret_key[0], 1)
    post.garden.client.post("/newsletter/settings-link", data={"token": token})


ASKED: dict[str, Callable[[Post], None]] = {
    "confirm": confirm,
    "follow": follow,
    "settings": settings,
}


@pytest.fixture
def asked(post: Post, request: pytest.FixtureRequest) -> str:
    """Let one of the mails be asked for, of a reader."""
    post.readers(ADDRESS)
    post.garden.show(post.garden.site.note("moss"))
    kind: str = request.param
    ASKED[kind](post)
    return kind


@pytest.mark.parametrize("asked", ASKED, indirect=True)
def test_an_address_that_is_gone_is_suppressed_and_nothing_waits_any_more(
    post: Post, db, asked: str
):
    post.attempts(1, "rcpt-550-5.1.1")

    assert post.outcomes() == ["succeeded"]
    assert column(db, "select reason from suppressions")[0].startswith("550 5.1.1")
    assert one(db, IS_CLOSED[asked]) is True


@pytest.mark.parametrize("asked", ASKED, indirect=True)
def test_one_that_is_put_off_waits_and_goes_the_next_time(post: Post, db, asked: str):
    post.attempts(1, "greylist")
    waits = one(db, IS_CLOSED[asked])
    post.attempts(1, "ok")

    assert not waits
    assert post.outcomes() == ["failed", "succeeded"]
    assert len(post.copies()) == 1
    assert one(db, IS_CLOSED[asked]) is True
