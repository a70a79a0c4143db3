"""Language tags of gardens and notes: what is none is told, and what is one stays."""

import pytest


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("german", "; did you mean `de`?"),
        ("Traditional Chinese", ""),
        ("e", ""),
        ('"<b>"', ""),
        ("en-" + "a" * 9, ""),
    ],
)
def test_what_is_no_language_is_a_warning_and_the_gardens_own_is_taken(grow, written, hint):
    built = grow({"a.md": f"---\nlang: {written}\n---\nx"}, toml='language = "fr"')
    [warning] = built.warnings
    assert warning.startswith("a.md:2:7: `lang` ")
    assert warning.endswith(f"is no language tag such as en or zh-Hant{hint}; taken as fr")
    assert '<html lang="fr">' in built.page("a")
    assert built.entry("a")["language"] == "fr"


def test_several_languages_are_none(grow):
    built = grow({"a.md": "---\nlang: [en, de]\n---\nx"}, toml='language = "fr"')

    assert built.warnings == ["a.md:2:7: `lang` is a list, and is no language tag; taken as fr"]
    assert built.entry("a")["language"] == "fr"


@pytest.mark.parametrize(
    "tag", ["en", "zh-Hant", "zh-Hant-TW", "es-419", "sl-rozaj", "de-CH-1996", "yue", "en-x-mine"]
)
def test_every_well_formed_language_stays(grow, tag):
    built = grow({"a.md": f"---\nlang: {tag}\n---\nx"})
    assert built.warnings == []
    assert built.entry("a")["language"].lower() == tag.lower()


def test_a_garden_in_no_language_is_english_with_a_warning(grow):
    built = grow({"a.md": "x"}, toml='publish = "all"\nlanguage = "english"')
    assert built.warnings == [
        "garden.toml:2:1: `language` 'english' is no language tag such as en or zh-Hant; "
        "did you mean `en`?; taken as en"
    ]
    assert '<html lang="en">' in built.page("")
