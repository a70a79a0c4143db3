"""A garden's own look: files in `theme/` beside garden.toml win over ours."""

import pytest

from shared.garden.pages.braces import unclosed
from shared.garden.pages.policy import policy
from shared.garden.pages.theme import Templates
from shared.garden.problem import Problems

TOML = 'title = "T"\npublish = "all"\n'
NOTES = {"a.md": "# A\n\nText."}


@pytest.fixture
def dress(grow, tmp_path):
    def grow_dressed(theme, notes=NOTES, toml=TOML):
        folder = tmp_path / "site" / "theme"
        folder.mkdir(parents=True)
        for name, content in theme.items():
            (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
        return grow(notes, toml)

    return grow_dressed


def styles(built):
    [sheet] = built.out.glob("assets/garden-*.css")
    return sheet.read_text("utf-8")


def test_a_template_of_the_gardens_own_takes_the_place_of_ours(dress):
    built = dress({"footer.html": "<footer>Grown by hand in {{ site.title }}.</footer>"})

    assert "<footer>Grown by hand in T.</footer>" in built.page("a")
    assert built.warnings == []


def test_a_template_may_begin_from_the_frame_of_all_pages(dress):
    main = "{% block main %}<h1>{{ note.title }}!</h1>{{ body }}{% endblock %}"
    page = dress({"note.html": '{% extends "base.html" %}' + main}).page("a")

    assert "<h1>A!</h1><p>Text.</p>" in page
    assert 'class="site"' in page


def test_a_sheet_comes_after_ours_and_its_fonts_and_pictures_come_along(dress):
    sheet = '@font-face { font-family: Own; src: url("own.woff2") } :root { --paper: #fff }'
    built = dress({"theme.css": sheet, "own.woff2": b"font"})

    assert styles(built).endswith(":root { --paper: #fff }")
    [font] = built.out.glob("assets/own-*.woff2")
    assert f'url("{font.name}")' in styles(built)


def test_a_sheet_of_the_same_name_takes_the_place_of_ours(dress):
    built = dress({"home.css": ".own { color: red }"})

    assert ".own { color: red }" in styles(built)
    assert ".hello" not in styles(built)


def test_a_changed_theme_is_seen_by_the_next_build(dress, grow, tmp_path):
    dress({"footer.html": "<footer>one</footer>"})
    (tmp_path / "site" / "theme" / "footer.html").write_text("<footer>two</footer>")

    assert "<footer>two</footer>" in grow(NOTES, TOML).page("a")


@pytest.mark.parametrize(
    ("template", "line", "said"),
    [
        ("one\n{% if %}", 2, "Expected an expression"),
        ("one\ntwo\n{{ nothing.known }}", 3, "'nothing' is undefined"),
        ("{{ 1 / 0 }}", 1, "division by zero"),
        ("{{ site.__class__.__mro__ }}", 1, "unsafe"),
        ("{{ words.of.__globals__ }}", 1, "unsafe"),
    ],
)
def test_a_template_that_fails_is_named_with_its_line_and_ours_is_shown(
    dress, template, line, said
):
    built = dress({"footer.html": template})

    [warning] = built.warnings
    assert warning.startswith(f"theme/footer.html:{line}:1: ")
    assert said in warning
    assert "Subscribe" in built.page("a")


def test_notes_that_are_no_garden_have_no_theme(dress):
    built = dress({"footer.html": "<footer>mine</footer>"}, toml=None)

    assert "mine" not in built.page("a")


def test_a_page_with_a_picture_from_elsewhere_says_so_in_its_policy(grow):
    page = grow({"a.md": "![](https://elsewhere.example/x.png)"}).page("a")

    assert policy("https://functions.example", is_foreign=True) in page.replace("&#39;", "'")


def test_our_templates_are_compiled_once(tmp_path):
    first, second = (Templates(None, {}, Problems(), tmp_path) for _ in range(2))
    first.ours.get_template("brand.html")
    [kept] = (tmp_path / "templates").iterdir()
    before = kept.stat()
    second.ours.get_template("brand.html")

    assert [kept.stat().st_mtime_ns] == [
        each.stat().st_mtime_ns for each in (tmp_path / "templates").iterdir()
    ]
    assert kept.stat().st_ino == before.st_ino


def test_a_theme_publishes_nothing_from_outside_the_garden(dress, grow, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    for name in ("secret.css", "secret.png", "secret.html"):
        (outside / name).write_text("SECRET-ELSEWHERE")
    dress({"footer.html": '<footer>{% include "secret.html" %}</footer>'})
    theme = tmp_path / "site" / "theme"
    for file in outside.iterdir():
        (theme / file.name).symlink_to(file)
    assert grow(NOTES, TOML).mentions("SECRET-ELSEWHERE") == []

    rename = tmp_path / "elsewhere"
    theme.rename(rename)
    theme.symlink_to(outside)
    assert grow(NOTES, TOML).mentions("SECRET-ELSEWHERE") == []


def test_a_brace_that_is_never_closed_is_told_and_spoils_no_other_sheet(dress):
    built = dress(
        {"a.css": "a { color: red }\n.b {\n  content: '}'; /* } */\n", "b.css": ".c { top: 0 }"}
    )

    assert styles(built).endswith("/* } */\n\n}\n.c { top: 0 }")
    said = "what begins here is never closed; it was closed at the end of the file"
    assert built.warnings == [f"theme/a.css:2:4: {said}"]


@pytest.mark.parametrize(
    ("sheet", "end"),
    [
        ("a { b { } } c { d: '\\'{' }", None),
        ("@media print { a { } ", "}"),
        ("a { /* b }", "*/}"),
        ("/*/ a { }", "*/"),
        ("} a { }", None),
    ],
)
def test_what_a_sheet_leaves_open(sheet, end):
    left = unclosed(sheet)

    assert (left and left.end) == end


def test_a_template_that_no_page_asks_for_is_told_with_the_one_that_was_meant(dress):
    part = '{% include "mine.html" %}'
    built = dress({"fotter.html": "x", "mine.html": "Mine.", "header.html": part, "zzz.html": "x"})

    assert "Mine." in built.page("a")
    said = "no page is made of a template"
    assert built.warnings == [
        f"theme/fotter.html:1:1: {said} `fotter.html`; did you mean `footer.html`?",
        f"theme/zzz.html:1:1: {said} `zzz.html`",
    ]
