"""Frames in diagrams: subgraphs of a flowchart, states of states, and lines in and out of them."""

import re
import time
from xml.etree import ElementTree

import pytest

from shared.garden.diagrams.mermaid import drawn
from tests.garden.test_diagrams import SVG, middles, read, texts

Box = tuple[float, float, float, float]  # left, top, right, bottom
CROSSED = "subgraph one [First]\n a --> b\nend\nsubgraph two\n c --> d\nend\n b -->|so| c\n a --> d"


def boxes(source: str, name: str) -> list[Box]:
    """Return the rectangles of a class, in the order in which they are drawn."""
    found: list[Box] = []
    for each in read(source).iter(f"{SVG}rect"):
        if each.get("class") == name:
            x, y, wide, high = (float(each.get(key)) for key in ("x", "y", "width", "height"))
            found.append((x, y, x + wide, y + high))
    return found


def holds(frame: Box, place: tuple[float, float]) -> bool:
    return frame[0] < place[0] < frame[2] and frame[1] < place[1] < frame[3]


def ends(source: str) -> list[list[tuple[float, float]]]:
    """Return of every line where it begins and where it ends."""
    found: list[list[tuple[float, float]]] = []
    for each in read(source).iter(f"{SVG}path"):
        if "line" in each.get("class", ""):
            points = re.findall(r"([-\d.]+),([-\d.]+)", each.get("d"))
            found.append([(float(x), float(y)) for x, y in (points[0], points[-1])])
    return found


@pytest.mark.parametrize("direction", ["TB", "BT", "LR", "RL"])
def test_a_frame_is_around_its_boxes_and_no_others(direction):
    source = f"flowchart {direction}\n{CROSSED}"
    at, [one, two] = middles(source), boxes(source, "area")

    assert {name for name, place in at.items() if holds(one, place)} == {"First", "a", "b"}
    assert {name for name, place in at.items() if holds(two, place)} == {"two", "c", "d"}
    assert one[2] < two[0] or two[2] < one[0] or one[3] < two[1] or two[3] < one[1]


def test_a_line_leads_into_a_frame_to_the_very_box():
    source = f"flowchart TB\n{CROSSED}"
    at, lines = middles(source), ends(source)

    b_to_c, a_to_d = lines[2], lines[3]
    assert b_to_c == [(at["b"][0], at["b"][1] + 19), (at["c"][0], at["c"][1] - 19)]
    assert a_to_d == [(at["a"][0], at["a"][1] + 19), (at["d"][0], at["d"][1] - 19)]


def test_a_line_may_lead_to_a_frame_itself_and_back():
    source = "flowchart LR\nsubgraph f\na --> b\nend\nx --> f\nf --> x\nf --> y"
    [frame] = boxes(source, "area")
    lines = ends(source)

    assert lines[1][1][0] == lines[2][0][0] == lines[3][0][0] == frame[2]


def test_a_frame_has_its_own_direction_unless_a_line_leads_out_of_it():
    source = "flowchart TB\nsubgraph f\ndirection LR\na --> b\nend\nf --> x\n"
    alone, crossed = middles(source), middles(source + "b --> y")

    assert alone["a"][1] == alone["b"][1]
    assert crossed["a"][1] < crossed["b"][1]


@pytest.mark.parametrize(
    ("begins", "title"),
    [
        ("subgraph f", "f"),
        ("subgraph f [Some title]", "Some title"),
        ('subgraph f["甲 <br> x"]', "甲"),
        ("subgraph Some title", "Some title"),
        ('subgraph "Some title"', "Some title"),
    ],
)
def test_a_frame_is_called_by_its_title(begins, title):
    assert title in texts(read(f"graph TD\n{begins}\na\nend"))


def test_a_frame_without_anything_in_it_is_a_box():
    source = "graph TD\nsubgraph f [F]\nend\na --> f"

    assert boxes(source, "area") == []
    assert texts(read(source)) == ["F", "a"]


def test_a_box_belongs_to_the_first_frame_that_ends_with_it():
    source = "graph TD\na --> b\nsubgraph one\nb\nend\nsubgraph two\nb --> c\nend"
    at, [one, two] = middles(source), boxes(source, "area")

    assert holds(one, at["b"])
    assert not holds(two, at["b"])
    assert not holds(one, at["a"])


def test_states_have_states_in_them_each_with_a_beginning_of_its_own():
    source = (
        "stateDiagram-v2\n[*] --> A\nstate A {\n[*] --> b\nstate b {\n[*] --> c\n}\nb --> [*]\n}\n"
        'A --> d : so\nstate "Named" as e {\nf\n}\nd --> d : again'
    )
    at, [a, e, b] = middles(source), boxes(source, "area")

    assert a[0] < b[0] < b[2] < a[2]
    assert holds(b, at["c"])
    assert holds(e, at["Named"])
    assert len(boxes(source, "head")) == 4  # three beginnings, and the point of an end
    assert at["again"][0] > at["d"][0]


def test_what_is_the_case_at_the_same_time_stands_beside_each_other():
    source = "stateDiagram-v2\nstate A {\n[*] --> b\n--\n[*] --> c\n--\nd\n}"
    at = middles(source)
    regions = boxes(source, "line dotted")

    assert [holds(region, at[name]) for region, name in zip(regions, "bcd", strict=True)] == [
        True
    ] * 3
    assert regions[0][2] < regions[1][0] < regions[1][2] < regions[2][0]


def test_notes_are_beside_their_states():
    source = "stateDiagram-v2\nA --> B\nnote left of A : short\nnote right of B\none\ntwo\nend note"

    assert texts(read(source)) == ["A", "B", "short", "one", "two"]
    assert len(ends(source)) == 3


SHAPES = {
    "((x))": "rect", "(((x)))": "rect", "([x])": "rect", "[[x]]": "rect", "[(x)]": "path",
    "{{x}}": "polygon", "[/x/]": "polygon", "[\\x\\]": "polygon", "[/x\\]": "polygon",
    "[\\x/]": "polygon", ">x]": "polygon", "{x}": "polygon", "(x)": "rect", "[x]": "rect",
}  # fmt: skip


def test_every_shape_is_its_own():
    drawings = {
        shape: re.sub(r"<text.*", "", drawn(f"graph TD\na{shape}", "D")) for shape in SHAPES
    }

    assert len(set(drawings.values())) == len(SHAPES)
    for shape, tag in SHAPES.items():
        assert f'<{tag} class="box"' in drawings[shape]
        assert texts(read(f"graph TD\na{shape}")) == ["x"]


@pytest.mark.parametrize(
    ("line", "style", "heads", "words"),
    [
        ("-->", "line", 1, []), ("---", "line", 0, []), ("-.->", "line dotted", 1, []),
        ("-.-", "line dotted", 0, []), ("==>", "line thick", 1, []), ("<-->", "line", 2, []),
        ("--o", "line", 0, ["●"]), ("--x", "line", 0, ["×"]), (" o--o ", "line", 0, ["●", "●"]),
        (" x--x ", "line", 0, ["×", "×"]), ("---->", "line", 1, []), ("<==>", "line thick", 2, []),
        ("-->|a b|", "line", 1, ["a b"]), ("-- a b -->", "line", 1, ["a b"]),
        ("== a b ==>", "line thick", 1, ["a b"]), ("-. a b .->", "line dotted", 1, ["a b"]),
    ],
)  # fmt: skip
def test_every_kind_of_line_is_drawn(line, style, heads, words):
    picture = read(f"graph LR\nA{line}B")

    assert [each.get("class") for each in picture.iter(f"{SVG}path")] == [style]
    assert len([each for each in picture.iter(f"{SVG}polygon")]) == heads
    assert sorted(texts(picture)) == sorted(["A", "B", *words])


def test_an_unseen_line_only_keeps_boxes_apart():
    at = middles("graph TD\nA ~~~ B & C")

    assert at["A"][1] < at["B"][1] == at["C"][1]
    assert ends("graph TD\nA ~~~ B & C") == []


def test_signs_by_name_and_emphasis_in_a_label_are_what_they_mean():
    source = 'graph TD\na["#quot;so#quot; &amp; #35;1; #9829;"] --> b["`**bold** _x_ a_b`"]'

    assert texts(read(source)) == ['"so" & #1; ♥', "bold x a_b"]


def test_front_matter_of_a_diagram_is_its_title():
    picture = drawn("---\ntitle: A <b>\nconfig:\n  x: 1\n---\ngraph TD\na", "D")

    assert picture.startswith("<p><strong>A &lt;b&gt;</strong></p><svg ")
    ElementTree.fromstring(f"<div>{picture}</div>")


@pytest.mark.parametrize(
    "source",
    [
        "graph TD\n" + "\n".join(f"a{n} --> a{n + 1}" for n in range(1_000)),
        "graph TD\n" + "subgraph x\n" * 1_800,
        "graph TD\n" + "end\n" * 4_000,
        "stateDiagram-v2\n" + "state a {\n" * 1_800,
        "stateDiagram-v2\nstate a {\n" + "--\n" * 6_000 + "}",
        "stateDiagram-v2\n" + "note right of a\n" * 1_000,
        "graph TD\n" + " & ".join(f"a{n}" for n in range(60)) + " --> a & b & c & d & e",
        "graph TD\na" + "[/" * 200 + "\nb" + ">" * 400 + "\nc" + "#quot;" * 70,
    ],
)
def test_g34_a_diagram_without_end_is_given_up_at_once(source):
    before = time.process_time()

    assert drawn(source, "Diagram") == ""
    assert time.process_time() - before < 2


def test_g34_lines_through_many_frames_are_drawn_in_time():
    frames = "\n".join(f"subgraph s{n}" for n in range(10)) + "\na\nb\n" + "end\n" * 10
    lines = "\n".join(["a-->x", "y-->a", "x-->b", "b-->y"] * 40)
    before = time.process_time()

    assert len(drawn(f"graph TD\n{frames}{lines}", "Diagram")) < 200_000
    assert time.process_time() - before < 3
