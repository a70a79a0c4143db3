"""A garden without functions: no form that leads nowhere, and no word with another host."""

import re
from html import unescape
from pathlib import Path

import pytest

from shared.garden.build import build
from shared.garden.words import SPOKEN, words_for

FORMS = re.compile(r"<form[^>]* (?:action|method)=[^>]*>")
ALL = 'publish = "all"\n'
NOTES = {"index.md": "[[moss]]", "moss.md": "---\nmaturity: budding\n---\nA note that grows.\n"}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "site" / "notes").mkdir(parents=True)
    for name, text in NOTES.items():
        (tmp_path / "site" / "notes" / name).write_text(text, "utf-8")
    (tmp_path / "site" / "garden.toml").write_text(ALL, "utf-8")
    return tmp_path / "site"


def built(site: Path, functions_url: str, *, at: str = "https://g.example") -> dict[str, str]:
    out = site.parent / "out"
    report = build(site, out, site_url=at, functions_url=functions_url)
    assert report.errors == report.warnings == []
    return {file.relative_to(out).as_posix(): file.read_text() for file in out.rglob("*.html")}


def assert_alone(pages: dict[str, str], search: str) -> None:
    """Every form is that of the search, and leads to a page of the garden."""
    for name, page in pages.items():
        forms = FORMS.findall(page)
        assert all(f'action="{search}" method="get"' in form for form in forms), name
        assert "newsletter" not in page, name
        assert "forms.js" not in page
        assert page.count('name="email"') == 0
    assert f'action="{search}"' in pages["moss/index.html"]


def test_without_an_address_of_functions_pages_have_no_forms_for_them(site):
    assert_alone(built(site, ""), "/search/")


def test_a_line_in_garden_toml_does_the_same(site):
    with_forms = built(site, "https://f.example")
    (site / "garden.toml").write_text(f"{ALL}newsletter = false\n", "utf-8")
    pages = built(site, "https://f.example")

    assert with_forms["moss/index.html"].count('name="email"') == 2
    assert_alone(pages, "/search/")
    assert not [name for name, page in pages.items() if "f.example" in page]


def test_below_a_path_the_search_leads_there(site):
    assert_alone(built(site, "", at="https://g.example/garden"), "/garden/search/")


@pytest.mark.parametrize("tag", sorted(SPOKEN))
def test_its_search_says_what_to_do_without_script(site, tag):
    (site / "garden.toml").write_text(f'{ALL}language = "{tag}"\n', "utf-8")
    page = built(site, "", at="https://g.example/here")["search/index.html"]
    [said] = re.findall(r"<noscript>(.*?)</noscript>", page)

    assert words_for(tag).search_needs_script in unescape(said)
    below = page.split("</noscript>")[1]
    assert 'href="/here/search/titles/"' in below
    assert 'href="/here/tags/"' in below
    assert "<noscript>" not in built(site, "https://f.example")["search/index.html"]


def test_its_policy_lets_pages_speak_with_nobody(site):
    [policy] = re.findall(r'Policy" content="([^"]*)"', built(site, "")["moss/index.html"])

    assert policy.endswith("connect-src &#39;self&#39;; form-action &#39;self&#39;")


@pytest.mark.parametrize("said", ['"no"', "0"])
def test_another_word_than_true_or_false_is_an_error(grow, said):
    [error] = grow({"a.md": "x"}, toml=f"newsletter = {said}\n").errors

    assert error == f"garden.toml:1:1: newsletter is {said.replace(chr(34), chr(39))}; " + (
        "write true or false"
    )
