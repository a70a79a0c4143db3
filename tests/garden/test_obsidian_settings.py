"""A vault's own settings: its templates are no notes, and what its owner excludes is none."""

import json

import pytest

from shared.garden.vault.obsidian import is_quick


def slugs(built) -> list[str]:
    return sorted(note.slug for note in built.report.notes)


def settings(**files: object) -> dict[str, str]:
    names = {name.replace("_", "-"): content for name, content in files.items()}
    return {f".obsidian/{name}.json": json.dumps(said) for name, said in names.items()}


def test_the_template_folder_holds_no_notes_wherever_it_is(grow):
    built = grow(
        {
            "Meta/Vorlagen/day.md": "---\ndate: {{date}}\n---\n",
            "Meta/Vorlagen deep.md": "x",
            "a.md": "x",
            **settings(templates={"folder": "Meta/Vorlagen"}),
        }
    )

    assert slugs(built) == ["a", "meta/vorlagen-deep"]
    assert built.errors == []


def test_the_template_of_the_day_is_no_note_and_the_days_are(grow):
    files = {"Daily/2026-11-30.md": "x", "daily template.md": "{{title}}", "a.md": "x"}
    said = settings(daily_notes={"folder": "Daily", "template": "daily template"})

    assert slugs(grow({**files, **said})) == ["a", "daily/2026-11-30"]


def test_the_folder_of_templater_is_respected(grow):
    said = {".obsidian/plugins/templater-obsidian/data.json": '{"templates_folder": "範本"}'}

    assert slugs(grow({"範本/日記.md": "<% tp.date.now() %>", "a.md": "x", **said})) == ["a"]


def test_what_its_owner_excludes_is_no_note_but_a_file_there_is_shown(grow):
    built = grow(
        {
            "archive/old.md": "x",
            "drafts/b.draft.md": "x",
            "a.md": "![[seed.pdf]]",
            "archive/seed.pdf": "x",
            **settings(app={"userIgnoreFilters": ["archive/", r"/\.draft\.md$/"]}),
        }
    )

    assert slugs(built) == ["a"]
    assert built.warnings == []
    assert "seed.pdf</a>" in built.body("a")


@pytest.mark.parametrize("folder", ["", "/", None, 7, ["a"]])
def test_a_setting_that_names_no_folder_leaves_every_note_where_it_is(grow, folder):
    said = settings(templates={"folder": folder}, app={"userIgnoreFilters": ["", "/", None]})

    assert slugs(grow({"a.md": "x", **said})) == ["a"]


def test_settings_that_cannot_be_read_are_named_and_the_garden_is_built(grow):
    built = grow(
        {
            "a.md": "x",
            ".obsidian/templates.json": "{",
            **settings(app={"userIgnoreFilters": ["/(/"]}),
        }
    )

    assert slugs(built) == ["a"]
    assert built.warnings == [
        ".obsidian/app.json:1:1: `userIgnoreFilters` has '/(/', which cannot be read",
        ".obsidian/templates.json:1:1: cannot be read; it is as if it were not there",
    ]


def test_a_garden_inside_a_vault_knows_the_vaults_settings(tmp_path, grow):
    (tmp_path / "site" / ".obsidian").mkdir(parents=True)
    (tmp_path / "site" / ".obsidian" / "templates.json").write_text('{"folder": "notes/T"}')

    assert slugs(grow({"T/x.md": "x", "a.md": "x"}, toml='publish = "all"')) == ["a"]


@pytest.mark.parametrize(
    "expression", ["(a+)+$", "(a|a)*$", "(?:(?:x*)y)*$", "a*a*a*a*$", "(a{9}){9}"]
)
def test_an_expression_that_may_never_end_hides_everything(grow, expression):
    said = settings(app={"userIgnoreFilters": [f"/{expression}/"]})
    built = grow({f"{'a' * 60}!.md": "x", **said})

    assert slugs(built) == []
    [error] = built.errors
    assert error.startswith(".obsidian/app.json:1:1: `userIgnoreFilters` has ")
    assert "may never end" in error


@pytest.mark.parametrize("expression", [r"^(old|new)/.*\.md$", r"[*+]+\(\)+", "a{2}", "(?:x)?y"])
def test_an_expression_that_ends_is_asked(expression):
    assert is_quick(expression)
