"""Eleventy: where we think that pages are, against the files that a real Eleventy has written.

What it wrote is kept beside this file; the campaign installs it and lets it write them again.
"""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from shared.garden.foreign.source import NoAddress, NoPage
from tests.support.foreign import NAMES, address, pages, plant

HERE = Path(__file__).parent / "eleventy"
WRITTEN: dict[str, str] = json.loads((HERE / "written.json").read_text(encoding="utf-8"))

TITLED = """title: "Don't & Won't: Fifty (50) Tales"
permalink: "/{{ title | slugify }}/\""""
HEADS = {
    **dict.fromkeys(NAMES, ""),
    "static permalink": "permalink: /over here/",
    "permalink to a file": "permalink: over/there.html",
    "permalink to an index": "permalink: /over/index/index.html",
    "no slash": "permalink: bare/path/",
    "filled slug": 'permalink: "/notes/{{ page.fileSlug }}/"',
    "2024-05-06-filled stem": 'permalink: "/x{{ page.filePathStem }}/index.html"',
    "filled title": TITLED,
    "folder/index": "",
    "folder/2024-01-02-index": "",
    "2024-01-02-folder/2024-01-02-folder": "",
    "index": "",
    "index.en": "",
}


@pytest.mark.parametrize("name", HEADS)
def test_a_page_is_where_eleventy_has_put_it(name: str):
    assert address("eleventy", name, HEADS[name]) == WRITTEN[name]


def test_a_permalink_for_all_stands_in_garden_toml():
    pattern = {"notes": "/n/{{ page.fileSlug }}/"}

    assert address("eleventy", "notes/2024-01-02-Oak", permalinks=pattern) == "/n/Oak/"
    assert address("eleventy", "notes/Oak", "permalink: /oak/", permalinks=pattern) == "/oak/"


def test_a_note_that_is_never_written_has_no_page():
    with pytest.raises(NoPage):
        address("eleventy", "x", "permalink: false")


@pytest.mark.parametrize(
    "permalink", ["/{{ date | isoDate }}/", "{% if a %}/x/{% endif %}", "/{{ collection }}/"]
)
def test_a_template_that_only_the_site_can_fill_in_is_refused(permalink: str):
    with pytest.raises(NoAddress, match="announce_url"):
        address("eleventy", "x", f'permalink: "{permalink}"')


def test_letters_that_the_filter_would_transliterate_are_refused():
    with pytest.raises(NoAddress, match="makes a slug of '筆記'"):
        address("eleventy", "x", 'title: 筆記\npermalink: "/{{ title | slugify }}/"')


@pytest.mark.campaign
def test_eleventy_still_writes_what_is_kept(tmp_path: Path):
    npm = shutil.which("npm")
    assert npm, "npm is not installed"
    for name in ("package.json", "package-lock.json"):
        shutil.copyfile(HERE / name, tmp_path / name)
    words = plant(tmp_path / "src", HEADS)
    subprocess.run(
        [npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts"], cwd=tmp_path, check=True
    )
    eleventy = tmp_path / "node_modules" / ".bin" / "eleventy"
    subprocess.run([eleventy, "--input=src", "--output=out", "--quiet"], cwd=tmp_path, check=True)

    assert pages(tmp_path / "out", words) == WRITTEN
