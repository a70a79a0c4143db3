"""garden.toml as the documentation has it: every key of it, and no mistake in the examples."""

import re
from pathlib import Path

from shared.garden.build import build
from shared.garden.vault.config import KNOWN

SITE = Path(__file__).parents[2] / "site"
DOCUMENTED = (SITE / "notes" / "the-file-garden-toml.md").read_text("utf-8")


def test_every_key_is_documented_and_no_other_is():
    rows = re.findall(r"^\| `([a-z_]+)` \|", DOCUMENTED, re.MULTILINE)

    assert sorted(rows) == sorted(KNOWN)


def test_the_documented_example_has_no_mistake(grow):
    [example] = re.findall(r"^```toml\n(.*?)^```", DOCUMENTED, re.MULTILINE | re.DOTALL)
    built = grow({"start-here.md": "x"}, toml=example)

    assert built.errors == built.warnings == []


def test_the_garden_that_comes_along_has_no_mistake(tmp_path):
    urls = {"site_url": "https://garden.example", "functions_url": "https://garden.example"}
    report = build(SITE, tmp_path / "out", **urls)

    assert report.errors == report.warnings == []
