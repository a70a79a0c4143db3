"""Hugo: where we think that pages are, against the files that a real Hugo writes."""

from pathlib import Path

import pytest

from shared.garden.foreign.source import NoAddress, NoPage
from tests.support import hugo
from tests.support.foreign import NAMES, address, pages, plant

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


@pytest.mark.hugo
@pytest.mark.parametrize("kind", OURS)
def test_every_page_is_where_hugo_puts_it(tmp_path: Path, kind: str):
    settings, ours = OURS[kind]
    heads = DATED if kind == "dated" else {**dict.fromkeys(NAMES, ""), **HEADS}
    hugo.lay_out(tmp_path, settings=settings)
    words = plant(tmp_path / "content", heads)
    theirs = pages(hugo.build(tmp_path), words)
    thought = {name: address("hugo", name, head, **ours) for name, head in heads.items()}

    assert thought == theirs


@pytest.mark.parametrize(
    "head", ["headless: true", "build:\n  render: never", "_build: {list: never}"]
)
def test_a_note_that_hugo_may_not_render_has_no_page(head: str):
    with pytest.raises(NoPage):
        address("hugo", "x", head)


def test_a_pattern_that_asks_for_what_the_note_does_not_say_is_refused():
    with pytest.raises(NoAddress, match="asks for `:year`"):
        address("hugo", "posts/x", permalinks={"posts": "/:year/:slug/"})
