"""Which garden is built and announced when nobody says it: never the documentation by accident."""

import json
from pathlib import Path

import pytest

from functions.dev.home import Home
from shared import resources
from tests.support.cli import invoke
from tests.support.dev_server import ROOT, mature, plant

ADDRESS = "https://garden.example"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    return plant(tmp_path / "mine", moss="seedling")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    home = Home(tmp_path / "data")
    home.prepare()
    return home.path


@pytest.fixture
def build(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Give a function that builds without saying what, from an empty folder."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")

    def build(**env):
        return invoke("build", "--data", data, "--out", tmp_path / "out", **env)

    return build


def test_it_is_the_garden_that_dev_serves_from_the_data_folder(build, data, mine):
    Home(data).remember("http://127.0.0.1:8000", mine)
    built, for_the_world = build(), build(SITE_URL=ADDRESS)

    assert [built.exit_code, for_the_world.exit_code] == [0, 0]
    assert f"The garden is {mine}.\n" in built.stderr
    assert "1 note built" in for_the_world.stdout


def test_it_is_the_folder_one_is_in_if_that_has_a_garden_toml(build, mine, monkeypatch):
    monkeypatch.chdir(mine)

    assert f"The garden is {mine}.\n" in build(SITE_URL=ADDRESS).stderr


def test_the_documentation_is_never_meant_for_the_world(build, data):
    Home(data).remember("http://127.0.0.1:8000", resources.site())
    at_home, for_the_world = build(), build(SITE_URL=ADDRESS)

    assert f"The garden is {resources.site()}.\n" in at_home.stderr
    assert for_the_world.exit_code == 2
    assert "Which garden? Say --site DIR" in for_the_world.stderr


def test_with_a_data_folder_that_knows_no_garden_one_must_be_said(build):
    assert build().exit_code == 2


def test_a_garden_that_was_moved_away_is_not_replaced_by_another(build, data, mine):
    Home(data).remember("http://127.0.0.1:8000", mine)
    mine.rename(mine.with_name("elsewhere"))

    assert "which is not there any more. Say --site DIR." in build().stderr


def test_a_checkout_that_is_moved_as_a_whole_keeps_its_garden(tmp_path):
    home = Home(ROOT / ".thistledown")
    with_data = json.dumps({"url": "http://127.0.0.1:8000", "site": "../site"})
    moved = Home(tmp_path / ".thistledown")
    moved.prepare()
    (moved.path / "dev.json").write_text(with_data, "utf-8")

    assert home.noted("http://127.0.0.1:8000", ROOT / "site") == with_data
    assert moved.site() == tmp_path / "site"


def test_announce_asks_in_the_same_way(functions, data, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told = {"SITE_URL": ADDRESS, "FUNCTIONS_URL": functions.url, "ANNOUNCE_TOKEN": "t" * 43}

    assert invoke("announce", "--data", data, **told).exit_code == 2
    assert "Which garden?" in invoke("announce", "--to", functions.url, **told).stderr


def test_looking_and_publishing_are_told_apart(build, mine):
    plain = invoke("build", "--no-cache", "--site", mine, "--out", mine / "out")
    published = invoke(
        "build", "--no-cache", "--site", mine, "--out", mine / "out", SITE_URL=ADDRESS
    )

    assert "SITE_URL is not set: links and forms lead to http://127.0.0.1:8000." in plain.stderr
    assert "SITE_URL" not in published.stderr


def test_an_empty_folder_replaces_no_built_garden(mine, tmp_path):
    invoke("build", "--no-cache", "--site", mine, "--out", tmp_path / "out")
    (tmp_path / "empty").mkdir()
    refused = invoke("build", "--no-cache", "--site", tmp_path / "empty", "--out", tmp_path / "out")

    assert refused.exit_code == 2
    assert (tmp_path / "out" / "moss" / "index.html").is_file()


def test_a_data_folder_belongs_to_one_garden(data, mine, tmp_path):
    Home(data).remember("http://127.0.0.1:8000", mine)
    other = plant(tmp_path / "other")
    mature(other, "oak", "evergreen")
    refused = invoke("dev", "--site", other, "--data", data)

    assert refused.exit_code == 2
    assert f"the garden in {mine}, and --site is {other}." in refused.stderr
    assert "say --moved" in refused.stderr
    assert not (data / "postgres").exists()
