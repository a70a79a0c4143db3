"""The pages themselves: short, translated, escaped, and leading back to the garden."""

import re
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from functions.web.words import LANGUAGES, read_words
from shared.mail.address import SENTENCES

TAGS = re.compile(r"<(title|style|svg)\b.*?</\1>|<[^>]*>", re.DOTALL)


def shape(words: object, place: str = "") -> set[str]:
    if isinstance(words, str):
        return {place + " " + " ".join(sorted(re.findall(r"%\(\w+\)s", words)))}
    assert isinstance(words, dict)
    return {line for key, value in words.items() for line in shape(value, f"{place}.{key}")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_words_and_places_to_fill(language: str) -> None:
    assert shape(read_words(language)) == shape(read_words("en"))


def test_what_is_wrong_with_an_address_is_said_in_every_language() -> None:
    said = read_words("en")["reasons"]

    assert {reason: said[reason] for reason in SENTENCES} == SENTENCES


def test_chinese_pages_and_letters_say_ni_as_the_garden_does() -> None:
    folder = Path(__file__).parents[3] / "templates"
    files = [*folder.glob("mail/*"), *folder.glob("pages/words/*")]

    assert [path.name for path in files if "您" in path.read_text("utf-8")] == []


def test_n08_the_confirm_page_has_one_button_and_few_words(client: TestClient) -> None:
    text = client.get("/newsletter/confirm?token=abc").text

    assert text.count("<button") == text.count("<form") == 1
    assert '<form method="post"' in text
    assert '<input type="hidden" name="token" value="abc">' in text
    assert "token=abc" not in text
    assert "last step" in text
    assert len(TAGS.sub(" ", text).split()) <= 60


def test_n08_the_page_after_it_names_the_garden(app: Starlette, client: TestClient) -> None:
    app.state.garden_title = "Ada's garden"
    text = client.post("/newsletter/confirm?token=abc").text

    assert "Ada&#39;s garden will write to you" in text


def test_no_page_asks_for_anything_from_elsewhere(client: TestClient) -> None:
    for path in ("/newsletter/confirm", "/newsletter/unsubscribe", "/nowhere"):
        text = client.get(path).text
        assert not re.search(r"<(script|img|link|iframe)|src=|url\(|@import|style=", text)


def test_every_page_leads_back_to_the_garden_by_its_title(
    app: Starlette, client: TestClient
) -> None:
    app.state.garden_title = "Ada's <garden>"
    for path in ("/newsletter/confirm", "/newsletter/unsubscribe", "/nowhere", "/failing/bug"):
        text = client.get(path).text
        assert '<a href="https://garden.example/">Back to Ada&#39;s &lt;garden&gt;</a>' in text


def test_the_answer_to_subscribe_is_the_same_for_everybody(client: TestClient) -> None:
    first = client.post("/newsletter/subscribe", data={"email": "ada@example.org"})
    second = client.post("/newsletter/subscribe", data={"email": "eve@example.org"})

    assert first.content == second.content
    assert first.headers == second.headers
    assert "ada" not in first.text


@pytest.mark.parametrize(
    ("wish", "language"),
    [
        ("zh-TW,zh;q=0.9,en;q=0.8", "zh-Hant"),
        ("zh-Hant-HK", "zh-Hant"),
        ("zh-CN", "zh-Hant"),
        ("en-GB,zh-TW;q=0.9", "en"),
        ("de, zh-TW;q=0.5, en;q=0.3", "zh-Hant"),
        ("zh;q=0, en;q=0.1", "en"),
        ("de", "en"),
        ("", "en"),
        ("../../etc/passwd", "en"),
    ],
)
def test_the_reader_is_answered_in_their_language(
    client: TestClient, wish: str, language: str
) -> None:
    text = client.get("/newsletter/confirm", headers={"Accept-Language": wish}).text

    assert f'<html lang="{language}">' in text
    assert read_words(language)["confirm"]["button"] in text


def test_errors_are_told_in_the_readers_language(client: TestClient) -> None:
    chinese = {"Accept-Language": "zh-TW"}
    problems = read_words("zh-Hant")["problems"]

    missing = client.post("/newsletter/subscribe", headers=chinese)
    foreign = client.post("/newsletter/subscribe", headers={**chinese, "Origin": "null"})

    assert problems["422"]["title"] in missing.text
    assert read_words("zh-Hant")["reasons"]["missing"] in missing.text
    assert problems["403"]["remedy"] in foreign.text


def test_an_unsubscribed_reader_sees_a_masked_address_and_a_way_back(client: TestClient) -> None:
    text = client.post("/newsletter/unsubscribe?token=abc").text

    assert "a***@example.org" in text
    assert 'action="/newsletter/subscribe"' in text


def test_every_template_of_a_page_is_known_to_the_words() -> None:
    folder = Path(__file__).parents[3] / "templates" / "pages"
    pages = {path.stem for path in folder.glob("*.html")}
    parts = {"base", "plant", "error", "subscribe-form"}
    spoken = {path for path in pages - parts if not path.startswith("inbox")}

    assert spoken <= set(read_words("en"))
