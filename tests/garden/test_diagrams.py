"""Diagrams in Mermaid: drawn at build time, or shown as they are written."""

import re
import time
from xml.etree import ElementTree

import pytest

from shared.garden.diagrams.mermaid import drawn

SVG = "{http://www.w3.org/2000/svg}"


def read(source: str) -> ElementTree.Element:
    """Parse a picture, so that it is one."""
    picture = drawn(source, "Diagram")
    return ElementTree.fromstring(
        picture.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ')
    )


def texts(picture: ElementTree.Element) -> list[str]:
    return [each.text or "" for each in picture.iter(f"{SVG}text")]


def middles(source: str) -> dict[str, tuple[float, float]]:
    return {
        each.text: (float(each.get("x")), float(each.get("y")))
        for each in read(source).iter(f"{SVG}text")
    }


def test_a_flowchart_has_its_boxes_in_layers_and_its_lines_between_them():
    source = 'graph TD\n A["甲 & 乙"] -->|so| B(Two)\n B -.-> C{Three}\n A ==> C;C --- D((Four))'
    at = middles(source)

    assert at["甲 & 乙"][1] < at["Two"][1] < at["Three"][1] < at["Four"][1]
    assert at["甲 & 乙"][1] < at["so"][1] < at["Two"][1]
    lines = [each.get("class") for each in read(source).iter(f"{SVG}path")]
    assert sorted(lines) == ["line", "line", "line dotted", "line thick"]
    heads = [each for each in read(source).iter(f"{SVG}polygon") if each.get("class") == "head"]
    assert len(heads) == 3


@pytest.mark.parametrize(
    ("direction", "axis", "sign"), [("TD", 1, 1), ("BT", 1, -1), ("LR", 0, 1), ("RL", 0, -1)]
)
def test_a_flowchart_goes_the_way_it_says(direction, axis, sign):
    at = middles(f"flowchart {direction}\nA-->B")

    assert (at["B"][axis] - at["A"][axis]) * sign > 40


def test_boxes_do_not_lie_on_each_other():
    lines = "\n".join(f"n{i} --> n{j}" for i in range(12) for j in (2 * i + 1, 2 * i + 2))
    boxes = [
        tuple(float(each.get(key)) for key in ("x", "y", "width", "height"))
        for each in read(f"graph TD\n{lines}").iter(f"{SVG}rect")
    ]

    assert len(boxes) == 25
    for index, (x, y, wide, high) in enumerate(boxes):
        for other_x, other_y, other_wide, other_high in boxes[index + 1 :]:
            assert (
                x + wide <= other_x
                or other_x + other_wide <= x
                or y + high <= other_y
                or other_y + other_high <= y
            )


def test_two_lines_between_the_same_boxes_are_seen_both():
    picture = read("graph LR\nA-->B\nB-.->A")

    ways = {each.get("class"): each.get("d") for each in picture.iter(f"{SVG}path")}
    heights = {name: re.findall(r",([\d.]+)", way) for name, way in ways.items()}
    assert set(heights) == {"line", "line dotted"}
    assert not set(heights["line"]) & set(heights["line dotted"])


def test_circles_end():
    at = middles("graph TD\nA-->B-->C-->A\nC-->B")

    assert at["A"][1] < at["B"][1] < at["C"][1]


def test_a_sequence_has_everybody_beside_each_other_and_what_they_say_below():
    source = (
        "sequenceDiagram\nparticipant R as 讀者\nR->>F: ask\nF-->>R: answer\n"
        "loop every day\nF->>F: tick\nend\nNote over R,F: so"
    )
    at = middles(source)

    assert at["讀者"][0] < at["ask"][0] < at["F"][0]
    assert at["ask"][1] < at["answer"][1] < at["[loop every day]"][1] < at["tick"][1] < at["so"][1]


@pytest.mark.parametrize(
    "source",
    [
        "pie\n a: 1",
        "gantt\n title x",
        "graph TD\nsubgraph x\nA-->B",
        "graph TD\nsubgraph x\nA-->x\nend",
        "graph TD\nA-->B\nend",
        "graph TD\n" + "\n".join(f"subgraph s{n}" for n in range(11)) + "\nA" + "\nend" * 11,
        "graph TD\nA --> ",
        "graph TD",
        "graph TD\nA[never closed",
        "sequenceDiagram\nnonsense",
        "sequenceDiagram\nend\nA->>B: x",
        "sequenceDiagram\nloop x\nA->>B: x",
        "",
        "graph TD\n" + "\n".join(f"a{n}-->b{n}" for n in range(100)),
    ],
)
def test_what_we_cannot_draw_is_shown_as_its_source_without_a_word(grow, source):
    built = grow({"a.md": f"```mermaid\n{source}\n```"})

    assert '<figure class="diagram"><pre class="mermaid"' in built.body("a")
    assert "<svg" not in built.body("a")
    assert built.warnings == []


def test_the_largest_diagram_is_drawn_in_no_time():
    lines = "\n".join(f"n{i} --> n{j}" for i in range(78) for j in (i + 1, i * 7 % 79) if i != j)
    before = time.process_time()

    assert drawn(f"graph TD\n{lines}", "Diagram")
    assert time.process_time() - before < 3


@pytest.mark.parametrize("line", ["a " * 240, "a-" * 240, " " * 490, "-" * 490, ":" * 490])
def test_a_line_that_means_nothing_is_given_up_at_once(line):
    before = time.process_time()
    for kind in ("sequenceDiagram", "graph TD", "stateDiagram-v2", "pie"):
        drawn(f"{kind}\n" + f"{line}\n" * 30, "Diagram")

    assert time.process_time() - before < 3


def test_a_page_has_picture_and_source_and_a_letter_the_source_alone(grow):
    source = "```mermaid\ngraph LR\nA[<b>x</b>] --> B\n```"
    built = grow({"a.md": f"---\nmaturity: evergreen\nlanguage: zh-Hant\n---\n{source}"})
    body, letter = built.body("a"), built.entry("a")["mail_html"]

    assert body.count("<svg") == 1
    assert 'role="img" aria-label="圖解，原始碼在下方"' in body
    assert "<summary>原始碼</summary>" in body
    assert "&lt;b&gt;x&lt;/b&gt;</text>" in body
    assert not re.search(r"\sstyle=|<style|\sid=", body)
    assert letter == "<pre><code>graph LR\nA[&lt;b&gt;x&lt;/b&gt;] --&gt; B\n</code></pre>\n"
    assert built.warnings == []
