"""A name that public notes have themselves is no leak, whichever private note has it as well."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from shared.garden.check.check import check
from shared.garden.check.leaks import leaks

TOML = 'title = "Zinnia shed"\nauthor = "Quill Larch"\npublish = "all"\n'
DRAFT = "---\ndraft: true\n---\nmine"
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9"/></svg>'
SHARED = {
    "a file": {"private/Zinnias.md": "mine", "Zinnias.md": "other"},
    "a file in another folder": {"private/Zinnias.md": "mine", "summer/Zinnias.md": "other"},
    "a folder": {"Zinnia bed.md": DRAFT, "Zinnia bed/Soil.md": "x"},
    "a folder of an unlisted note": {"Zinnia.md": DRAFT, "Zinnia/x.md": "---\nunlisted: true\n---"},
    "a folder and a note": {"Zinnia bed.md": DRAFT, "Zinnia/bed.md": "x"},
    "case": {"Zinnia Plans.md": "x", "zinnia plans.md": "x"},
    "a title": {"private/a.md": "---\ntitle: Zinnia\n---", "b.md": "---\ntitle: '*Zinnia*'\n---"},
    "a heading": {"private/Zinnia bed.md": "x", "b.md": "## Zinnia &#98;ed"},
    "a slug": {"private/Zinnia.md": "x", "b.md": "---\nslug: 'zinni\\u0061'\n---"},
    "an alias": {"private/Zinnia bed.md": "x", "b.md": '---\naliases: ["Zinnia \\u0062ed"]\n---'},
    "a tag": {"private/Zinnia bed.md": "x", "b.md": '---\ntags: ["zinnia-\\u0062ed"]\n---'},
    "words of a link": {"private/Zinnia bed.md": "x", "b.md": "[[c|Zinnia &#98;ed]]", "c.md": "x"},
    "a picture": {"private/Zinnia bed.md": "x", "b.md": "![A](Zinnia%20bed.svg)"},
    "the garden": {"private/Zinnia shed.md": "x"},
    "the gardener": {"private/Quill Larch.md": "x"},
    "the address": {"private/Zinnia plot.md": "x"},
    "a file and what pages are called": {"private/Zinnias index.md": "x", "Zinnias.md": "x"},
}


@pytest.mark.parametrize("files", SHARED.values(), ids=SHARED.keys())
def test_a_name_that_something_public_has_as_well_is_no_leak(tmp_path, files):
    assert leaks_in(tmp_path, files) == []


def leaks_in(tmp_path: Path, files: Mapping[str, str]) -> list[str]:
    site = tmp_path / "site"
    for path, content in {"index.md": "Hello", "Zinnia bed.svg": PICTURE, **files}.items():
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_text(content, "utf-8")
    (site / "garden.toml").write_text(TOML, "utf-8")
    checked = check(site, site_url="https://zinnia-plot.example", functions_url="")
    assert checked.report.is_built
    return [f"{one.path}: {one.message}" for one in checked.findings if one.code == "leak"]


@pytest.mark.parametrize(
    ("note", "said"),
    [
        ("---\ntitle: Zinnia wedding\n---", "the title"),
        ("words of mine alone that nobody else may read", "the text"),
        ("", "the file name"),
    ],
)
@pytest.mark.parametrize(
    ("name", "written"),
    [("x/index.html", "<p>{}</p>"), ("graph.json", '{{"a": "{}"}}'), ("{}/index.html", "x")],
)
def test_a_name_that_the_private_note_alone_has_is_one(tmp_path, note, said, name, written):
    told = {"the title": "Zinnia wedding", "the file name": "Guest list"}.get(said, note)
    (tmp_path / "a.md").write_text(note, "utf-8")
    file = tmp_path / "out" / name.format(told)
    file.parent.mkdir(parents=True)
    file.write_text(written.format(told), "utf-8")
    names = ["Zinnia", "Guest", "list of wedding guests", "private/x.md"]
    found = list(leaks([("private/Guest list.md", tmp_path / "a.md")], [], tmp_path / "out", names))

    assert [each.message.startswith(said) for each in found] == [True]
