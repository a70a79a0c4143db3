"""The settings offer the languages that the garden's notes are in, and that a reader may read."""

import re

import pytest

from tests.support.choosing import ADA, choose, mailed
from tests.support.garden import Garden
from tests.support.rows import one

CHINESE = {"accept-language": "zh-TW"}


def offered(garden: Garden, token: str, **headers: str) -> dict[str, list[str]]:
    """What the form asks by buttons, and which answers there are."""
    page = garden.client.get(f"/newsletter/preferences?token={token}", headers=headers).text
    asked = re.findall(r'type="radio" name="(\w+)" value="([^"]+)"', page)
    return {name: [value for each, value in asked if each == name] for name, _ in asked}


@pytest.fixture
def token(garden: Garden) -> str:
    garden.show(garden.site.note("moss", language="ar"))
    garden.confirmed_reader(ADA)
    return mailed(garden)


def test_a_garden_in_one_language_offers_no_other(garden: Garden, db, token):
    assert offered(garden, token).keys() == {"pace"}

    page = garden.client.get(f"/newsletter/preferences?token={token}").text
    form = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]+)"', page))
    saved = garden.client.post("/newsletter/preferences", data={**form, "pace": "monthly"})
    assert saved.status_code == 200
    assert one(db, "select (pace, notes_language, language)::text from subscribers") == (
        "(monthly,both,en)"
    )


def test_a_garden_in_two_offers_both_and_so_does_the_browser(garden: Garden, token):
    both = [garden.site.note("moss", language="en"), garden.site.note("ivy", language="zh-Hant")]
    garden.show(*both)

    asked = offered(garden, token, **CHINESE)
    assert asked["notes_language"] == ["both", "en", "zh"]
    assert asked["language"] == ["en", "zh-Hant"]
    garden.show(both[1], garden.site.note("moss", language="ja"))
    assert offered(garden, token)["notes_language"] == ["both", "zh"]


def test_what_is_chosen_is_offered_whatever_the_garden_speaks_now(garden: Garden, token):
    choose(garden, token, topic=[], notes_language="zh", language="zh-Hant")

    asked = offered(garden, token)
    assert asked["notes_language"] == ["both", "zh"]
    assert asked["language"] == ["en", "zh-Hant"]
