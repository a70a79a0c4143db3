"""A property of several, as Obsidian writes it: one thing in a list is that thing."""

import pytest


@pytest.mark.parametrize("form", ["\n  - {}", "\n- {}", " [{}]", " ['{}']"])
def test_one_thing_in_a_list_is_that_thing_under_every_key(grow, form):
    said = {
        "title": "On moss",
        "slug": "green",
        "id": "m-1",
        "maturity": "evergreen",
        "planted": "2026-01-02",
        "tended": "2026-02-03",
        "evergreen_at": "2026-02-01",
        "budding_at": "2026-01-20",
        "description": "What moss wants.",
        "lang": "pt-BR",
        "author": "Ada",
        "changed": "all of it",
        "why": "It has rained.",
        "publish": "true",
        "draft": "false",
    }
    lists = "\n".join(f"{key}:" + form.format(value) for key, value in said.items())
    texts = "\n".join(f"{key}: {value}" for key, value in said.items())
    one = grow({"a.md": f"---\n{lists}\n---\nx"})
    entry, page = one.entry("green"), one.page("green")
    other = grow({"a.md": f"---\n{texts}\n---\nx"})

    assert one.errors == one.warnings == []
    assert {**entry, "content_hash": ""} == {**other.entry("green"), "content_hash": ""}
    assert "What moss wants." in page
    assert one.note("green").author == "Ada"


@pytest.mark.parametrize("line", ["draft: [true]", "publish:\n- false", "status:\n  - draft"])
def test_g16_a_list_of_one_word_keeps_a_note_at_home(grow, line):
    built = grow({"a.md": f"---\n{line}\n---\nSENTINEL", "b.md": "y"})

    assert built.mentions("SENTINEL") == []
    assert built.errors == []


@pytest.mark.parametrize(
    "key", ["title", "slug", "id", "maturity", "description", "permalink", "changed"]
)
def test_several_where_one_belongs_are_an_error(grow, key):
    built = grow({"a.md": f"---\n{key}:\n  - one\n  - two\n---\nx", "b.md": "y"})

    assert built.errors == [f"a.md:3:3: `{key}` is a list of 2, and can be one of them alone"]
    assert not built.exists("a")


def test_several_days_and_answers_are_errors_too(grow):
    built = grow({"a.md": "---\nplanted: [2026-01-02, 2026-01-03]\n---\n"})
    again = grow({"a.md": "---\npublish: [true, false]\n---\n"})

    assert built.errors == [
        "a.md:2:10: `planted` is a list, and is no date; write it as 2026-11-29"
    ]
    assert "`publish` is a list of several; write true or false" in again.errors[0]


def test_several_stages_and_languages_are_a_warning_that_names_what_is_there(grow):
    built = grow({"a.md": "---\nstatus: [read, liked]\nlanguage: [en, fr]\n---\nx"})

    assert built.errors == []
    assert built.warnings == [
        "a.md:2:9: `status` is a list, and is no maturity; taken as seedling",
        "a.md:3:11: `language` is a list, and is no language tag; taken as en",
    ]


def test_an_emptied_list_says_nothing(grow):
    built = grow({"a.md": "---\nmaturity: []\nplanted: []\ntitle: []\nwhy: []\nlang:\n  -\n---\nx"})

    assert built.errors == built.warnings == []
    assert built.entry("a")["title"] == "a"


def test_several_authors_are_named_all(grow):
    grow_one = grow({"a.md": "---\nauthor: [Ada, Grace]\n---\nx"})

    assert grow_one.note("a").author == "Ada, Grace"
