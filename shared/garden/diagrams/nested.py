"""Lay out charts with frames in them: each frame by itself, then as one box among others.

A line that leads out of a frame has a port: a place of its own beyond the first or the last layer
in there, so that it makes its way between the boxes.
"""

from collections.abc import Callable, Sequence

from shared.garden.diagrams import pen
from shared.garden.diagrams.aside import asides, with_room
from shared.garden.diagrams.chart import FRAME, OUTSIDE, Chart
from shared.garden.diagrams.frames import End, Frames
from shared.garden.diagrams.layers import BETWEEN, Layout, lay_out
from shared.garden.diagrams.levels import LOOP, Level, Piece
from shared.garden.diagrams.pen import Point
from shared.garden.diagrams.ranks import Edge, turned

EDGE, PAD, TITLE = 8.0, 14.0, 20.0  # pixels around everything, in a frame, and for its title
PORT = (12.0, 0.0)
Put = Callable[[Point], Point]


def arrange(chart: Chart, sizes: Sequence[Point], said: Sequence[list[str]]) -> Piece:
    """Arrange a chart with boxes of these sizes, and this said of its lines."""
    return arranged(Frames(chart), OUTSIDE, chart.direction, sizes, said)


def arranged(
    frames: Frames, frame: int, direction: str, sizes: Sequence[Point], said: Sequence[list[str]]
) -> Piece:
    """Arrange what is in a frame."""
    at_home = frames.at_home.get(frame, [])
    level = Level(
        frames=frames,
        frame=frame,
        direction=direction,
        sizes=sizes,
        said=said,
        items=frames.inside[frame],
        lines=[line for line in at_home if not frames.is_loop(line)],
        loops=frames.loops(at_home),
        ports=frames.leaving.get(frame, []),
    )
    edges = level.edges()
    found = turned(len(level.items) + len(level.ports), edges)
    for line, (_, is_back) in zip(level.lines, found, strict=False):
        frames.falls[line] = not is_back
    for box in level.items:
        if frames.is_frame(box):
            within = frames.direction(box, direction)
            level.pieces[box] = arranged(frames, box, within, sizes, said)
    return placed(level, edges)


def placed(level: Level, edges: Sequence[Edge]) -> Piece:
    """Give everything on a level its place."""
    joins = edges[: len(level.lines)]
    said = [level.said[line] for line in level.lines]
    beside = asides(joins, said, is_across=level.is_across)
    sizes = with_room([level.lying(box) for box in level.items], joins, beside)
    sizes += [PORT] * len(level.ports)
    last = {
        port
        for port, end in enumerate(level.ports, len(level.items))
        if not level.frames.enters(end)
    }
    room = between(said, is_across=level.is_across)
    laid = lay_out(sizes, edges, room, level.leans(), last)
    piece, put = framed(level, laid)
    put_boxes(piece, level, [put(middle) for middle in laid.middles])
    ways = [[put(point) for point in way] for way in laid.ways]
    put_lines(piece, level, ways, beside)
    put_ports(piece, level, ways[len(level.lines) :])
    return piece


def between(said: Sequence[list[str]], *, is_across: bool) -> float:
    """Return how far apart the layers are, so that what is said of a line has room."""
    needed = [
        pen.width_of(each) if is_across else len(each) * pen.LINE for each in said if any(each)
    ]
    return max([BETWEEN, *(each + 36 for each in needed)])


def framed(level: Level, laid: Layout) -> tuple[Piece, Put]:
    """Return a piece with nothing in it, and what turns places in layers into places in it."""
    wide, high = (laid.high, laid.wide) if level.is_across else (laid.wide, laid.high)
    left = top = EDGE
    whole = wide + 2 * EDGE, high + 2 * EDGE
    if level.frame != OUTSIDE:
        title = pen.lines_of(level.frames.chart.texts[level.frame])
        is_titled = level.frames.chart.shapes[level.frame] == FRAME
        above = TITLE * len(title) * is_titled
        across = max(wide, pen.width_of(title) if is_titled else 0.0) + 2 * PAD
        whole = across, high + 2 * PAD + above
        left, top = (across - wide) / 2, PAD + above

    def put(point: Point) -> Point:
        x, y = point[::-1] if level.is_across else point
        x, y = (
            wide - x if level.direction == "RL" else x,
            high - y if level.direction == "BT" else y,
        )
        return x + left, y + top

    return Piece(*whole), put


def put_boxes(piece: Piece, level: Level, middles: Sequence[Point]) -> None:
    """Put boxes where they belong, with what is in them, and what leads from them to themselves."""
    for box, (x, y) in zip(level.items, middles, strict=False):
        wide, high = level.size(box)
        if box in level.pieces:
            piece.take(level.pieces[box], x - wide / 2, y - high / 2)
        piece.middles[box], piece.sizes[box] = (x, y), (wide, high)
        if box in level.loops:
            put_loops(piece, level, box)


def put_loops(piece: Piece, level: Level, box: int) -> None:
    """Put a line from a box to itself beside it; of several their words are below each other."""
    (x, y), (wide, high) = piece.middles[box], piece.sizes[box]
    piece.across.update(level.loops[box] if level.is_across else ())
    right, top = x + wide / 2, y - high / 2
    way = [(right, y - 9), (right + LOOP, y - 12), (right + LOOP, y + 12), (right, y + 9)]
    if level.is_across:
        way = [(x - 9, top), (x - 12, top - LOOP), (x + 12, top - LOOP), (x + 9, top)]
    rows = sum(len(level.said[line]) for line in level.loops[box])
    at = top - LOOP + 4 - rows * pen.LINE if level.is_across else y - rows * pen.LINE / 2
    for line in level.loops[box]:
        said = level.said[line]
        high = len(said) * pen.LINE
        beside = x if level.is_across else right + LOOP + pen.width_of(said) / 2
        piece.ways[line], piece.labels[line] = way, (beside, at + high / 2)
        at += high


def put_lines(
    piece: Piece, level: Level, ways: Sequence[list[Point]], beside: Sequence[float]
) -> None:
    """Put lines where they belong, each with its ways through the frames at its ends."""
    for line, way, aside in zip(level.lines, ways, beside, strict=False):
        middle = len(way) // 2
        (a_x, a_y), (b_x, b_y) = way[middle - 1], way[middle]
        x, y = (a_x + b_x) / 2, (a_y + b_y) / 2
        piece.labels[line] = (x, y + aside) if level.is_across else (x + aside, y)
        begin, end = (inner(piece, level, (line, which)) for which in (0, 1))
        piece.ways[line] = [*begin[:0:-1], *way, *end[1:]]
        if level.is_across:
            piece.across.add(line)


def put_ports(piece: Piece, level: Level, ways: Sequence[list[Point]]) -> None:
    """Tell how lines that lead out go on from the edge of the piece."""
    is_turned = level.direction in ("RL", "BT")
    for end, way in zip(level.ports, ways, strict=True):
        enters = level.frames.enters(end)
        way = way if enters else way[::-1]
        x, y = way[0]
        edge = 0.0 if enters != is_turned else piece.wide if level.is_across else piece.high
        at = (edge, y) if level.is_across else (x, edge)
        piece.ports[end] = [at, *way, *inner(piece, level, end)[1:]]


def inner(piece: Piece, level: Level, end: End) -> list[Point]:
    """Return the way from the edge of a frame to the box in it where a line ends."""
    frame = level.frames.child(end, level.frame)
    within = level.pieces.get(frame)
    if within is None or end not in within.ports:
        return []
    x, y = piece.middles[frame]
    x, y = x - within.wide / 2, y - within.high / 2
    return [(a + x, b + y) for a, b in within.ports[end]]
