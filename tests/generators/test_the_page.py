"""docs/keep-your-generator.md says what is so."""

import re
from pathlib import Path

import pytest

from shared.garden.foreign.rules import GENERATORS, KEYS
from shared.garden.foreign.survey import survey
from tests.support.documents import blocks, read, sections
from tests.support.foreign import address, write

PAGE = read("docs/keep-your-generator.md")
NAMES = {name.replace("-", " ").title(): name for name in GENERATORS}


@pytest.mark.parametrize("toml", blocks(PAGE, "toml"))
def test_its_settings_are_accepted(tmp_path: Path, toml: str):
    site = write(tmp_path, {"garden.toml": toml, "content/a.md": "---\npublish: true\n---\nx"})
    report = survey(site, site_url="https://garden.example")

    assert report.errors == report.warnings == []
    assert len(report.notes) == 1


def test_its_table_has_every_setting():
    told = re.findall(r"^\| `(\w+)` \|", sections(PAGE)["1. `garden.toml`"], re.MULTILINE)

    assert {*told} == {*KEYS, "notes", "letter"}


def test_its_addresses_are_ours():
    [title] = [title for title in sections(PAGE) if title.startswith("What becomes of")]
    name = title.partition("`")[2].removesuffix(".md`")
    rows = dict(re.findall(r"^\| ([\w ]+) \| `([^`]+)` \|", sections(PAGE)[title], re.MULTILINE))

    assert rows == {said: address(generator, name) for said, generator in NAMES.items()}
