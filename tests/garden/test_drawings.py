"""Drawings of Excalidraw are no notes, and are shown as the pictures that were exported of them."""

import re

import pytest

from shared.garden.check.check import check
from shared.garden.vault.drawings import EXPORTED
from tests.support.photographs import plain

DRAWING = (
    "---\nexcalidraw-plugin: parsed\ntags: [excalidraw]\n---\n"
    "==⚠ Switch to EXCALIDRAW VIEW in the MORE OPTIONS menu of this document. ⚠==\n"
    "# Excalidraw Data\n## Text Elements\nWater the soil before the sun is up ^a1b2\n"
)
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20">'
    "<text>Water the soil before the sun is up</text></svg>"
)


@pytest.mark.parametrize("name", ["Sketch.excalidraw.md", "Sketch.md", "sub/Sketch.excalidraw.md"])
def test_a_drawing_is_no_note(grow, name):
    built = grow({name: DRAWING, "a.md": "[[Sketch]] [[Sketch.excalidraw]]"})

    assert [note.path for note in built.report.notes] == ["a.md"]
    assert built.mentions("Switch to") == []
    assert built.report.left_out == []


def test_by_its_name_alone_it_is_one(grow):
    built = grow({"Sketch.excalidraw.md": "Data", "a.md": "x"})

    assert [note.path for note in built.report.notes] == ["a.md"]
    assert built.warnings == []


@pytest.mark.parametrize("ending", EXPORTED)
def test_the_picture_that_was_exported_of_it_is_shown(grow, ending):
    files = {
        "Art/Sketch.excalidraw.md": DRAWING,
        f"Art/Sketch.excalidraw{ending}": SVG if ending.endswith("svg") else plain(),
        "a.md": "![[Sketch.excalidraw|300]] ![[Art/Sketch.excalidraw.md|The watering]]\n"
        "![x](Art/Sketch.excalidraw.md) ![[Sketch.excalidraw#^group=a1b2]]",
    }
    built = grow(files)
    shown = re.findall(r'<img src="/assets/([^"]+)" alt="([^"]*)"', built.body("a"))

    assert [alt for _, alt in shown][1:3] == ["The watering", "x"]
    assert len(shown) == 4
    assert len({name for name, _ in shown}) == 1
    assert 'width="300"' in built.body("a")
    assert built.warnings == []


def test_a_light_picture_comes_before_a_dark_one(grow):
    pictures = {f"S.excalidraw.{tone}.svg": SVG for tone in ("dark", "light")}
    built = grow({"S.excalidraw.md": DRAWING, **pictures, "a.md": "![[S.excalidraw]]"})

    assert 'src="/assets/s.excalidraw.light-' in built.body("a")
    assert 'alt="S"' in built.body("a")


def test_without_a_picture_a_line_says_that_it_is_not_shown_and_a_warning_what_helps(grow):
    built = grow({"S.excalidraw.md": DRAWING, "a.md": "x ![[S.excalidraw]]\n\n[[S.excalidraw]]"})

    assert "[This part is not shown]" in built.body("a")
    assert built.warnings == [
        "a.md:1:3: embed 'S.excalidraw' is a drawing, and no picture of it lies beside it; let "
        'Excalidraw export one, in its settings under "Auto-export"'
    ]


def test_a_file_of_the_drawings_own_kind_is_shown_the_same_way(grow):
    files = {"Old.excalidraw": '{"elements": "SENTINEL"}', "Old.excalidraw.svg": SVG}
    built = grow({**files, "a.md": "![[Old.excalidraw]]"})

    assert "<img" in built.body("a")
    assert built.mentions("SENTINEL") == []
    assert built.warnings == []


@pytest.mark.parametrize("head", ["draft: true", "publish: false"])
def test_g16_of_a_private_drawing_nothing_is_seen(grow, head):
    files = {"S.excalidraw.md": f"---\n{head}\n---\nSENTINEL", "S.excalidraw.svg": SVG}
    built = grow({**files, "a.md": "![[S.excalidraw]]"})

    assert "<img" not in built.body("a")
    assert built.mentions("Water the soil") == []
    assert built.warnings == []


def test_a_check_does_not_call_what_the_picture_says_a_leak(tmp_path):
    for name, content in {
        "S.excalidraw.md": DRAWING,
        "S.excalidraw.svg": SVG,
        "index.md": "![[S.excalidraw|Watering]]\n\n```\nWater the soil\n```",
    }.items():
        (tmp_path / name).write_text(content, "utf-8")

    assert check(tmp_path, site_url="https://g.example", functions_url="").findings == []


def test_a_drawing_that_becomes_a_note_is_one(grow):
    built = grow({"S.md": DRAWING, "a.md": "![[S]]"})
    assert not built.exists("s")

    (built.site / "S.md").write_text("Words", "utf-8")
    again = grow({"a.md": "![[S]]"})
    assert "Words" in again.body("a")
