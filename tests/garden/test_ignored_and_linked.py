"""What `ignore` means on any disk, and links and settings that lead to nobody's business."""

import os
import unicodedata
from pathlib import Path

import pytest

from shared.garden.build import build
from tests.garden.conftest import SITE_URL, Built

TOML = 'title = "T"\npublish = "all"\n'


def put(site: Path, files: dict[str, str]) -> Path:
    for path, text in files.items():
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_text(text, encoding="utf-8")
    return site


def built(site: Path) -> Built:
    out = site.parent / "out"
    return Built(build(site, out, site_url=SITE_URL, functions_url=""), site, out)


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize(
    "pattern", ["Privé", "privé", "PRIVÉ/*", "./Privé", "notes/Privé/", "**/Privé"]
)
def test_g16_a_pattern_hides_what_it_names_in_every_form_and_case(
    tmp_path: Path, form: str, pattern: str
):
    toml = f'{TOML}ignore = ["{unicodedata.normalize("NFD" if form == "NFC" else "NFC", pattern)}"]'
    folder = unicodedata.normalize(form, "Privé")
    files = {f"notes/{folder}/s.md": "SECRET", "notes/a.md": "x", "garden.toml": toml}
    garden = built(put(tmp_path / "site", files))

    assert garden.mentions("SECRET") == []
    assert garden.exists("a")


def test_a_range_in_a_pattern_means_the_case_it_has(tmp_path: Path):
    files = {
        "notes/Secret.md": "SECRET",
        "notes/a.md": "x",
        "garden.toml": f"{TOML}ignore = ['[!a-z]*']",
    }
    garden = built(put(tmp_path / "site", files))

    assert garden.mentions("SECRET") == []
    assert garden.exists("a")


@pytest.mark.parametrize(
    ("link", "to"),
    [
        ("t.txt", ".git/config"),
        ("pub.md", "private/p.md"),
        ("q.txt", "private/p.md"),
        ("q.txt", "draft.md"),
        ("q.md", "Ignored/i.md"),
        ("q.txt", "node_modules/x.txt"),
        ("sub/q.txt", "../.hidden.txt"),
    ],
)
def test_g16_a_link_shows_nothing_that_is_kept_at_home_by_its_own_name(
    tmp_path: Path, link: str, to: str
):
    files = dict.fromkeys(
        (".git/config", "private/p.md", "Ignored/i.md", "node_modules/x.txt", ".hidden.txt"),
        "SECRET",
    )
    files |= {"draft.md": "---\ndraft: true\n---\nSECRET", "sub/b.md": "x"}
    files |= {"garden.toml": f'{TOML}ignore = ["ignored"]', "a.md": f"![[{link}]] [x]({link})"}
    site = put(tmp_path / "site", files)
    (site / link).symlink_to(to)
    garden = built(site)

    assert garden.mentions("SECRET") == []
    assert any(
        "is a link to what is hidden, ignored, private or a note" in each
        for each in garden.warnings
    )


def test_a_link_within_the_garden_is_followed_as_before(tmp_path: Path):
    site = put(tmp_path / "site", {"deep/b.md": "Shown.", "a.txt": "Text.", "a.md": "![[c.txt]]"})
    (site / "c.md").symlink_to("deep/b.md")
    (site / "c.txt").symlink_to("a.txt")
    garden = built(site)

    assert "Shown." in garden.page("c")
    assert garden.mentions("Text.") != []


@pytest.mark.parametrize("folder", ["assets", "letters"])
def test_a_folder_beside_the_notes_that_is_a_link_leads_nowhere(tmp_path: Path, folder: str):
    put(tmp_path / "else", {"x.txt": "SECRET", "l.md": "---\npublic: true\n---\nSECRET"})
    site = put(tmp_path / "site", {"garden.toml": TOML, "notes/a.md": f"![[{folder}/x.txt]]"})
    (site / folder).symlink_to("../else")

    assert built(site).mentions("SECRET") == []


@pytest.mark.parametrize("is_there", [True, False])
def test_settings_that_are_a_link_out_of_the_garden_are_neither_read_nor_told(
    tmp_path: Path, is_there: bool
):
    if is_there:
        (tmp_path / "netrc").write_text("password: SECRET\n", encoding="utf-8")
    site = put(tmp_path / "site", {"a.md": "x"})
    (site / "garden.toml").symlink_to("../netrc")
    garden = built(site)

    assert ["is a link to a file outside" in each for each in garden.errors] == [True]
    assert not garden.report.is_built


@pytest.mark.parametrize(
    ("name", "toml"),
    [
        ("garden.toml", None),
        (".obsidian/app.json", TOML),
        ("quartz.config.yaml", TOML),
        (".eleventyignore", TOML + 'generator = "eleventy"\n'),
    ],
)
def test_a_pipe_or_an_endless_file_is_no_file_of_settings(
    tmp_path: Path, name: str, toml: str | None
):
    site = put(tmp_path / "site", {"a.md": "x", **({"garden.toml": toml} if toml else {})})
    (site / name).parent.mkdir(exist_ok=True)
    for make in (os.mkfifo, lambda file: file.symlink_to("/dev/zero")):
        make(site / name)
        garden = built(site)
        (site / name).unlink()

        assert garden.report.left_out == []
