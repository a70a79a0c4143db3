"""Sequences as Mermaid writes them: who says what to whom, from top to bottom."""

import re
from dataclasses import dataclass, field
from itertools import pairwise

from shared.garden.diagrams import pen
from shared.garden.diagrams.pen import Undrawable

MOST = 200  # lines of a diagram
WHO = re.compile(r"(?:participant|actor)\s+(\S+)(?:\s+as\s+(.+))?$")
SAYS = re.compile(
    r"(?P<a>[^\s:+\-<>()]+(?:[ -][^\s:+\-<>()]+)*)\s*"
    r"(?P<line>-->>|->>|-->|->|--x|-x|--\)|-\))\s*[+-]?\s*(?P<b>[^\s:+\-][^:]*?)\s*:(?P<said>.*)$"
)
NOTE = re.compile(r"note\s+(left of|right of|over)\s+([^:]+):(.*)$", re.IGNORECASE)
FRAME = re.compile(r"(loop|alt|opt|par|critical|break|rect)\b\s*(.*)$")
PART = re.compile(r"(else|and|option)\b\s*(.*)$")
UNSHOWN = re.compile(r"(?:activate|deactivate|autonumber|link|links|title|accTitle|accDescr)\b")
TOP, STEP, APART = 58.0, 46.0, 40.0  # pixels


@dataclass(slots=True)
class Event:
    """One thing that happens at one height."""

    kind: str  # says, note, frame, part or end
    who: tuple[str, ...] = ()
    said: str = ""
    style: str = ""


@dataclass(slots=True)
class Story:
    """What a sequence says."""

    who: dict[str, str] = field(default_factory=dict[str, str])  # names, and what is shown
    events: list[Event] = field(default_factory=list[Event])


def draw(source: str, name: str) -> str:
    """Return a sequence as SVG.

    Raises:
        Undrawable: when it says something that we do not know.

    """
    story = read(source)
    places, wide = spread(story)
    behind: list[str] = []
    drawn: list[str] = []
    frames: list[float] = []
    y = TOP
    for event in story.events:
        y += STEP if event.kind != "end" else STEP / 3
        draw_event(event, y, places, wide, frames, (behind, drawn))
    if frames:
        raise Undrawable
    low = y + STEP / 2
    for who, x in places.items():
        text = pen.lines_of(story.who[who])
        half = pen.width_of(text) / 2 + 13
        drawn.append(pen.rect(x - half, 8, 2 * half, 38, "box", 4) + pen.words(text, x, 27))
        behind.append(f'<path class="line dotted" d="M{pen.points([(x, 46), (x, low)])}"/>')
    return pen.svg([*behind, *drawn], wide, low + 8, name)


def read(source: str) -> Story:
    """Read the lines of a sequence."""
    story = Story()
    lines = [line.strip() for line in source.split("\n")]
    if lines[0] != "sequenceDiagram" or len(lines) > MOST:
        raise Undrawable
    for line in lines[1:]:
        if line and not UNSHOWN.match(line):
            read_line(story, line.rstrip(";"))
    if not story.who:
        raise Undrawable
    return story


def read_line(story: Story, line: str) -> None:
    """Read one line."""
    if found := WHO.match(line):
        story.who[found[1]] = found[2] or found[1]
    elif found := NOTE.match(line):
        who = tuple(each.strip() for each in found[2].split(","))
        story.events.append(Event("note", who, found[3], found[1].lower()))
    elif found := FRAME.match(line):
        story.events.append(Event("frame", (), f"{found[1]} {found[2]}".strip()))
    elif found := PART.match(line):
        story.events.append(Event("part", (), found[2] or found[1]))
    elif line == "end":
        story.events.append(Event("end"))
    elif found := SAYS.match(line):
        who = found["a"].strip(), found["b"].strip()
        story.events.append(Event("says", who, found["said"], found["line"]))
    else:
        raise Undrawable
    for each in story.events[-1].who if story.events else ():
        story.who.setdefault(each, each)


def spread(story: Story) -> tuple[dict[str, float], float]:
    """Return how far across everybody stands, so that what is said between two fits."""
    names = list(story.who)
    wide = [pen.width_of(pen.lines_of(story.who[name])) + 26 for name in names]
    room = [(a + b) / 2 + APART for a, b in pairwise(wide)]
    for event in story.events:
        needed = pen.width_of(pen.lines_of(event.said)) + APART if event.who else 0.0
        where = sorted({names.index(who) for who in event.who})
        first = where[0] if where else 0
        if len(where) == 2 and where[1] == first + 1:
            room[first] = max(room[first], needed)
        elif len(where) == 1 and first < len(room):
            room[first] = max(room[first], needed + 30)
    edge = 8 + max([wide[0] / 2, *map(before, story.events)])
    places = [edge]
    for each in room:
        places.append(places[-1] + each)
    after = max([wide[-1] / 2, *(beyond(event, names[-1]) for event in story.events)])
    return dict(zip(names, places, strict=True)), places[-1] + after + 8


def before(event: Event) -> float:
    """Return how much room a note needs beside who stands first."""
    return pen.width_of(pen.lines_of(event.said)) + 34 if event.style == "left of" else 16.0


def beyond(event: Event, last: str) -> float:
    """Return how much room something needs beside who stands last."""
    alone = bool(event.who) and set(event.who) == {last}
    return pen.width_of(pen.lines_of(event.said)) + 60 if alone else 16.0


def draw_event(
    event: Event,
    y: float,
    places: dict[str, float],
    wide: float,
    frames: list[float],
    layers: tuple[list[str], list[str]],
) -> None:
    """Draw one thing that happens."""
    behind, drawn = layers
    inset = 4 + 6 * len(frames)
    match event.kind:
        case "says":
            drawn.append(message(event, y, *(places[who] for who in event.who)))
        case "note":
            drawn.append(note(event, y, [places[who] for who in event.who]))
        case "frame":
            frames.append(y - STEP / 2 + 6)
            drawn.append(pen.label(pen.lines_of(f"[{event.said}]"), wide / 2, y - 4))
        case "part":
            line = [(inset, y - 14), (wide - inset, y - 14)]
            behind.append(f'<path class="line dotted" d="M{pen.points(line)}"/>')
            drawn.append(pen.label(pen.lines_of(f"[{event.said}]"), wide / 2, y))
        case _:
            if not frames:
                raise Undrawable
            top, inset = frames.pop(), inset - 6
            behind.insert(0, pen.rect(inset, top, wide - 2 * inset, y - top, "area"))


def message(event: Event, y: float, a: float, b: float) -> str:
    """Draw what one says to another, or to itself."""
    style = "line dotted" if event.style.startswith("--") else "line"
    text = pen.lines_of(event.said)
    if a == b:
        path = f"M{pen.points([(a, y - 8), (a + 34, y - 8), (a + 34, y + 8), (a, y + 8)])}"
        side = pen.words(text, a + 44 + pen.width_of(text) / 2, y)
        return f'<path class="{style}" d="{path}"/>' + pen.head((a, y + 8), (-1.0, 0.0)) + side
    along = 1.0 if b > a else -1.0
    line = f'<path class="{style}" d="M{pen.points([(a, y), (b, y)])}"/>'
    tip = pen.words(["×"], b, y) if event.style.endswith("x") else ""
    tip = pen.head((b, y), (along, 0.0)) if event.style.endswith((">>", ")")) else tip
    high = (len(text) - 1) * pen.LINE / 2
    return line + tip + pen.label(text, (a + b) / 2, y - 13 - high)


def note(event: Event, y: float, at: list[float]) -> str:
    """Draw a note beside or over somebody."""
    text = pen.lines_of(event.said)
    wide, high = pen.width_of(text) + 18, len(text) * pen.LINE + 10
    x = (min(at) + max(at)) / 2
    x += {"left of": -wide / 2 - 12, "right of": wide / 2 + 12}.get(event.style, 0.0)
    if event.style == "over":
        wide = max(wide, max(at) - min(at) + 40)
    return pen.rect(x - wide / 2, y - high / 2, wide, high, "area") + pen.words(text, x, y)
