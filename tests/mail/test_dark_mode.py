"""A linter for the two worlds a letter is read in: no colour without its ground."""

import re
from html.parser import HTMLParser

import pytest

from tests.support.letters import LETTERS, html_of

ALL = pytest.mark.parametrize("write", LETTERS.values(), ids=LETTERS)
COLOUR = re.compile(r"(?<![a-z-])(color|background-color):\s*(#[0-9a-f]{6})", re.IGNORECASE)


class Styles(HTMLParser):
    def __init__(self, html):
        super().__init__()
        self.inline, self.classes = [], set()
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if "style" in attributes:
            self.inline.append(attributes["style"])
        self.classes |= {
            (name, "style" in attributes) for name in attributes.get("class", "").split()
        }


def sheet(html):
    """Return the rules of the style sheet: what holds always, and what holds in the dark."""
    css = re.search(r"<style>(.*?)</style>", html, re.DOTALL)[1]
    light, _, dark = css.partition("@media (prefers-color-scheme: dark) {")
    return [re.findall(r"([^{}]+)\{([^{}]*)\}", half) for half in (light, dark)]


def luminance(colour):
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@ALL
def test_n72_every_colour_has_a_ground_on_the_same_element_and_can_be_read(write):
    html = html_of(write())
    light, dark = sheet(html)
    declared = [*Styles(html).inline, *(rule for _, rule in light), *(rule for _, rule in dark)]

    pairs = [dict(COLOUR.findall(style)) for style in declared if "color:" in style]
    pairs = [pair for pair in pairs if pair]
    assert len(pairs) > 12
    for pair in pairs:
        assert set(pair) == {"color", "background-color"}
        assert contrast(pair["color"], pair["background-color"]) >= 4.5


@ALL
def test_n72_every_coloured_element_is_repainted_in_the_dark(write):
    html = html_of(write())
    dark = "".join(selector for selector, _ in sheet(html)[1])
    opened = re.findall(r"<[a-z]+[^>]*style=\"[^\"]*(?<!-)color:[^>]*>", html)

    assert opened
    for tag in opened:
        names = re.search(r'class="([^"]+)"', tag)
        assert names, tag
        assert any(f".{name}" in dark for name in names[1].split()), tag


@ALL
def test_n72_the_letter_says_that_it_knows_both_worlds(write):
    html = html_of(write())

    assert '<meta name="color-scheme" content="light dark">' in html
    assert "@media (prefers-color-scheme: dark)" in html
    assert "color-scheme: light dark" in html
