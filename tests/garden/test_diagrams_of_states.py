"""States and pies in Mermaid, drawn as flowcharts are: at build time, or not at all."""

import pytest

from tests.garden.test_diagrams import SVG, middles, read, texts

STATES = """stateDiagram-v2
  direction TB
  [*] --> 待寄
  待寄 --> Running: claimed
  Running --> 待寄 : 失敗
  state "Dead letter" as dead
  Running --> dead
  dead : after seven
  state choice <<choice>>
  dead --> choice
  choice --> [*]
  classDef bad fill:red
"""
PIE = 'pie showData title What grows\n "Moss": 3\n %% no\n "苔 & fern" : 1.5\n "None" : 0\n'


def shapes(source: str, name: str) -> list[str]:
    """Return the elements of a class, as far as it is their only one."""
    return [each.tag.removeprefix(SVG) for each in read(source).iter() if each.get("class") == name]


def test_states_have_their_names_a_beginning_and_an_end():
    at = middles(STATES)

    assert at["待寄"][1] < at["Running"][1] < at["Dead letter"][1] < at["after seven"][1]
    assert texts(read(STATES)) == [
        "待寄",
        "Running",
        "Dead letter",
        "after seven",
        "claimed",
        "失敗",
    ]
    assert shapes(STATES, "line") == ["path"] * 6
    assert shapes(STATES, "head").count("rect") == 2  # the filled points
    assert shapes(STATES, "box").count("polygon") == 1  # the choice


def test_what_is_said_of_two_lines_between_the_same_states_does_not_lie_on_each_other():
    for direction, axis in (("TB", 0), ("LR", 1)):
        at = middles(STATES.replace("direction TB", f"direction {direction}"))
        assert abs(at["claimed"][axis] - at["失敗"][axis]) > 24
        assert abs(at["claimed"][1 - axis] - at["失敗"][1 - axis]) < 1


def test_what_parts_and_meets_is_a_bar_across_the_way():
    source = (
        "stateDiagram-v2\ndirection {}\nstate f <<fork>>\nf --> A\nf --> B\nstate j <<join>>\n"
        "A --> j\nB --> j"
    )
    for direction, longer in (("TB", "width"), ("RL", "height")):
        bars = [
            each
            for each in read(source.format(direction)).iter(f"{SVG}rect")
            if each.get("class") == "head"
        ]
        assert [each.get(longer) for each in bars] == ["72", "72"]


def test_a_pie_has_its_slices_clockwise_and_says_each_number():
    picture = read(PIE)

    assert texts(picture) == [
        *("What grows", "67 %", "33 %"),
        *("Moss · 3 (67 %)", "苔 & fern · 1.5 (33 %)", "None · 0 (0 %)"),
    ]
    [moss, fern] = [
        each.get("d") for each in picture.iter(f"{SVG}path") if "slice" in each.get("class", "")
    ]
    assert " 0 1 1 " in moss  # the long way around
    assert " 0 0 1 " in fern
    assert fern.endswith("128,42Z")  # where moss begins
    assert moss.startswith("M128,162L128,42A")


def test_a_pie_of_one_piece_is_whole():
    picture = read('pie\n"All" : 7\n"Nothing" : 0')

    assert [each.get("class") for each in picture.iter(f"{SVG}circle")] == ["slice s0"]
    assert texts(picture) == ["100 %", "All · 100 %", "Nothing · 0 %"]


@pytest.mark.parametrize(
    "source",
    [
        "stateDiagram-v2\nstate A {\n[*] --> B",
        "stateDiagram-v2\nA --> B\n}",
        "stateDiagram-v2\nnote right of A\nx",
        "stateDiagram-v2\n--",
        "stateDiagram-v2",
        "stateDiagram-v3\nA --> B",
        "pie",
        'pie\n"a" : 0',
        'pie\n"a" : -1',
        'pie\n"a" : 1e9',
        "pie\n" + "\n".join(f'"{n}" : 1' for n in range(11)),
        'piece\n"a" : 1',
    ],
)
def test_what_we_cannot_draw_is_shown_as_its_source(grow, source):
    body = grow({"a.md": f"```mermaid\n{source}\n```"}).body("a")

    assert '<figure class="diagram"><pre class="mermaid"' in body
    assert "<svg" not in body


def test_words_of_states_and_slices_are_no_markup(grow):
    sources = ("stateDiagram-v2\nA --> B : <b>x</b>", 'pie title <i>\n"<script>" : 1')
    for source in sources:
        body = grow({"a.md": f"```mermaid\n{source}\n```"}).body("a")
        assert "<svg" in body
        assert "<script>" not in body
        assert "<b>" not in body
        assert "<i>" not in body
