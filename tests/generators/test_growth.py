"""What a letter says of a note's growth, where another generator makes the page."""

from pathlib import Path

import pytest

from shared.garden.foreign.survey import survey
from tests.generators.test_letters import LINKS, URL
from tests.support.foreign import write

YAML = """---
title: It
maturity: evergreen
date: 2025-05-01
why: Two winters have passed.
{}---
It grew out of [[Other One]].
"""
TOML = """+++
title = "It"
maturity = "evergreen"
date = 2025-05-01
[params]
why = "Two winters have passed."
grewOutOf = ["[[Other One]]"]
+++
It grew.
"""
OTHER = "---\ndate: 2024-02-01\n---\nSee [[It Grows]].\n"


def told(folder: Path, generator: str, note: str) -> tuple[dict, list[str]]:
    """Return what the manifest says of one evergreen note, and what was complained of."""
    toml = f'publish = "all"\ngenerator = "{generator}"\n'
    files = {"garden.toml": toml, "notes/It Grows.md": note, "notes/Other One.md": OTHER}
    report = survey(write(folder, files), site_url=URL)
    assert report.errors == []
    [found] = [each for each in report.manifest["notes"] if "minutes" in each]
    return found, [str(warning) for warning in report.warnings]


@pytest.mark.parametrize("head", ["", "grewOutOf: '[[Other One]]'\n", "grew_out_of: [Other One]\n"])
@pytest.mark.parametrize("generator", LINKS)
def test_n74_why_and_what_it_grew_out_of_come_with_the_generators_addresses(
    tmp_path: Path, generator: str, head: str
):
    found, warnings = told(tmp_path, generator, YAML.format(head))

    assert warnings == []
    assert found["why"] == "Two winters have passed."
    [origin] = found["grew_out_of"]
    assert origin["url"] == LINKS[generator]
    assert found["minutes"] == 1


def test_n74_hugo_says_it_below_its_parameters(tmp_path: Path):
    found, warnings = told(tmp_path, "hugo", TOML)

    assert warnings == []
    assert found["why"] == "Two winters have passed."
    assert [origin["url"] for origin in found["grew_out_of"]] == [LINKS["hugo"]]


def test_n74_what_is_no_note_is_named_with_its_place(tmp_path: Path):
    _, warnings = told(tmp_path, "quartz", YAML.format("grewOutOf: Nowhere\n"))

    assert warnings == ["notes/It Grows.md:6:12: `grewOutOf` names 'Nowhere', which is no note"]
