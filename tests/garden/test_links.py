"""Wikilinks and Markdown links: what they find, and what is said when they find nothing."""

import re
import unicodedata

import pytest


def hrefs(html: str) -> list[str]:
    return re.findall(r'<a href="([^"]*)"', html)


def test_g01_a_wikilink_ignores_case_and_leaves_a_backlink(grow):
    built = grow({"Foo Bar.md": "x", "from.md": "[[foo bar]]"})
    assert '<a href="/foo-bar/">foo bar</a>' in built.body("from")
    assert [link.slug for link in built.note("foo-bar").backlinks] == ["from"]
    assert 'href="/from/"' in built.page("foo-bar")


def test_g02_two_files_for_one_url_are_an_error_that_names_both(grow):
    built = grow({"a/Note.md": "first", "a/note!.md": "---\nslug: a/note\n---\nsecond"})
    [error] = built.errors
    assert "a/Note.md" in error
    assert "a/note!.md" in error
    assert "first" in built.page("a/note")


def test_g02_the_same_name_in_two_folders_is_two_notes(grow):
    built = grow({"a/Note.md": "x", "b/note.md": "y"})
    assert built.errors == []
    assert built.exists("a/note")
    assert built.exists("b/note")


@pytest.mark.parametrize(
    ("name", "link", "href"),
    [
        ("What's 100% new", "What's 100% new?", "/what's-100-new/"),
        ("A & B (v1.2)", "A & B (v1.2)", "/a-b-(v1.2)/"),
        ("plural.sh", "plural.sh", "/plural.sh/"),
        ("emoji 🌱 note", "Emoji 🌱 note", "/emoji-%F0%9F%8C%B1-note/"),
    ],
)
def test_g03_punctuation_in_names_resolves(grow, name, link, href):
    built = grow({f"{name}.md": "x", "from.md": f"[[{link}]]"})
    assert hrefs(built.body("from").replace("&#x27;", "'")) == [href]
    assert built.warnings == []


def test_g05_a_decomposed_file_name_is_found_by_a_composed_link(grow):
    decomposed = unicodedata.normalize("NFD", "がé")
    built = grow({f"{decomposed}.md": "x", "from.md": "[[がé]]"})
    assert hrefs(built.body("from")) == ["/%E3%81%8C%C3%A9/"]
    assert [link.title for link in built.note("がé").backlinks] == ["from"]


def test_g06_an_ambiguous_wikilink_is_a_warning_that_names_all(grow):
    built = grow(
        {"甲/同名.md": "[[同名]]", "乙/同名.md": "x", "from.md": "line\n字 [[同名]] [[甲/同名]]"}
    )
    [same_folder, elsewhere] = sorted(built.warnings, reverse=True)
    assert same_folder.startswith("甲/同名.md:1:1: ambiguous wikilink")
    assert elsewhere.startswith('from.md:2:3: ambiguous wikilink "同名" (乙/同名.md, 甲/同名.md)')
    assert hrefs(built.body("甲/同名")) == ["/%E7%94%B2/%E5%90%8C%E5%90%8D/"]
    assert hrefs(built.body("from")) == [
        "/%E4%B9%99/%E5%90%8C%E5%90%8D/",
        "/%E7%94%B2/%E5%90%8C%E5%90%8D/",
    ]


def test_g06_a_longer_name_is_no_match(grow):
    built = grow({"another-todo.md": "x", "from.md": "[[todo]]"})
    assert built.warnings == ['from.md:1:1: wikilink "todo" leads nowhere']
    assert "<a" not in built.body("from")


def test_the_end_of_a_path_and_a_relative_path_are_enough(grow):
    built = grow(
        {"p/house/todo.md": "x", "work/todo.md": "y", "work/from.md": "[[house/todo]] [[./todo]]"}
    )
    assert hrefs(built.body("work/from")) == ["/p/house/todo/", "/work/todo/"]
    assert built.warnings == []


def test_titles_and_aliases_are_names_too(grow):
    built = grow(
        {
            "a.md": "---\ntitle: Long title\naliases: [Nick]\n---\nx",
            "b.md": "[[long title]] [[nick]]",
        }
    )
    assert hrefs(built.body("b")) == ["/a/", "/a/"]
    assert built.note("b").resolved_links == {"a": "Long title"}


def test_g07_a_heading_link_is_the_id_of_the_heading_byte_for_byte(grow):
    heading = "小結：一、二？ A & B!"
    built = grow(
        {"標點.md": f"## {heading}\n\n## {heading}", "from.md": f"[[標點#{heading.lower()}]]"}
    )
    first, second = re.findall(r'<h2 id="([^"]+)"', built.body("標點"))
    assert second == f"{first}-1"
    assert hrefs(built.body("from")) == [f"/%E6%A8%99%E9%BB%9E/#{first}"]


def test_g08_a_slash_in_heading_and_label_is_no_path(grow):
    built = grow({"標點.md": "## she/her", "from.md": "[[標點#she/her|她/她]]"})
    assert '">她/她</a>' in built.body("from")
    assert hrefs(built.body("from")) == ["/%E6%A8%99%E9%BB%9E/#sheher"]


def test_a_heading_that_does_not_exist_is_a_warning_and_the_link_stays(grow):
    built = grow({"a.md": "## Here", "b.md": "[[a#There]]"})
    assert built.warnings == ['b.md:1:1: "a" has no heading or block "There"; did you mean "here"?']
    assert hrefs(built.body("b")) == ["/a/"]


def test_g10_a_block_reference_jumps_and_its_mark_is_not_shown(grow):
    built = grow(
        {
            "k.md": "---\nmaturity: evergreen\n---\n段落 ^abc123\n\n- item ^in-list\n",
            "from.md": "[[k#^abc123]] [[k#^in-list]] [[k#^gone]]",
        }
    )
    assert '<p id="^abc123">段落</p>' in built.body("k")
    assert hrefs(built.body("from")) == ["/k/#^abc123", "/k/#^in-list", "/k/"]
    assert built.warnings == ['from.md:1:30: "k" has no heading or block "^gone"']
    assert "^abc123" not in built.entry("k")["excerpt"] + built.entry("k")["mail_html"]


def test_g11_a_pipe_in_a_table_cell_is_part_of_the_link(grow):
    table = "| a | b |\n|---|---|\n| [[標點\\|顯示]] | [[標點|未跳脫]] |"
    built = grow({"標點.md": "x", "表.md": f"{table}\n\n```\n| [[a|b]] |\n```"})
    assert '<td><a href="/%E6%A8%99%E9%BB%9E/">顯示</a></td>' in built.body("表")
    assert '<td><a href="/%E6%A8%99%E9%BB%9E/">未跳脫</a></td>' in built.body("表")
    assert "| [[a|b]] |" in built.body("表")


def test_g12_code_and_formulas_are_taken_literally(grow):
    source = "`[[x]] #no`\n\n```md\n[[x]] #no %%c%% ==h==\n```\n\n    [[x]] #no\n\n$a [[x]] #no$"
    built = grow({"x.md": "target", "from.md": source})
    assert hrefs(built.body("from")) == []
    assert built.note("x").backlinks == []
    assert built.note("from").tags == []
    assert "%%c%% ==h==" in re.sub(r"<[^>]+>", "", built.body("from"))


def test_markdown_links_find_notes_and_leave_backlinks(grow):
    built = grow(
        {
            "a/b.md": "[c](../c.md#part) [d](<../d e.md>) [gone](gone.md) [self](#x)\n\n## X",
            "c.md": "## Part",
            "d e.md": "x",
        }
    )
    assert hrefs(built.body("a/b")) == ["/c/#part", "/d-e/", "#x"]
    assert [link.slug for link in built.note("c").backlinks] == ["a/b"]
    assert built.warnings == ["a/b.md:1:36: link 'gone.md' leads nowhere"]


def test_links_carry_the_path_below_which_the_site_lies(grow):
    built = grow({"a.md": "[[b]]", "b.md": "x"}, site_url="https://me.example/garden")
    assert hrefs(built.body("a")) == ["/garden/b/"]
    assert 'href="https://me.example/garden/a/"' in built.page("a")
    assert 'href="/garden/assets/garden-' in built.page("a")


def test_backlinks_show_evergreens_first(grow):
    built = grow(
        {
            "to.md": "x",
            "a.md": "[[to]] [[to]]",
            "b.md": "---\nmaturity: evergreen\n---\n[[to]]",
            "c.md": "---\nmaturity: budding\n---\n[[to]]",
        }
    )
    assert [link.slug for link in built.note("to").backlinks] == ["b", "c", "a"]
    assert [link.maturity for link in built.note("to").backlinks] == [
        "evergreen",
        "budding",
        "seedling",
    ]
