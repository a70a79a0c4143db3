"""A theme may come from a stranger: it shows what it likes, and reaches nothing else."""

import pytest

TOML = 'title = "T"\npublish = "all"\n'
FILE = "note.targets[0].file"


@pytest.fixture
def dress(grow, tmp_path):
    """Build a note that leads to a file, with templates of a stranger's."""

    def grow_dressed(theme):
        folder = tmp_path / "site" / "theme"
        folder.mkdir(parents=True)
        for name, content in theme.items():
            (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
        return grow({"a.md": "Text. [x](f.pdf)", "f.pdf": "%PDF"}, TOML)

    return grow_dressed


@pytest.mark.parametrize(
    "template",
    [
        f"{{{{ {FILE}.read_text() }}}}",
        f"{{{{ ({FILE} | attr('parent')).name }}}}",
        "{{ note.targets | map(attribute='file.parent') | join }}",
        f"{{{{ {FILE}.parent.joinpath('WRITTEN').write_text('x') }}}}",
    ],
)
def test_a_template_reaches_no_file(dress, template):
    built = dress({"note.html": f"{template} REACHED"})

    assert "Text." in built.page("a")
    assert "REACHED" not in built.page("a")
    [warning] = built.warnings
    assert warning.startswith("theme/note.html:1:1: ")
    assert list(built.site.rglob("WRITTEN")) == []


@pytest.mark.parametrize(
    "template",
    [
        "{% macro again() %}{{ again() }}{% endmacro %}{{ again() }}",
        '{% extends "footer.html" %}',
        b"\xff",
    ],
)
def test_a_template_that_cannot_end_or_be_read_is_named_and_ours_is_shown(dress, template):
    built = dress({"footer.html": template})

    assert built.warnings
    assert all(warning.startswith("theme/footer.html:") for warning in built.warnings)
    assert "Subscribe" in built.page("a")


def test_a_sheet_that_is_no_text_stops_nothing(dress):
    built = dress({"own.css": b"\xff { } .own { color: red }"})

    [sheet] = built.out.glob("assets/garden-*.css")
    assert ".own { color: red }" in sheet.read_text("utf-8")
