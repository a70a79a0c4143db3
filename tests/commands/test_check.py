"""`thistledown check`: what it prints for people and for programs, and how it ends."""

import json
from pathlib import Path

import pytest

from tests.support.cli import invoke
from tests.support.dev_server import plant


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    site = plant(tmp_path / "garden", moss="seedling", oak="evergreen")
    (site / "notes" / "moss.md").write_text("[[oak]]", "utf-8")
    return site


def check(folder: Path, *words: object):
    return invoke("check", "--site", folder, "--data", folder.parent / "data", *words)


def test_a_garden_in_good_order_passes(folder):
    result = check(folder, "--strict")

    assert (result.exit_code, result.stdout) == (0, "Nothing to mend in 2 notes.\n")


def test_a_broken_link_is_named_with_its_place_and_what_was_meant(folder):
    (folder / "notes" / "moss.md").write_text("See\n[[oka]].", "utf-8")
    result = check(folder)

    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        f"{folder}/notes/moss.md:1:1: hint: no note links here, and it links to none [orphan]",
        f'{folder}/notes/moss.md:2:1: warning: wikilink "oka" leads nowhere; did you mean "oak"? '
        "[broken-link]",
        f"{folder}/notes/oak.md:1:1: hint: no note links here, and it links to none [orphan]",
        "1 warning, 2 hints in 2 notes.",
    ]


def test_a_warning_fails_a_strict_check_only_and_a_hint_none(folder):
    (folder / "notes" / "alone.md").write_text("x", "utf-8")
    hinted = check(folder, "--strict")
    (folder / "notes" / "oak.md").write_text("---\nmaturity: mature\n---\n", "utf-8")

    assert hinted.exit_code == 0
    assert check(folder).exit_code == 0
    assert check(folder, "--strict").exit_code == 1


def test_notes_that_are_not_written_yet_keep_nobody_from_publishing(folder):
    moss = folder / "notes" / "moss.md"
    moss.write_text("[[oak]] [[Fern]] ![[Fern]] ![a](b.png) [[oak#Roots]]", "utf-8")
    result = check(folder)

    assert (result.exit_code, result.stdout.splitlines()[-1]) == (0, "4 warnings in 2 notes.")
    assert check(folder, "--strict").exit_code == 1


def test_a_note_that_stays_out_fails_every_check(folder):
    (folder / "notes" / "oak.md").write_text("---\ntitle: [x\n---\n", "utf-8")

    assert check(folder).exit_code == 1


def test_programs_get_one_json_value(folder):
    (folder / "notes" / "moss.md").write_text("[[oak]] [[oka]]", "utf-8")
    result = check(folder, "--json")

    assert result.exit_code == 0
    assert json.loads(result.stdout) == {
        "notes": 2,
        "errors": 0,
        "warnings": 1,
        "hints": 0,
        "findings": [
            {
                "code": "broken-link",
                "severity": "warning",
                "path": "moss.md",
                "line": 1,
                "column": 9,
                "message": 'wikilink "oka" leads nowhere; did you mean "oak"?',
                "meant": "oak",
            }
        ],
    }


def test_a_mistake_in_garden_toml_is_all_that_is_said(folder):
    (folder / "garden.toml").write_text("publish = true", "utf-8")
    result = check(folder)

    assert result.exit_code == 1
    assert f"{folder}/garden.toml:1:1: error: publish is True" in result.stdout
    assert "garden.toml has an error: nothing else was looked at." in result.stdout


def test_a_folder_without_notes_is_wrong_usage(tmp_path):
    (tmp_path / "empty").mkdir()

    assert check(tmp_path / "empty").exit_code == 2
