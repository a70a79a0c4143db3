"""One look for garden, pages, inbox and letters: one palette, readable by day and by night."""

import re
from pathlib import Path

import pytest

TEMPLATES = Path(__file__).parents[1] / "templates"
LOOK = (TEMPLATES / "house" / "look.css").read_text("utf-8")
GARDEN = tuple(f"garden/{path.name}" for path in sorted((TEMPLATES / "garden").glob("*.css")))
SHEETS = (*GARDEN, "pages/style.css", "pages/inbox.css")
HUE = re.compile(r"#[0-9a-fA-F]{3,8}\b(?!;base64)")
DARK = "@media (prefers-color-scheme: dark) {"
GROUNDS = ("paper", "card", "shade")
WORDS = ("ink", "quiet", "green", "thistle", "seedling", "budding", "evergreen", "warning")
LEGIBLE, VISIBLE = 4.5, 3.0


def colours(css: str) -> dict[str, str]:
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", css))


DAY, _, REST = LOOK.partition(DARK)
PALETTES = {"light": colours(DAY), "dark": colours(REST.partition("\n}\n")[0])}


def luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_the_dark_palette_has_a_colour_for_every_light_one():
    assert PALETTES["light"].keys() == PALETTES["dark"].keys()
    assert {*GROUNDS, *WORDS} < PALETTES["light"].keys()


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_every_word_can_be_read_on_every_ground(palette):
    pairs = [(word, ground) for word in WORDS for ground in GROUNDS]
    pairs += [("on-green", "green"), ("ink", "mark"), ("green", "mark")]
    faint = {
        f"{word} on {ground}": round(ratio, 2)
        for word, ground in pairs
        if (ratio := contrast(palette[word], palette[ground])) < LEGIBLE
    }

    assert faint == {}


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_the_edge_of_a_field_can_be_seen(palette):
    assert all(contrast(palette["edge"], palette[ground]) >= VISIBLE for ground in GROUNDS)


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_sheet_mixes_no_colour_of_its_own_and_uses_no_unknown_name(sheet):
    css = (TEMPLATES / sheet).read_text("utf-8")
    shared = "".join((TEMPLATES / each).read_text("utf-8") for each in GARDEN)
    known = set(re.findall(r"--([a-z0-9-]+):", LOOK + (shared if sheet in GARDEN else css)))

    assert HUE.findall(css) == []
    assert set(re.findall(r"var\(--([a-z0-9-]+)", css)) <= known


def test_the_letters_use_the_same_colours():
    for path in (TEMPLATES / "mail").glob("*.html"):
        light, _, rest = path.read_text("utf-8").partition(DARK)
        dark, _, inline = rest.partition("</style>")

        assert set(HUE.findall(light + inline)) <= set(PALETTES["light"].values()), path.name
        assert set(HUE.findall(dark)) <= set(PALETTES["dark"].values()), path.name
