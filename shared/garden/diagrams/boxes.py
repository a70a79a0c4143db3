"""The boxes of charts: how large each shape is around its words, and its outline."""

from shared.garden.diagrams import pen
from shared.garden.diagrams.pen import Point

# What has no words: where states begin and end, and where they part or meet.
POINTS = {"start": (16.0, 16.0), "stop": (22.0, 22.0), "bar": (72.0, 7.0), "post": (7.0, 72.0)}
LEANING = {"[/": (14, 0, 14, 0), "[\\": (0, 14, 0, 14), "[/\\": (14, 14, 0, 0)}
LEANING["[\\/"] = (0, 0, 14, 14)  # how far in the corners are, clockwise from the upper left
WIDER = {"([", "{{", "[(", "[[", ">", *LEANING}
LID = 7.0  # pixels; half the height of the top of a cylinder


def size(text: list[str], shape: str) -> Point:
    """Return width and height of a box around some lines."""
    if shape in POINTS:
        return POINTS[shape]
    wide, high = max(pen.width_of(text) + 26, 44), len(text) * pen.LINE + 18
    if shape in ("((", "((("):
        across = max(wide, high) + (10 if shape == "(((" else 0)
        return across, across
    if shape == "{":
        return wide * 1.35 + 10, high * 1.6
    high += 2 * LID if shape == "[(" else 0
    return (wide + 18, high) if shape in WIDER else (wide, high)


def box(shape: str, x: float, y: float, wide: float, high: float) -> str:
    """Draw the outline of a box around its middle."""
    left, right, top, low = x - wide / 2, x + wide / 2, y - high / 2, y + high / 2
    if shape in LEANING:
        a, b, c, d = LEANING[shape]
        corners = [(left + a, top), (right - b, top), (right - c, low), (left + d, low)]
        return pen.polygon(corners, "box")
    match shape:
        case "{":
            return pen.polygon([(x, top), (right, y), (x, low), (left, y)], "box")
        case "{{":
            sides = [(left, y), (left + 12, top), (right - 12, top), (right, y)]
            return pen.polygon([*sides, (right - 12, low), (left + 12, low)], "box")
        case ">":
            sides = [(left, top), (right, top), (right, low), (left, low), (left + 12, y)]
            return pen.polygon(sides, "box")
        case "[(":
            return cylinder(left, right, top, low)
        case "start" | "bar" | "post":
            return pen.rect(left, top, wide, high, "head", min(wide, high) / 2)
        case "note":
            return pen.rect(left, top, wide, high, "area")
        case _:
            return rounded(shape, left, top, wide, high)


def rounded(shape: str, left: float, top: float, wide: float, high: float) -> str:
    """Draw a rectangle, a circle, or one in another."""
    by = {"(": 12.0, "([": high / 2, "((": high / 2, "(((": high / 2, "stop": high / 2}
    outer = pen.rect(left, top, wide, high, "box", by.get(shape, 4.0))
    match shape:
        case "stop":
            return outer + pen.rect(left + 5, top + 5, wide - 10, high - 10, "head", high / 2 - 5)
        case "(((":
            return outer + pen.rect(left + 5, top + 5, wide - 10, high - 10, "box", high / 2 - 5)
        case "[[":
            return outer + pen.rect(left + 9, top, wide - 18, high, "box", 0)
        case _:
            return outer


def cylinder(left: float, right: float, top: float, low: float) -> str:
    """Draw what holds data."""
    arc = f"A{pen.number((right - left) / 2)} {pen.number(LID)} 0 0"
    upper, lower = top + LID, low - LID
    front = f"{arc} 0 {pen.points([(right, upper)])}"
    path = f"M{pen.points([(left, upper)])}{arc} 1 {pen.points([(right, upper)])}"
    path += f"V{pen.number(lower)}{arc} 1 {pen.points([(left, lower)])}Z"
    path += f"M{pen.points([(left, upper)])}{front}"
    return f'<path class="box" d="{path}"/>'
