"""What the documentation names exists: files, headings, commands and their options."""

import re
from pathlib import Path

import pytest

from tests.support.documents import (
    DOCUMENTS,
    ROOT,
    anchor,
    blocks,
    commands,
    headings,
    options,
    read,
)

# A path of this checkout, wherever one is named; not the inside of a longer path or a URL.
PATH = re.compile(
    r"(?<![\w./<>-])(?:bin|docs|functions|shared|templates|tests|infra|\.ci|site)/[\w./-]*"
)
COMMAND = re.compile(r"(?:bin/|^ *|`)thistledown ([a-z][^`\n#]*)", re.MULTILINE)

every_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)


def leads_somewhere(document: Path, target: str) -> bool:
    name, _, wanted = target.partition("#")
    file = (document.parent / name).resolve() if name else document
    if not file.exists():
        return False
    return not wanted or wanted in map(anchor, headings(file.read_text("utf-8")))


@every_document
def test_every_link_leads_to_a_file_and_a_heading_that_exist(document: Path):
    targets = re.findall(r"\]\(([^)\s]+)\)", document.read_text("utf-8"))
    inside = [target for target in targets if not re.match(r"[a-z]+:", target)]

    assert [target for target in inside if not leads_somewhere(document, target)] == []


@every_document
def test_every_file_that_is_named_exists(document: Path):
    named = {name.rstrip(".") for name in PATH.findall(document.read_text("utf-8"))}

    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


@every_document
def test_every_command_and_option_that_is_named_exists(document: Path):
    existing = dict(commands())
    unknown = []
    for line in COMMAND.findall(document.read_text("utf-8")):
        words = line.split()
        calls = [" ".join(words[:2]), words[0]]
        command = next((existing[call] for call in calls if call in existing), None)
        asked = {word for word in words if word.startswith("--")}
        if command is None or not asked <= options(command):
            unknown.append(line)

    assert unknown == []


def test_each_line_of_the_move_can_be_typed_in_a_checkout():
    typed = [
        line.strip()
        for block in re.findall(
            r"```sh\n(.*?)```", read("docs/moving-from-buttondown.md"), re.DOTALL
        )
        for line in block.strip().splitlines()
    ]

    assert len(typed) >= 8
    assert [line for line in typed if not line.startswith(("bin/", "set -a; "))] == []


def test_the_map_of_the_tree_shows_folders_that_exist():
    shown, top = [], ""
    for line in blocks(read("README.md"), "text")[0].splitlines():
        names = re.findall(r"(?:^|(?<=  ))([a-z_]+/)", line)
        if line.startswith(" "):
            names = [top + name for name in names]
        else:
            top = names[0]
        shown += names

    assert len(shown) >= 10
    assert [name for name in shown if not (ROOT / name).is_dir()] == []


def test_the_first_command_of_the_readme_is_the_only_one_in_its_block():
    assert blocks(read("README.md"), "sh")[0] == "bin/dev\n"
