"""Which files of a garden are watched: editors and Obsidian write much more than notes."""

from pathlib import Path

import pytest

from functions.dev.watching import matters

GARDEN = Path("/somewhere/.hidden/node_modules/garden")


@pytest.mark.parametrize(
    "path",
    [
        "oak.md",
        "notes/trees/橡樹.md",
        "notes/oak.png",
        "garden.toml",
        "theme/garden.css",
        "letters/2026-11.md",
        ".obsidian/app.json",
        ".obsidian/templates.json",
        ".obsidian/plugins/templater-obsidian/data.json",
        "notes/.obsidian/daily-notes.json",
        ".eleventyignore",
        ".gitignore",
    ],
)
def test_what_a_garden_is_made_of_is_watched(path: str):
    assert matters(GARDEN, GARDEN / path)


@pytest.mark.parametrize(
    "path",
    [
        "notes/.oak.md.swp",
        "notes/oak.md~",
        "notes/.#oak.md",
        "notes/#oak.md#",
        "notes/4913",
        "notes/oak.md.tmp",
        "notes/.oak.md.new",
        ".obsidian/workspace.json",
        ".obsidian/plugins/other/data.json",
        ".trash/oak.md",
        ".git/index",
        "notes/.DS_Store",
        "node_modules/x.md",
    ],
)
def test_what_only_an_editor_reads_is_not(path: str):
    assert not matters(GARDEN, GARDEN / path)
