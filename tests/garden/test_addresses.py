"""Addresses for machines and for the lost: robots.txt, the sitemap, old addresses, the 404 page."""

import json
from xml.etree import ElementTree as Xml

from shared.garden.machines.addresses import redirects
from tests.garden.conftest import Grow

LOC = "{http://www.sitemaps.org/schemas/sitemap/0.9}loc"
FILES = {
    "筆記/a.md": "---\naliases: [Old Name, 舊名]\ntags: x/y\n---\nx",
    "b.md": "---\nmaturity: budding\nbudding_at: 2024-01-01\n---\nx",
    "u.md": "---\nshould_index: false\naliases: unlisted-once\n---\nx",
    "p.md": "---\ndraft: true\naliases: sentinel\n---\nx",
}


def test_robots_are_told_of_the_sitemap_and_of_nothing_that_is_hidden(grow: Grow):
    built = grow(FILES, site_url="https://garden.example/here")

    assert (built.out / "robots.txt").read_text() == (
        "User-agent: *\nAllow: /\n\nSitemap: https://garden.example/here/sitemap.xml\n"
    )


def test_every_address_in_the_sitemap_is_a_page_that_names_itself_canonical(grow: Grow):
    built = grow(FILES)
    root = Xml.parse(built.out / "sitemap.xml").getroot()
    paths = [loc.text.removeprefix("https://garden.example") for loc in root.iter(LOC)]

    assert {"/", "/b/", "/grown/", "/tags/x/", "/tags/x/y/", "/%E7%AD%86%E8%A8%98/"} <= set(paths)
    assert "/u/" not in paths
    for path in paths:
        assert f'<link rel="canonical" href="https://garden.example{path}">' in built.page(path)


def test_g22_old_addresses_lead_on_also_where_the_host_does_it(grow: Grow):
    built = grow({**FILES, "index.md": "Welcome"})

    assert (built.out / "_redirects").read_text().splitlines() == [
        "/old-name/ /%E7%AD%86%E8%A8%98/a/ 301",
        "/%E8%88%8A%E5%90%8D/ /%E7%AD%86%E8%A8%98/a/ 301",
        "/index/ / 301",
    ]
    assert redirects({"x": built.note("b")}, {}, "https://garden.example/below") == b""


def test_g16_neither_titles_nor_old_addresses_name_what_is_hidden(grow: Grow):
    built = grow(FILES)

    assert json.loads((built.out / "titles.json").read_bytes()) == [
        ["/b/", "b"],
        ["/%E7%AD%86%E8%A8%98/a/", "a"],
        ["/%E7%AD%86%E8%A8%98/", "筆記/"],
        ["/tags/x/", "#x"],
        ["/tags/x/y/", "#x/y"],
    ]
    assert built.mentions("sentinel") == []
    assert {path for path in built.mentions("unlisted-once") if "/" not in path} == set()


def test_the_page_for_what_is_not_found_helps_without_script(grow: Grow):
    page = (grow(FILES, site_url="https://garden.example/here").out / "404.html").read_text()

    assert '<nav id="guess" aria-labelledby="guess-title" data-root="/here" hidden>' in page
    assert 'href="/here/"' in page
    assert page.count('role="search"') == 2  # above every page, and a large one
