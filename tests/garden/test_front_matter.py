"""Front matter: what may be written, and what is said when it cannot be read."""

import pytest


@pytest.mark.parametrize(
    ("source", "place", "said"),
    [
        ("---\ntitle: Notes: Admin\n---\nx", "bad.md:2:13", 'write title: "Notes: Admin"'),
        ("---\ntitle: x\n--\nbody", "bad.md:1:1", "never closes"),
        ("---\ntags:\n\t- a\n---\nx", "bad.md:3:1", "tab"),
        ("---\n- a\n- b\n---\nx", "bad.md:2:1", "not a list of `key: value`"),
        ('---\ntitle: "open\n---\nx', "bad.md:2:8", "never closes"),
    ],
)
def test_g18_broken_front_matter_keeps_that_note_out_and_builds_the_others(
    grow, source, place, said
):
    built = grow({"bad.md": source, "good.md": "[[bad]]"})
    [error] = built.errors
    assert error.startswith(place)
    assert said in error
    assert not built.exists("bad")
    assert built.exists("good")
    assert built.report.left_out == ["bad.md"]


def test_a_file_that_is_no_text_is_an_error_with_its_place(grow):
    built = grow({"bad.md": b"fine\nnot \xff fine", "good.md": "x"})
    assert built.errors == ["bad.md:2:5: is not UTF-8 text"]


def test_g24_bom_crlf_and_a_missing_last_newline_change_no_byte(grow):
    plain = "---\ntitle: T\ntags: [a]\n---\n\nOne\ntwo\n\n- x\n- y\n"
    wanted = grow({"a.md": plain}).page("a")
    assert "<hr>" not in wanted
    for spelled in (
        b"\xef\xbb\xbf" + plain.encode(),
        plain.replace("\n", "\r\n").encode(),
        plain.replace("\n", "\r").encode(),
    ):
        assert grow({"a.md": spelled}).page("a") == wanted
    shorter = grow({"a.md": plain.rstrip("\n")})
    assert shorter.body("a") in wanted


@pytest.mark.parametrize(
    ("line", "maturity"),
    [
        ("maturity: evergreen", "evergreen"),
        ("growth_stage: Budding", "budding"),
        ("growthStage: EVERGREEN", "evergreen"),
        ("stage: 🌳", "evergreen"),
        ("status: 🌿 Budding", "budding"),
        ("maturity: 常青", "evergreen"),
        ("maturity: 含苞", "budding"),
        ("Maturity: 幼苗", "seedling"),
    ],
)
def test_maturity_is_read_in_every_accepted_spelling(grow, line, maturity):
    built = grow({"a.md": f"---\n{line}\n---\nx"})
    assert built.entry("a")["maturity"] == maturity
    assert built.warnings == []


def test_an_unknown_maturity_is_a_seedling_with_a_warning(grow):
    built = grow({"a.md": "---\ntitle: T\nmaturity: rotten\n---\nx"})
    assert built.entry("a")["maturity"] == "seedling"
    assert built.warnings == ["a.md:3:11: `maturity` 'rotten' is no maturity; taken as seedling"]
    assert built.errors == []


def test_a_garden_may_have_its_own_words(grow):
    toml = 'publish = "all"\n[maturity]\nevergreen = ["Oak", "老樹"]\n'
    built = grow({"a.md": "---\nmaturity: 老樹\n---\nx"}, toml=toml)
    assert built.entry("a")["maturity"] == "evergreen"
    assert "Oak" in built.page("a")


def test_an_id_survives_a_rename_and_a_path_is_the_id_of_a_note_without(grow):
    built = grow({"a.md": "---\nid: n-7\n---\nx", "b/c.md": "y"})
    assert built.entry("a")["id"] == "n-7"
    assert built.entry("b/c")["id"] == "b/c.md"


def test_an_equal_text_has_an_equal_hash_under_any_name(grow):
    built = grow({"a.md": "same", "b/c.md": "same", "d.md": "other"})
    hashes = [built.entry(slug)["content_hash"] for slug in ("a", "b/c", "d")]
    assert hashes[0] == hashes[1] != hashes[2]


def test_two_notes_with_one_id_are_an_error_that_names_both(grow):
    built = grow({"a.md": "---\nid: n\n---\nx", "b.md": "---\nid: n\n---\ny"})
    assert built.errors == [
        "b.md:2:5: a.md and b.md have the same id 'n'; a.md is shown, b.md is left out. "
        "Give one of them a line `id: another`"
    ]
    assert not built.exists("b")
    assert built.report.left_out == ["b.md"]


def test_numbers_and_dates_in_a_title_stay_as_written(grow):
    built = grow({"a.md": "---\ntitle: 007\n---\nx", "b.md": "---\ntitle: 2024-11-16\n---\nx"})
    assert built.entry("a")["title"] == "007"
    assert built.entry("b")["title"] == "2024-11-16"


def test_a_first_heading_is_the_title_and_stands_there_once(grow):
    built = grow({"a.md": "# Hello *you*\n\nText.", "b.md": "[[Hello you]] [[a#Hello you]]"})
    assert built.entry("a")["title"] == "Hello you"
    assert built.page("a").count("Hello you</h1>") == 1
    assert "<h2" not in built.body("a")
    assert built.warnings == []


def test_a_note_without_any_title_is_called_like_its_file(grow):
    assert grow({"My note.md": "x"}).entry("my-note")["title"] == "My note"


def test_control_characters_and_lone_surrogates_never_reach_a_page(grow):
    built = grow({"a.md": '---\ntitle: "a\\0b\\uD800c"\nplanted: 2025-01-01\n---\nx\x00y\x0bz'})
    assert built.errors == [] or built.errors[0].startswith("a.md:2:")
    assert [path for path in built.mentions("\x00") if not path.endswith(".woff2")] == []


@pytest.mark.parametrize("slug", ["../../../escape", "/etc/x", "..", "a/../../b"])
def test_a_slug_cannot_leave_the_output(grow, slug, tmp_path):
    built = grow({"a.md": f"---\nslug: {slug}\n---\nx"})
    for note in built.report.notes:
        assert built.exists(note.slug)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "site"]


def test_a_name_of_which_nothing_is_left_is_an_error(grow):
    built = grow({"???.md": "x"})
    assert "no URL can be made" in built.errors[0]
