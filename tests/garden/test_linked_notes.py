"""The folder of the notes may be a link to a vault elsewhere; what is in it may not lead out."""

from pathlib import Path

import pytest

from functions.commands.garden_folder import has_markdown
from shared.garden.build import build
from tests.garden.conftest import FUNCTIONS_URL, SITE_URL, Built
from tests.support.cli import invoke

LEAF = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'
TOML = 'title = "Marginalia"\npublish = "all"\n'


@pytest.fixture
def linked(tmp_path: Path) -> tuple[Path, Path]:
    """Give a garden whose notes are a link, and the vault to which it leads."""
    site, vault = tmp_path / "site", tmp_path / "vault"
    (vault / "deep").mkdir(parents=True)
    (vault / "oak.md").write_text("An oak. ![[leaf.svg]] [[fern]]\n", "utf-8")
    (vault / "deep" / "fern.md").write_text("A fern.\n", "utf-8")
    (vault / "leaf.svg").write_text(LEAF, "utf-8")
    site.mkdir()
    (site / "garden.toml").write_text(TOML, "utf-8")
    (site / "notes").symlink_to(vault, target_is_directory=True)
    return site, vault


def built(site: Path) -> Built:
    out = site.with_name("out")
    report = build(site, out, site_url=SITE_URL, functions_url=FUNCTIONS_URL)
    return Built(report, site, out)


def test_a_vault_that_is_linked_into_a_garden_is_its_notes(linked: tuple[Path, Path]):
    garden = built(linked[0])

    assert garden.errors == garden.warnings == []
    assert 'href="/deep/fern/"' in garden.body("oak")
    assert "<img" in garden.body("oak")


def test_so_is_one_that_garden_toml_names(linked: tuple[Path, Path]):
    site, _ = linked
    (site / "notes").rename(site / "Vault")
    (site / "garden.toml").write_text(f'{TOML}notes = "Vault"\n', "utf-8")

    assert built(site).exists("oak")


def test_what_leads_out_of_the_vault_is_left_out_even_if_into_the_garden(
    linked: tuple[Path, Path],
):
    site, vault = linked
    (site / "secret.md").write_text("Hidden words.\n", "utf-8")
    (vault / "secret.md").symlink_to(site / "secret.md")
    (vault / "more").symlink_to(site, target_is_directory=True)
    (vault / "tree.md").symlink_to(vault / "oak.md")
    garden = built(site)

    assert garden.mentions("Hidden words") == []
    assert garden.warnings == [
        "more:1:1: is a link to a folder, or to itself; left out",
        "secret.md:1:1: is a link to a file outside the garden; left out",
    ]
    assert garden.exists("tree")


def test_build_says_where_they_are(linked: tuple[Path, Path], tmp_path: Path):
    site, vault = linked
    said = invoke("build", "--site", site, "--out", tmp_path / "out", "--data", tmp_path / "data")

    assert said.exit_code == 0
    assert f"{site / 'notes'} is a link: the notes are those in {vault.resolve()}." in said.stderr


def test_a_garden_is_empty_only_if_the_vault_is(linked: tuple[Path, Path]):
    site, vault = linked
    assert has_markdown(site)

    for note in vault.rglob("*.md"):
        note.unlink()
    (vault / "up").symlink_to(site, target_is_directory=True)
    assert not has_markdown(site)
