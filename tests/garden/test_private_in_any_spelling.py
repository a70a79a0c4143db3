"""A note that says in whatever spelling that it is private is never published."""

import pytest

from shared.garden.vault.synonyms import SHOWS
from shared.garden.vault.unseen import DECIDES

SPELLED = {
    "taken over from elsewhere": "base: &base {draft: true}\n<<: *base",
    "taken over in a list": "base: &base {draft: true}\n<<: [*base, *base]",
    "taken over twice": "a: &a {draft: true}\nb: &b {<<: *a}\n<<: *b",
    "after a space that is none": "\u00a0draft: true",
    "with a joint in it": "draft\u200b: true",
    "with a hyphen that is not shown": "dr\u00adaft: true",
    "in full width": "ｄｒａｆｔ: true",
    "with spaces": '" draft ": true',
    "as Jekyll has it": "published: false",
    "as Digital Garden has it": "dg-publish: false",
}
HEADS = {
    "after an empty line": "\n---\ntitle: a\ndraft: true\n---\n",
    "after a space": " ---\ndraft: true\n---\n",
    "after a sign that nobody sees": "\u200b---\ndraft: true\n---\n",
    "with too many dashes": "----\ndraft: true\n----\n",
    "with a word after the dashes": "--- yaml\ndraft: true\n---\n",
    "with dashes that a program joined": "—\ndraft: true\n—\n",
    "with a space that is none": "---\u00a0\nprivate: yes\n---\n",
    "with lines that end otherwise": "---\x85publish: no\x85---\x85",
    "TOML": "+++\ntitle = 'a'\ndraft = true\n+++\n",
    "JSON": '{\n"draft": true\n}\n',
    "of Org": ";;;\nshould_index: false\n;;;\n",
    "as Chinese keyboards write it": "—\ndraft：true\n—\n",
    "JSON in a line": '{"title": "x", "draft": true}\n',
    "JSON with two in a line": '{\n"title": "x", "draft": true\n}\n',
    "TOML with a comment": "+++\ndraft = true // no\n+++\n",
    "after a comment": "<!-- x\ny -->\n---\ndraft: true\n---\n",
    "after a title": "# Title\n\n---\ndraft: true\n---\n",
    "after one that is empty": "---\n---\ndraft: true\n---\n",
    "after an empty one and dashes": "---\n---\n---\ndraft: true\n---\n",
    "after a finished one": "---\ntitle: x\n---\n\n---\ndraft: true\n---\n",
    "in code": "```yaml\ntitle: x\ndraft: true\n```\n",
    "of Dataview": "Text.\n\ndraft:: true\n",
    "of Dataview in brackets": "---\ntitle: x\n---\nText.\n- [publish:: false]\n",
    "without dashes": "title: x\ndraft: true\n\n",
    "on the line of the dashes": "--- draft: true\n---\n",
}


@pytest.mark.parametrize("head", SPELLED.values(), ids=SPELLED.keys())
def test_a_word_that_is_hard_to_see_counts(grow, head):
    built = grow({"a.md": f"---\ntitle: x\n{head}\n---\nSENTINEL", "b.md": "y"})

    assert built.mentions("SENTINEL") == []
    assert built.errors == []


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS.keys())
def test_a_word_in_a_head_that_is_not_read_is_an_error_and_the_note_stays_out(grow, head):
    built = grow({"a.md": f"{head}SENTINEL", "b.md": "y"})

    assert built.mentions("SENTINEL") == []
    [error] = built.errors
    assert error.startswith("a.md:")
    assert "is not read here" in error


def test_the_line_is_told_in_which_it_stands(grow):
    built = grow({"a.md": "---\ntitle: x\n---\n\n---\ndraft: true\n---\nSENTINEL", "b.md": "y"})

    assert [str(error)[:9] for error in built.errors] == ["a.md:6:1:"]


@pytest.mark.parametrize("key", sorted(DECIDES))
def test_every_word_that_decides_is_looked_for(grow, key):
    built = grow({"a.md": f"\n---\n{key}: no\n---\nSENTINEL", "b.md": "y"})

    assert [str(error)[:9] for error in built.errors] == ["a.md:3:1:"]


@pytest.mark.parametrize(
    "text",
    [
        "\n---\n\nDraft: a word that stands in a text after a line",
        "— Draft: said somebody",
        "\n---\ntitle: a\n---\ndraft: true is what keeps a note at home",
        "{\n  not a head\n}\n\ndraft: x",
        "# How to\n\n```yaml\ndraft: true\n```",
        "# Title\n\n---\n\nDraft: a word in a sentence",
        "Public: who reads this\nPrivate: nobody else",
        "The key draft:: true is one of Dataview's, and `draft:: true` is, too.",
        "std::draft::x\nvisibility:: of the stars",
    ],
)
def test_what_is_no_head_is_text(grow, text):
    assert grow({"a.md": text}).exists("a")


@pytest.mark.parametrize("key", SHOWS)
@pytest.mark.parametrize("value", ["2026-11-30", "", "true", "[a]"])
def test_words_of_other_programs_hide_a_note_only_where_they_say_no(grow, key, value):
    assert grow({"a.md": f"---\n{key}: {value}\n---\nx"}).exists("a")


def test_unlisted_is_a_word_for_it_too(grow):
    built = grow({"a.md": "---\nunlisted: true\n---\nx", "b.md": "y"})

    assert built.exists("a")
    assert built.mentions("/a/") == ["a/index.html"]
