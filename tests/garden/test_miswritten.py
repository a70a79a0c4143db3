"""Front matter that is no YAML: every mistake that people make is told with what to do."""

import pytest
import yaml

from shared.garden.vault.front_matter import load
from shared.garden.vault.miswritten import quoted

SAID = [
    ("title: One thing: it rained", "1:17", 'write title: "One thing: it rained"'),
    ('title: He said: "no"', "1:15", "write title: 'He said: \"no\"'"),
    ("why: It's late: go", "1:15", 'write why: "It\'s late: go"'),
    ("title: @home", "1:8", 'what begins with @ needs quotes; write title: "@home"'),
    ("title: `code`", "1:8", 'what begins with ` needs quotes; write title: "`code`"'),
    ("title: %x", "1:8", 'write title: "%x"'),
    ("title: *star", "1:8", 'write title: "*star"'),
    ('title: "open', "1:8", 'the quote that opens here never closes; put " behind the value'),
    ("title: 'open\nplanted: 2026-01-02", "1:8", "never closes; put ' behind the value"),
    ("title: 'it's'", "1:12", 'write title: "it\'s"'),
    ('title: "a" b', "1:12", 'something stands behind the "; write title: \'"a" b\''),
    ("tags: [a, b", "1:7", "the bracket that opens here never closes; put ] behind the value"),
    ("tags: [#a, #b]\n", "1:7", "`#` begins a remark here; write tags without it, or in quotes"),
    ("links: [[A]], [[B]]", "1:13", 'write links: ["[[A]]", "[[B]]"]'),
    ("title: [a] b", "1:12", 'write title: "[a] b"'),
    ("title: - a", "1:8", "a list begins on the line below `title:`"),
    ("title: x\n\ttags: y", "2:1", "a tab indents this line"),
    ("title: x\n  tags: y", "2:7", "begin this one without spaces"),
    ("A title\ntags: y", "2:5", "the line above has no colon; write it as `key: A title`"),
    ("title: x\n- a", "2:1", "a list stands below a key without one"),
    ('title: "C:\\que"', "1:8", "within double quotes a backslash needs another before it"),
    (f"title: {'a' * 90}: b", "1:98", "put what stands behind `title:` in quotes"),
]


@pytest.mark.parametrize(("head", "place", "said"), SAID)
def test_g18_a_mistake_in_yaml_is_told_with_what_to_do(grow, head, place, said):
    built = grow({"a.md": f"---\n{head}\n---\nx"})
    line, column = map(int, place.split(":"))

    [error] = built.errors
    assert error.startswith(f"a.md:{line + 1}:{column}: ")
    assert said in error
    assert "not allowed in this context" not in error


@pytest.mark.parametrize("text", ["a: b", "it's", '"no"', "'", '"', "\\x", "'it's'", '"a" b'])
def test_what_is_proposed_is_read_as_it_was_meant(text):
    read = yaml.safe_load(f"title: {quoted(text)}")["title"]

    assert read in (text, text[1:-1])
    assert load(f"title: {quoted(text)}").text("title") == read


def test_a_key_of_ours_that_stands_there_twice_is_an_error(grow):
    built = grow({"a.md": "---\ntags: [a]\ntitle: x\ntags: [b]\n---\nx", "b.md": "y"})

    assert built.errors == ["a.md:4:7: `tags` stands there twice; take one of the two lines out"]


def test_a_key_of_ones_own_may_stand_there_twice_and_what_is_taken_over_is_no_second(grow):
    own = "---\nsource: a\nsource: b\n---\nx"
    merged = "---\nbase: &base {title: a}\n<<: *base\ntitle: b\n---\nx"
    hidden = "---\ntitle: a\ntitle: b\ndraft: true\n---\nSENTINEL"
    built = grow({"a.md": own, "b.md": merged, "c.md": hidden})

    assert built.errors == built.warnings == []
    assert built.entry("b")["title"] == "b"
