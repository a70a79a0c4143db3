"""garden.toml names the generator, and a mistake in it is said with its line."""

from pathlib import Path

import pytest

from shared.garden.build import build
from shared.garden.foreign.survey import is_foreign, survey
from tests.support.foreign import write

URL = "https://garden.example"

WRONG = {
    'generator = "hexo"': 'generator \'hexo\' is not known; write one of "quartz", "hugo", ',
    'generator = "Hugo"': "generator 'Hugo' is not known",
    "generator = 7": "`generator` is not a text in quotes",
    'generator = "quartz"\npermalink = "/x/"': "quartz has no `permalink`; take the line out",
    'generator = "jekyll"\nugly_urls = true': "jekyll has no `ugly_urls`; take the line out",
    'generator = "jekyll"\ncase = "lower"': "jekyll has no `case`; take the line out",
    'permalink = "/x/"': "`permalink` needs a `generator`; take the line out",
    'generator = "hugo"\nugly_urls = "yes"': "`ugly_urls` is true or false, without quotes",
    'generator = "hugo"\ncase = "upper"': 'case is \'upper\'; write "keep" or "lower"',
    'generator = "hugo"\npermalink = 7': "a permalink is a text in quotes",
    'generator = "hugo"\n[permalink]\nposts = []': "a permalink is a text in quotes",
    'letter = "short"': 'letter is \'short\'; write "opening" or "full"',
}


@pytest.mark.parametrize("toml", WRONG)
def test_a_mistake_is_said_with_its_line(tmp_path: Path, toml: str):
    site = write(tmp_path, {"garden.toml": f'publish = "all"\n{toml}\n', "a.md": "x"})
    [error] = build(site, tmp_path / "out", site_url=URL, functions_url=URL).errors

    assert str(error).startswith(f"garden.toml:{toml.count(chr(10)) + 2}:1: {WRONG[toml]}")
    assert not (tmp_path / "out").exists()


def test_without_a_generator_the_pages_are_ours(tmp_path: Path):
    site = write(tmp_path, {"garden.toml": 'publish = "all"', "A Note.md": "x"})

    assert not is_foreign(site)


def test_the_notes_of_a_generator_have_its_addresses(tmp_path: Path):
    toml = 'publish = "all"\nnotes = "content"\ngenerator = "quartz"\n'
    notes = {"content/Foo Bar.md": "x", "content/index.md": "Home", "README.md": "no note"}
    site = write(tmp_path, {"garden.toml": toml, **notes})
    report = survey(site, site_url=f"{URL}/garden")

    assert is_foreign(site)
    assert report.errors == report.warnings == []
    assert [note["url"] for note in report.manifest["notes"]] == [
        f"{URL}/garden/Foo-Bar",
        f"{URL}/garden/",
    ]


def test_what_we_build_of_such_a_folder_is_a_preview_at_our_own_addresses(tmp_path: Path):
    toml = 'publish = "all"\ngenerator = "quartz"\n'
    site = write(tmp_path / "site", {"garden.toml": toml, "Foo Bar.md": "x"})
    report = build(site, tmp_path / "out", site_url=URL, functions_url=URL)

    assert [note.href for note in report.notes] == ["/foo-bar/"]


def test_an_address_that_nobody_can_tell_is_an_error_once_the_note_is_evergreen(tmp_path: Path):
    toml = 'publish = "all"\ngenerator = "eleventy"\n'
    template = '---\nmaturity: {}\npermalink: "/{{{{ date | year }}}}/"\n---\nx'
    notes = {"a.md": template.format("seedling"), "b.md": template.format("evergreen")}
    report = survey(write(tmp_path, {"garden.toml": toml, **notes}), site_url=URL)

    assert [str(each).partition(":")[0] for each in report.warnings] == ["a.md"]
    assert [str(each)[:9] for each in report.errors] == ["b.md:3:12"]
    assert "announce_url: /its/path/" in str(report.errors[0])


def test_a_note_may_say_itself_where_its_page_is(tmp_path: Path):
    toml = 'publish = "all"\ngenerator = "eleventy"\n'
    head = '---\npermalink: "/{{ date | year }}/"\nannounce_url: /2024/筆記/\n---\nx'
    report = survey(write(tmp_path, {"garden.toml": toml, "a.md": head}), site_url=URL)

    assert report.manifest["notes"][0]["url"] == f"{URL}/2024/%E7%AD%86%E8%A8%98/"


def test_two_notes_that_want_one_address_are_named(tmp_path: Path):
    toml = 'publish = "all"\ngenerator = "hugo"\n'
    notes = {"a b.md": "x", "A-B.md": "x"}
    [error] = survey(write(tmp_path, {"garden.toml": toml, **notes}), site_url=URL).errors

    assert "A-B.md and a b.md want the same URL /a-b/" in str(error)


def test_a_note_and_a_folder_of_the_same_name_are_two_pages(tmp_path: Path):
    toml = 'publish = "all"\ngenerator = "quartz"\n'
    notes = {"trees.md": "x", "trees/index.md": "x"}
    report = survey(write(tmp_path, {"garden.toml": toml, **notes}), site_url=URL)

    assert report.errors == []
    assert [note["url"] for note in report.manifest["notes"]] == [f"{URL}/trees", f"{URL}/trees/"]


@pytest.mark.parametrize(
    "head",
    [
        "---\ntitle: T\nparams:\n  maturity: evergreen\n---\n",
        '+++\ntitle = "T"\n[params]\nmaturity = "evergreen"\n+++\n',
        '+++\ntitle = "T"\nmaturity = "evergreen"\ntags = ["a", "b"]\nweight = 3\n+++\n',
    ],
)
def test_hugos_own_ways_to_write_front_matter_are_read(tmp_path: Path, head: str):
    toml = 'publish = "all"\ngenerator = "hugo"\n'
    report = survey(write(tmp_path, {"garden.toml": toml, "a.md": f"{head}x"}), site_url=URL)
    [note] = report.manifest["notes"]

    assert report.errors == report.warnings == []
    assert (note["title"], note["maturity"]) == ("T", "evergreen")


@pytest.mark.parametrize("address", ["/../x/", "/a/../../x/", "/./x/"])
def test_an_address_that_climbs_out_of_the_site_is_refused_where_it_stands(
    tmp_path: Path, address: str
):
    toml = 'publish = "all"\ngenerator = "hugo"\n'
    note = f"---\nmaturity: evergreen\nannounce_url: {address}\n---\nx"
    [error] = survey(write(tmp_path, {"garden.toml": toml, "a.md": note}), site_url=URL).errors

    assert "climbs out of the site" in str(error)
