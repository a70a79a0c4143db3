"""Old names that lead to the new address, and tags with a page each."""

import re


def test_g22_an_alias_is_a_page_that_leads_to_the_note_and_never_overwrites_one(grow):
    built = grow(
        {
            "A & B (v1.2).md": '---\naliases: [舊名, "A & B (v1.2)", index, 舊名]\n---\nx',
            "index.md": "# Home",
        }
    )
    assert '<meta http-equiv="refresh" content="0; url=/a-b-(v1.2)/">' in built.page("舊名")
    assert 'rel="canonical" href="https://garden.example/a-b-(v1.2)/"' in built.page("舊名")
    [error] = built.errors
    assert "A & B (v1.2).md" in error
    assert "index.md" in error
    [warning] = built.warnings
    assert "its own address" in warning
    assert "refresh" not in built.page("a-b-(v1.2)")
    assert "<h1" in built.page("")
    assert built.entry("a-b-(v1.2)")["aliases"] == ["舊名", "A & B (v1.2)", "index", "舊名"]


def test_two_notes_with_one_alias_keep_the_first_and_warn(grow):
    built = grow({"a.md": "---\nalias: x\n---\n", "b.md": "---\nalias: x\n---\n"})
    assert "url=/a/" in built.page("x")
    assert built.warnings == ["b.md:2:8: alias 'x' of b.md leads to a.md already"]


def test_an_alias_that_is_reserved_names_the_note_but_gets_no_page(grow):
    built = grow({"a.md": "---\nalias: Letters\n---\n", "b.md": "[[letters]]"})
    assert 'href="/a/"' in built.body("b")
    assert not built.exists("letters")
    assert built.errors == []
    assert "reserved" in built.warnings[0]


def test_g31_a_tag_begins_a_word_and_is_no_number(grow):
    source = (
        "#標籤 #123 #a/b 編號#5 https://x.org/#frag \\#escaped `#code` **#bold**，#緊接 "
        "(#round)\n\n"
        "```\n#fenced\n```\n\n[#link](https://x.example) [[a|#label]]\n\n## #heading-tag"
    )
    built = grow({"a.md": source})
    wanted = {"標籤", "a/b", "bold", "緊接", "round", "heading-tag"}
    assert set(built.note("a").tags) == wanted
    assert '<a class="tag" href="/tags/a/b/">#a/b</a>' in built.body("a")
    assert built.exists("tags/標籤")
    assert "#a/b" in built.page("tags/a/b")


def test_g31_a_text_with_commas_is_a_list_of_tags(grow):
    built = grow({"a.md": "---\ntags: 寫作, 知識管理/方法\n---\n"})
    assert built.note("a").tags == ["寫作", "知識管理/方法"]


def test_g31_tags_merge_whatever_their_case_and_the_first_spelling_wins(grow):
    built = grow({"a.md": "---\ntags: [Python]\n---\n", "b.md": "#python #PYTHON"})
    assert built.note("b").tags == ["Python"]
    assert built.entry("b")["tags"] == ["Python"]
    page = built.page("tags/python")
    assert 'href="/a/"' in page
    assert 'href="/b/"' in page
    assert 'href="/tags/python/">#PYTHON</a>' in built.body("b")


def test_a_tag_called_index_does_not_overwrite_the_list_of_tags(grow):
    built = grow({"a.md": "#index #other"})
    assert "#other" in built.page("tags")
    assert "#index" in built.page("tags/index-")


def test_beside_a_tag_are_those_that_its_notes_have_most(grow):
    tagged = "---\ntags: [{}]\n---\nx"
    built = grow(
        {
            "a.md": tagged.format("Soil, Rose, Soil/deep"),
            "b.md": tagged.format("Soil, Rose, Water"),
            "c.md": tagged.format("Ash"),
        }
    )
    beside = built.page("tags/soil").split('<nav class="side"')[1]

    assert re.findall(">#([^<]*)<", beside) == ["Rose", "Water"]
    assert '<nav class="side"' not in built.page("tags/ash")
