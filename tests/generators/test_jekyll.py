"""Jekyll: posts by date, collections by path, pages where they lie.

What Jekyll 4.3.1 wrote for names that make generators disagree is kept beside this file.
"""

import json
from pathlib import Path

import pytest

from shared.garden.foreign.source import NoAddress, NoPage
from tests.support.foreign import address

WRITTEN = json.loads((Path(__file__).parent / "jekyll" / "written.json").read_text("utf-8"))
SETTINGS = {
    "pages": ("", {}),
    "pretty": ("", {"": "pretty"}),
    "notes": ("_notes/", {}),
    "titled": ("_notes/", {"notes": "/n/:title/"}),
    "slugs": ("_notes/", {"notes": "/:slug/"}),
}
PAGES = [
    ("index", "", "/"),
    ("about", "", "/about.html"),
    ("Foo Bar", "", "/Foo Bar.html"),
    ("筆記", "", "/筆記.html"),
    ("folder/index", "", "/folder/"),
    ("folder/page", "permalink: /over/here/", "/over/here/"),
    ("folder/page", "permalink: over/here", "/over/here"),
    ("folder/page", "permalink: /:path/x/:basename/", "/folder/x/page/"),
]
POSTS = [
    ("_posts/2024-03-01-My Post!", "", "/2024/03/01/My-Post!.html"),
    ("_posts/2024-3-1-a", "", "/2024/03/01/a.html"),
    ("_posts/2024-03-01-a", "slug: Better Name", "/2024/03/01/Better-Name.html"),
    ("_posts/2024-03-01-a", "date: 2024-05-06", "/2024/05/06/a.html"),
    ("_posts/2024-03-01-a", "categories: Soil water", "/soil/water/2024/03/01/a.html"),
    ("_posts/2024-03-01-a", "categories: [Wet Soil]", "/wet soil/2024/03/01/a.html"),
    ("news/_posts/2024-03-01-a", "category: x", "/news/x/2024/03/01/a.html"),
    ("_posts/2024-03-01-成熟度", "", "/2024/03/01/成熟度.html"),
    ("_posts/2024-03-01-a", "permalink: /:year/:slug", "/2024/a"),
]
STYLES = {
    "date": "/soil/2024/03/01/a.html",
    "pretty": "/soil/2024/03/01/a/",
    "ordinal": "/soil/2024/061/a.html",
    "weekdate": "/soil/2024/W09/Fri/a.html",
    "none": "/soil/a.html",
    "/garden/:i_month-:i_day/:title/": "/garden/3-1/a/",
}
DOCUMENTS = [
    ("_notes/Foo Bar", "", {}, "/notes/Foo Bar.html"),
    ("_notes/a/b", "", {"": "pretty"}, "/notes/a/b/"),
    ("_notes/Foo Bar", "", {"notes": "/:slug"}, "/foo-bar"),
    ("_notes/Foo_Bar", "", {"notes": "/:title/"}, "/Foo_Bar/"),
    ("_notes/x", "permalink: /y/", {"notes": "/:slug"}, "/y/"),
    ("_notes/2024-01-02-dated", "", {"notes": "/:year/:slug/"}, "/2024/dated/"),
    ("_notes/2024-01-02-dated", "", {}, "/notes/2024-01-02-dated.html"),
    ("_notes/dot.", "", {}, "/notes/dot.html"),
    ("_notes/Folder/index", "", {}, "/notes/Folder/"),
]


@pytest.mark.parametrize(("name", "head", "expected"), PAGES + POSTS)
def test_a_page_or_a_post_lies_where_its_path_its_date_or_its_permalink_says(
    name: str, head: str, expected: str
):
    assert address("jekyll", name, head) == expected


@pytest.mark.parametrize("style", STYLES)
def test_the_style_of_the_site_is_that_of_its_posts(style: str):
    found = address("jekyll", "_posts/2024-03-01-a", "categories: soil", permalinks={"": style})

    assert found == STYLES[style]


def test_pages_take_the_ending_of_the_style():
    assert address("jekyll", "a/b", permalinks={"": "pretty"}) == "/a/b/"
    assert address("jekyll", "a/b", permalinks={"": "/:year/:title"}) == "/a/b"


@pytest.mark.parametrize(("name", "head", "permalinks", "expected"), DOCUMENTS)
def test_a_document_lies_in_its_collection(name: str, head: str, permalinks, expected: str):
    assert address("jekyll", name, head, permalinks=permalinks) == expected


@pytest.mark.parametrize(
    "name", ["_posts/undated", "folder/_hidden/x", "_hidden", "_notes/_hidden", "folder/#x"]
)
def test_of_some_files_there_is_no_page(name: str):
    with pytest.raises(NoPage):
        address("jekyll", name)


def test_a_pattern_that_asks_for_what_a_file_does_not_tell_is_refused():
    with pytest.raises(NoAddress, match="asks for `:year`"):
        address("jekyll", "_notes/x", permalinks={"notes": "/:year/:title/"})


@pytest.mark.parametrize("kind", SETTINGS)
def test_every_page_is_where_jekyll_has_put_it(kind: str):
    folder, permalinks = SETTINGS[kind]
    names = WRITTEN[kind]
    thought = {name: address("jekyll", folder + name, permalinks=permalinks) for name in names}

    assert len(names) >= 33
    assert thought == names
