"""The pen that diagrams are drawn with: SVG whose colours the stylesheet decides."""

import re
from html import escape, unescape

Point = tuple[float, float]
WIDE = "\u2e80"  # from here on one character is about as wide as two letters
LETTER, SIGN, LINE = 7.8, 14.2, 20  # pixels, for text of 14 px
BREAK = re.compile(r"<br\s*/?>|\\n|\n", re.IGNORECASE)
NAMED_SIGN = re.compile(r"[#&]#?(\d{1,7}|[a-zA-Z]\w{1,30});")
# What a label says by name is none of the signs around labels: until then it is out of their way.
AWAY = 0xE000
BACK = {AWAY + sign: chr(sign) for sign in range(128)}
MARKS = re.compile(r"\*\*|__|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)")


class Undrawable(ValueError):
    """This is Mermaid that we cannot draw, or none."""


def with_signs(source: str) -> str:
    """Return Mermaid in which signs that are written by name, `#quot;`, are signs in a label."""
    return NAMED_SIGN.sub(sign_of, source)


def sign_of(found: re.Match[str]) -> str:
    """Return the sign of a name, out of the way of all that has a meaning in Mermaid."""
    name = f"#{found[1]}" if found[1].isdigit() else found[1]
    sign = unescape(f"&{name};")
    if sign.startswith("&") and len(sign) > 1:
        return found[0]
    return chr(AWAY + ord(sign)) if len(sign) == 1 and sign.isascii() else sign


def lines_of(text: str) -> list[str]:
    """Return the lines of a label; `<br>` parts them, and quotes around it are no part of it."""
    bare = text.strip()
    if len(bare) > 1 and bare[0] == bare[-1] == '"':
        bare = bare[1:-1]
    if len(bare) > 1 and bare[0] == bare[-1] == "`":
        bare = MARKS.sub("", bare[1:-1])
    return [line.strip(" `").translate(BACK) for line in BREAK.split(bare)]


def width_of(lines: list[str]) -> float:
    """Return how wide the longest of some lines is, in pixels."""
    return max(sum(SIGN if sign >= WIDE else LETTER for sign in line) for line in lines)


def number(value: float) -> str:
    """Write a coordinate briefly."""
    return f"{value:.1f}".removesuffix(".0")


def points(given: list[Point]) -> str:
    """Write coordinates one after the other."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in given)


def words(lines: list[str], x: float, y: float) -> str:
    """Write lines around a middle."""
    top = y - (len(lines) - 1) * LINE / 2
    return "".join(
        f'<text x="{number(x)}" y="{number(top + index * LINE)}">{shown(line)}</text>'
        for index, line in enumerate(lines)
    )


def shown(line: str) -> str:
    """Return a line as it stands in a picture."""
    return escape(line.translate(BACK), quote=False)


def label(lines: list[str], x: float, y: float) -> str:
    """Write what is said of a line, on paper of its own so that it can be read."""
    wide, high = width_of(lines) + 8, len(lines) * LINE
    return rect(x - wide / 2, y - high / 2, wide, high, "said") + words(lines, x, y)


def rect(x: float, y: float, wide: float, high: float, name: str, round_by: float = 3) -> str:
    """Draw a box from its upper corner."""
    size = f'width="{number(wide)}" height="{number(high)}" rx="{number(round_by)}"'
    return f'<rect class="{name}" x="{number(x)}" y="{number(y)}" {size}/>'


def polygon(corners: list[Point], name: str) -> str:
    """Draw a shape by its corners."""
    return f'<polygon class="{name}" points="{points(corners)}"/>'


def head(tip: Point, along: Point) -> str:
    """Draw the head of an arrow; `along` is the way it goes, as long as one pixel."""
    (x, y), (dx, dy) = tip, along
    back_x, back_y = x - 9 * dx, y - 9 * dy
    sides = [(back_x - 5 * dy, back_y + 5 * dx), (back_x + 5 * dy, back_y - 5 * dx)]
    return polygon([tip, *sides], "head")


def svg(drawn: list[str], wide: float, high: float, name: str) -> str:
    """Return a whole picture, with what it is for who cannot see it."""
    size = f'viewBox="0 0 {number(wide)} {number(high)}" width="{number(wide)}"'
    said = f'role="img" aria-label="{escape(name)}"'
    return f"<svg {size} {said}>{''.join(drawn)}</svg>"
