"""Files of Obsidian's own that quote notes are never published, whoever shows them."""

import pytest

from shared.garden.check.check import check
from shared.garden.check.leaks import leaks

CANVAS = (
    '{"nodes":[{"id":"a","type":"file","file":"SENTINEL.md"},'
    '{"id":"b","type":"text","text":"SENTINEL of what nobody may read"}]}'
)
BOARDS = ["Map.canvas", "things.base", "Old sketch.excalidraw", "MAP.CANVAS"]
PRIVATE = "---\ndraft: true\n---\nWe are going to sell the old house before the winter comes."


@pytest.mark.parametrize("name", BOARDS)
def test_g16_what_quotes_private_notes_is_shown_by_no_public_one(grow, name):
    address = name.replace(" ", "%20")
    built = grow(
        {
            "a.md": f"![[{name}]]\n\n[[{name}|the map]] [x]({address}) ![y]({address})",
            "SENTINEL.md": "---\npublish: false\n---\n",
            f"sub/{name}": CANVAS,
        }
    )

    assert built.mentions("SENTINEL") == []
    assert "This part is not shown." in built.body("a")
    assert "the map x y" in built.body("a")
    places = [warning.partition(" ")[0] for warning in built.warnings]
    assert places == ["a.md:1:1:", "a.md:3:1:", *places[2:]]
    assert len(places) == 4
    assert all("and is never published" in warning for warning in built.warnings)


def test_a_view_of_a_base_and_a_group_of_a_canvas_are_not_shown_either(grow):
    built = grow({"a.md": "![[b.base#View]]", "b.base": "filters: SENTINEL"})

    assert built.mentions("SENTINEL") == []
    assert built.warnings == [
        "a.md:1:1: embed 'b.base#View' is not shown: a base may hold what private notes say, "
        "and is never published"
    ]


def test_one_that_is_not_there_leads_nowhere_like_anything_else(grow):
    assert grow({"a.md": "![[b.canvas]]"}).warnings == ['a.md:1:1: embed "b.canvas" leads nowhere']


def test_a_check_does_not_call_them_files_that_nobody_uses(tmp_path):
    (tmp_path / "index.md").write_text("x")
    (tmp_path / "b.canvas").write_text("{}")

    assert check(tmp_path, site_url="https://g.example", functions_url="").findings == []


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("assets/map.canvas", b'{"text": "\\nwe are going to sell the old house"}'),
        ("assets/table.csv", b"x;We are going to sell the old house"),
        ("assets/without-ending", b"We are going to sell the old house"),
        ("assets/wide.txt", "We are going to sell the old house".encode("utf-16")),
    ],
)
def test_g16_a_leak_is_found_in_every_text_whatever_its_file_is_called(tmp_path, name, content):
    out = tmp_path / "out"
    (out / "assets").mkdir(parents=True)
    (out / name).write_bytes(content)
    (tmp_path / "plan.md").write_text(PRIVATE, "utf-8")

    [leak, *_] = leaks([("plan.md", tmp_path / "plan.md")], [], out)

    assert f"the text of a note that is not public stands in {name}" in leak.message


@pytest.mark.parametrize("begin", [b"\x89PNG\0", b"\xff\xd8\xff\xe0"])
def test_pictures_are_not_read(tmp_path, begin):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "x.png").write_bytes(begin + b" we are going to sell the old house")
    (tmp_path / "plan.md").write_text(PRIVATE, "utf-8")

    assert list(leaks([("plan.md", tmp_path / "plan.md")], [], tmp_path / "out")) == []
