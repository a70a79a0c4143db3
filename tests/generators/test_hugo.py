"""Hugo: where we think that pages are, against the files that a real Hugo writes."""

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.foreign import NAMES, address, pages, plant

HUGO = shutil.which("hugo")

HEADS = {
    "slugged": "slug: My Slug",
    "slug capitals": "slug: Ünder Wood",
    "section/slugged": "slug: other-name",
    "Bundle With Slug/index": "slug: bundled",
    "over": "url: /Over Here/",
    "over file": "url: /over/there.html",
    "over bare": "url: over/bare",
    "over chinese": "url: /筆記/一/",
    "section/_index": "title: A section",
    "Deep Section/Under/_index": "title: Deeper",
    "_index": "title: Home",
    "🌿 section/_index": "title: Grown",
    "section/🌱 small": "",
    "x -- y": "",
    "x  🌱 -y- z": "",
    "slug signs": "slug: 'A & B: c?'",
    "plain folder/index": "",
    "v1.0/notes.on.it": "",
}
LAYOUT = "<!doctype html><title>{{ .Title }}</title>{{ .Content }}"
OURS = {
    "default": ("", {}),
    "ugly": ("uglyURLs = true", {"is_ugly": True}),
    "capitals": ("disablePathToLower = true", {"case": "keep"}),
    "dated": (
        '[permalinks]\nposts = "/:year/:month/:slug/"\nnotes = "/:section/:title"\n'
        'files = "/f/:filename/"',
        {
            "permalinks": {
                "posts": "/:year/:month/:slug/",
                "notes": "/:section/:title",
                "files": "/f/:filename/",
            }
        },
    ),
}
DATED = {
    "posts/First One": "title: The First, One!\ndate: 2024-03-01",
    "posts/second": "title: Second\nslug: zweiter\ndate: 2024-12-31",
    "notes/筆記": "title: 筆記的成熟度 A",
    "notes/deep/er": "title: Deeper",
    "files/Some File": "title: Another",
    "unpatterned/x y": "title: X",
}


def built(folder: Path, settings: str, heads: Mapping[str, str]) -> dict[str, str]:
    """Return where a real Hugo puts the page of each note."""
    assert HUGO is not None
    for name in ("single", "list"):
        layout = folder / "layouts" / "_default" / f"{name}.html"
        layout.parent.mkdir(parents=True, exist_ok=True)
        layout.write_text(LAYOUT, encoding="utf-8")
    (folder / "layouts" / "index.html").write_text(LAYOUT, encoding="utf-8")
    head = 'baseURL = "https://garden.example/"\ndisableKinds = ["taxonomy", "term", "RSS"]\n'
    (folder / "config.toml").write_text(head + settings, encoding="utf-8")
    words = plant(folder / "content", heads)
    subprocess.run([HUGO, "--quiet"], cwd=folder, check=True, timeout=60)
    return pages(folder / "public", words)


@pytest.mark.parametrize("kind", OURS)
def test_every_page_is_where_hugo_puts_it(tmp_path: Path, kind: str):
    settings, ours = OURS[kind]
    heads = DATED if kind == "dated" else {**dict.fromkeys(NAMES, ""), **HEADS}
    theirs = built(tmp_path, settings, heads)
    thought = {name: address("hugo", name, head, **ours) for name, head in heads.items()}

    assert thought == theirs
