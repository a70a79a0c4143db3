"""A little garden, whole: every page, every link, every language."""

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest

from functions.web.forms import TRAP
from tests.support.crawler import crawl

ATTRIBUTES = {"href", "src", "action"}


class Page(HTMLParser):
    """Collects what a page refers to, and the ids it has."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[tuple[str, str]] = []
        self.ids: list[str] = []
        self.inputs: list[str | None] = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name in ATTRIBUTES and value:
                self.links.append((tag, value))
            if name == "id" and value:
                self.ids.append(value)
        if tag == "input" and dict(attrs).get("type") not in ("checkbox", "radio", "search"):
            self.inputs.append(dict(attrs).get("name"))


def pages(out: Path) -> dict[str, Page]:
    return {
        file.relative_to(out).as_posix(): Page(file.read_text(encoding="utf-8"))
        for file in out.rglob("*.html")
    }


OWN_SCRIPT = re.compile(r'<script (type="module" )?src="/assets/[a-z-]+-[0-9a-f]{12}\.js">')


def test_no_internal_link_is_broken(vault):
    came = crawl(vault("small").out, "https://garden.example")

    assert came.wrong == []
    assert came.followed > 100


@pytest.mark.parametrize("name", ["small", "torture"])
def test_every_page_has_the_form_and_asks_nobody_else_for_anything(vault, name):
    for path, page in pages(vault(name).out).items():
        assert ("form", "https://functions.example/newsletter/subscribe") in page.links, path
        followed = ["email", TRAP, "note"]  # under a note that can still grow
        assert page.inputs in (["email", TRAP], [*followed, "email", TRAP]), path
        assert len(page.ids) == len(set(page.ids)), path
        for tag, url in page.links:
            if tag in ("img", "link", "script", "audio", "video"):
                assert not urlsplit(url).netloc or url.startswith("https://garden.example/"), url


@pytest.mark.parametrize("name", ["small", "torture"])
def test_a_strict_content_security_policy_works(vault, name):
    built = vault(name)
    for file in built.out.rglob("*.html"):
        html = file.read_text(encoding="utf-8")
        for tag in re.findall(r"<[a-zA-Z][^>]*>", html):
            bare = re.sub(r'"[^"]*"', '""', tag)
            assert not re.search(r"^<style|\sstyle\s*=|\son\w+\s*=", bare), (file, tag)
            assert not tag.startswith("<script") or OWN_SCRIPT.fullmatch(tag), (file, tag)
        assert not re.search(r"<script[^>]*>[^<]", html), file
    [styles] = built.out.glob("assets/garden-*.css")
    for url in re.findall(r"url\(([^)]+)\)", styles.read_text()):
        assert (styles.parent / url.strip('"')).is_file()


def test_every_note_has_a_page_that_says_which_state_of_it_this_is(vault):
    for name in ("small", "torture"):
        built = vault(name)
        for note in built.report.manifest["notes"]:
            html = built.page(urlsplit(note["url"]).path)
            assert (
                f'<meta name="thistledown:content-hash" content="{note["content_hash"]}">' in html
            )
            assert f'<link rel="canonical" href="{note["url"]}">' in html.replace("&#39;", "'")
            assert built.exists(note["slug"])


def test_the_small_garden_is_built_as_it_was_written(vault):
    built = vault("small")
    assert built.errors == []
    assert built.warnings == ['Seed tray.md:11:77: wikilink "Somewhere else" leads nowhere']
    assert built.mentions("PRIVATE-") == []
    assert built.mentions("OBSIDIAN-SETTING") == []
    assert built.mentions("UNLISTED-BODY") == ["quiet-corner/index.html"]
    page = built.page("compost")
    assert '<span class="badge evergreen">' in page
    assert "🌳</span> Evergreen" in page
    assert "Ida Moss" in page
    assert 'href="/tags/slow/"' in page


def test_the_home_page_lists_notes_by_maturity_the_freshest_first(vault):
    home = vault("small").page("")
    order = [
        "筆記的成熟度",
        "Compost is patience",
        "Nettle tea",
        "Watering in the evening",
        "Seed tray",
        "Tomatoes",
    ]
    places = [home.index(f">{title}</a>") for title in order]
    assert places == sorted(places)
    assert "Quiet corner" not in home


def test_an_index_note_is_the_home_page(grow):
    built = grow({"index.md": "# Welcome\n\nSee [[a]].", "a.md": "[[index]] [home](/)"})
    assert "<h1" in built.page("")
    assert "Welcome</h1>" in built.page("")
    assert 'href="/a/"' in built.page("")
    assert '<a href="/">index</a> <a href="/">home</a>' in built.body("a")
    assert built.entry("index")["url"] == "https://garden.example/"
    assert 'url=/"' in built.page("index")


def test_each_page_speaks_the_language_of_its_note(vault):
    built = vault("small")
    page = built.page("筆記的成熟度")
    assert '<html lang="zh-Hant">' in page
    for word in ("常青", "種下", "照料", "連到這裡的筆記", "訂閱", "含苞"):
        assert word in page
    assert '<html lang="en">' in built.page("compost")
    linked = r'lang="zh-Hant"><a href="[^"]+" dir="auto">筆記的成熟度</a>'
    assert re.search(linked, built.page("compost"))
    assert 'lang="zh-Hant">筆記的成熟度</a>' in built.page("")


@pytest.mark.parametrize(
    ("written", "tag"),
    [
        ("zh-Hant", "zh-Hant"),
        ("zh_hant", "zh-Hant"),
        ("zh-tw", "zh-TW"),
        ("EN", "en"),
        ("ja", "ja"),
    ],
)
def test_a_language_is_written_as_browsers_know_it(grow, written, tag):
    built = grow({"a.md": f"---\nlanguage: {written}\n---\nx"}, toml='language = "fr"')
    assert f'<html lang="{tag}">' in built.page("a")
    assert '<html lang="fr">' in built.page("")


def test_the_page_for_what_is_not_found_works_from_any_depth(vault):
    html = (vault("small").out / "404.html").read_text(encoding="utf-8")
    assert "Nothing grows here" in html
    assert all(url.startswith(("/", "#", "https://")) for _, url in Page(html).links)


def test_the_sitemap_knows_what_search_engines_may_see(vault):
    built = vault("small")
    root = ElementTree.parse(built.out / "sitemap.xml").getroot()
    places = [url.text for url in root.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]
    assert "https://garden.example/" in places
    assert "https://garden.example/compost/" in places
    assert "https://garden.example/tags/slow/" in places
    assert not any("quiet" in place or "heap" in place for place in places)


def test_the_same_notes_make_the_same_bytes(vault, tmp_path):
    first = list(vault("small").everything())
    assert list(vault("small").everything()) == first


def test_the_garden_of_hard_cases_builds_with_two_errors(vault):
    built = vault("torture")
    assert len(built.report.notes) == 21
    assert built.report.left_out == ["日期.md"]
    assert [error.split(":")[0] for error in built.errors] == ["A & B (v1.2).md", "日期.md"]
    for secret in ("草稿標題", "草稿秘密", "私人標題", "私人秘密", "隱藏", "整段祕密"):
        assert built.mentions(secret) == []
