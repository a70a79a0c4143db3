"""garden.toml: where the notes are, what comes first, and where exactly something is wrong."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from shared.garden.build import build
from tests.support.photographs import plain

BUILD = [sys.executable, "-m", "functions.cli", "build", "--no-cache"]
URLS = {"site_url": "https://garden.example", "functions_url": "https://garden.example"}


def plant(site: Path, files: dict[str, str | bytes]) -> Path:
    for path, said in files.items():
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_bytes(said.encode() if isinstance(said, str) else said)
    return site


def slugs(report) -> list[str]:
    return sorted(note.slug for note in report.notes)


def texts(out: Path) -> dict[str, bytes]:
    return {str(file): file.read_bytes() for file in out.rglob("*") if file.is_file()}


def test_a_vault_with_a_garden_toml_beside_its_notes_is_a_garden(tmp_path):
    site = plant(
        tmp_path / "vault",
        {
            "garden.toml": 'title = "Vault"\npublish = "all"',
            "a.md": "![[garden.toml]]",
            "deep/b.md": "x",
            "Templates/daily.md": "---\ndate: {{date}}\n---\n",
            ".obsidian/c.md": "x",
            "node_modules/d.md": "x",
        },
    )
    report = build(site, tmp_path / "out", **URLS)

    assert report.errors == []
    assert slugs(report) == ["a", "deep/b"]
    assert report.publish == "all"
    assert report.folder == site
    assert report.manifest["site"]["title"] == "Vault"
    assert not list((tmp_path / "out").rglob("garden*.toml"))


def test_a_garden_toml_may_name_the_folder_of_the_notes(tmp_path):
    files = {
        "garden.toml": 'notes = "content"\npublish = "all"',
        "content/a.md": "![[seed.png]]",
        "assets/seed.png": plain(),
        "README.md": "not a note",
    }
    site = plant(tmp_path / "site", files)
    report = build(site, tmp_path / "out", **URLS)

    assert report.errors == report.warnings == []
    assert slugs(report) == ["a"]
    assert report.folder == site / "content"


@pytest.mark.parametrize("mark", ["quartz.config.ts", "hugo.toml"])
def test_without_a_garden_toml_a_generators_notes_are_where_it_keeps_them(tmp_path, mark):
    files = {mark: "", "content/a.md": "x", "README.md": "x", "docs/b.md": "x"}
    report = build(plant(tmp_path / "mine", files), tmp_path / "out", **URLS)

    assert slugs(report) == ["a"]
    assert report.manifest["site"]["title"] == "mine"


@pytest.mark.parametrize("mark", ["quartz.config.ts", "hugo.toml"])
def test_a_garden_toml_beside_a_generator_moves_no_notes_unless_it_says_so(tmp_path, mark):
    files = {mark: "", "content/a.md": "x", "README.md": "x", "docs/b.md": "x"}
    site = plant(tmp_path / "mine", {**files, "garden.toml": 'publish = "all"'})
    found = slugs(build(site, tmp_path / "out", **URLS))
    (site / "garden.toml").write_text('notes = "docs"')

    assert found == ["a"]
    assert slugs(build(site, tmp_path / "out", **URLS)) == ["b"]


@pytest.mark.parametrize("name", ["elsewhere", "../outside", "/tmp", "a.md"])
def test_a_folder_of_notes_that_is_not_there_is_an_error_at_its_line(tmp_path, name):
    (tmp_path / "outside").mkdir()
    site = plant(tmp_path / "site", {"garden.toml": f'title = "x"\nnotes = "{name}"', "a.md": "x"})
    [error] = build(site, tmp_path / "out", **URLS).errors

    assert str(error) == f"garden.toml:2:1: there is no folder '{name}' beside it"


@pytest.mark.parametrize(
    "toml", ['publish = "al"', "title = [", 'zone = "Mars"', "title = 7", "[maturity]\nold = 1"]
)
def test_after_an_error_in_garden_toml_the_last_good_build_stays(tmp_path, toml):
    site, out = tmp_path / "site", tmp_path / "out"
    plant(site, {"garden.toml": 'publish = "all"', "notes/a.md": "x"})
    build(site, out, **URLS)
    before = texts(out)
    plant(site, {"garden.toml": toml, "notes/b.md": "y"})
    report = build(site, out, **URLS)

    assert len(report.errors) == 1
    assert not report.is_built
    assert report.notes == []
    assert texts(out) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "site"]


def test_the_command_line_fails_and_says_that_nothing_was_built(tmp_path):
    site, out = (
        plant(tmp_path / "site", {"garden.toml": "= x", "notes/a.md": "x"}),
        tmp_path / "out",
    )
    command = [*BUILD, "--site", site, "--out", out]
    at_home = {**os.environ, "CI": ""}
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=at_home)

    assert done.returncode == 1
    assert done.stdout == ""
    assert "stays as it was" in done.stderr
    assert not out.exists()


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        (
            '# mine\n\ntitel = "T"\n',
            "3:1: nothing reads `titel`; did you mean `title`?",
        ),
        (
            'title = "T"\nLanguage = "en"\n',
            "2:1: nothing reads `Language`; did you mean `language`?",
        ),
        ('title = """\nqqqq = 1\n"""\nqqqq = 1\n', "4:1: nothing reads `qqqq`"),
        ('ignore = [\n  "a",\n]\n\n[theme]\ndark = true\n', "5:2: nothing reads `theme`"),
        ('title = "T"\r\n  zzzz = 1\r\n', "2:3: nothing reads `zzzz`"),
    ],
)
def test_a_key_that_nothing_reads_is_named_with_its_line(grow, toml, said):
    assert grow({"a.md": "x"}, toml=toml).warnings == [f"garden.toml:{said}"]


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ('title = "T"\npublish = "everything"', "2:1: publish is 'everything'"),
        ('# x\n\nzone = "Asia/Nowhere"', "3:1: zone 'Asia/Nowhere'"),
        ('[maturity]\nevergreen = "Oak"\nripe = "x"', "3:1: [maturity] knows no `ripe`"),
        ('title = "T"\nauthor = 7', "2:1: `author` is not a text"),
        ('title = "T"\ndescription = ["x"]', "2:1: `description` is not a text"),
        ("# x\nlanguage = 7", "2:1: `language` is not a text"),
        ('# x\nnotes = ["a"]', "2:1: `notes` is not a text"),
        ('letter = "some"', "1:1: letter is 'some'; write"),
        ('title = "T"\nignore = 7', "2:1: `ignore` is a list of texts in quotes"),
        ('first = ["a", 2]', "1:1: `first` is a list of texts in quotes"),
        ("ignore = [['a']]", "1:1: `ignore` is a list of texts in quotes"),
        ('title = "T"\nmaturity = "Oak"', "2:1: [maturity] is a table"),
        ("[maturity]\nevergreen = 7", "2:1: `evergreen` is a list of texts in quotes"),
        ('dates = "mine"', "1:1: dates is 'mine'; write"),
        ('cards = "no"', "1:1: cards is 'no'; write true or false"),
        ('# x\ngenerator = "pelican"', "2:1: generator 'pelican' is not known"),
        ('case = "lower"', "1:1: `case` needs a `generator`"),
        ('generator = "hugo"\nugly_urls = "yes"', "2:1: `ugly_urls` is true or false"),
        ('generator = "hugo"\ncase = "upper"', "2:1: case is 'upper'; write"),
        ('generator = "hugo"\npermalink = 7', "2:1: a permalink is a text in quotes"),
    ],
)
def test_a_wrong_value_is_told_with_its_line(grow, toml, said):
    [error] = grow({"a.md": "x"}, toml=toml).errors
    assert error.startswith(f"garden.toml:{said}")


@pytest.mark.parametrize(
    ("toml", "place"),
    [
        (b'title = "T"\nfirst = [\n', "3:1"),
        (b'title = "T"\nauthor = ', "2:10"),
        (b'title = "T"\nauthor = "Zo\xeb"', "2:13"),
        (b'title = "T"\r\ntitle = "U"', "2:12"),
        (b"a = " + b"[" * 5000, "1:1"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_with_the_place_of_it(tmp_path, toml, place):
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "garden.toml").write_bytes(toml)
    [error] = build(tmp_path / "site", tmp_path / "out", **URLS).errors

    assert str(error).startswith(f"garden.toml:{place}: cannot be read: ")


def test_what_comes_first_leads_the_notes_of_its_maturity(grow):
    files = {
        "old.md": "---\nplanted: 2020-01-01\nmaturity: evergreen\n---\n",
        "new.md": "---\nplanted: 2026-01-01\nmaturity: evergreen\n---\n",
        "bud.md": "---\nmaturity: budding\n---\n",
    }
    home = grow(files, toml='first = ["old"]\npublish = "all"').page("")
    places = [home.index(f">{title}</a>") for title in ("old", "new", "bud")]
    assert places == sorted(places)


def test_a_first_that_is_no_note_is_a_warning_at_its_line(grow):
    built = grow({"a.md": "x"}, toml='publish = "all"\nfirst = ["a", "gone"]')
    assert built.warnings == ["garden.toml:2:1: `first` has 'gone', the slug of no note"]


def test_lists_without_an_end_are_an_error_with_its_place(grow):
    deep = "a = " + "[" * 5000
    broken = grow({"a.md": "x"}, toml=deep)
    hugo = grow({"a.md": f"+++\n{deep}\n+++\nx"}, toml='publish = "all"\ngenerator = "hugo"')

    assert broken.errors == ["garden.toml:1:1: cannot be read: it is nested too deeply"]
    assert hugo.errors == ["notes/a.md:2:1: front matter is not TOML: it is nested too deeply"]
