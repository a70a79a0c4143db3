"""`thistledown new`: a garden that builds without a warning, and never over somebody's files."""

import json
import re
import tomllib
from pathlib import Path

import pytest
import yaml

from functions.commands.new import LANGUAGES
from functions.dev.home import Home
from shared.garden.build import build
from shared.garden.check.check import check
from shared.garden.words import SPOKEN
from tests.support.cli import invoke

URLS = {"site_url": "https://garden.example", "functions_url": "https://garden.example"}


def files(folder: Path) -> set[str]:
    return {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_garden_has_no_fault_and_shows_every_maturity(tmp_path, language):
    folder = tmp_path / "My garden"
    made = invoke("new", folder, "--language", language)
    checked = check(folder, **URLS)

    assert made.exit_code == 0
    assert checked.findings == []
    assert {note.maturity.value for note in checked.report.notes} == {
        "seedling",
        "budding",
        "evergreen",
    }
    assert {note.language for note in checked.report.notes} == {language}
    assert len(checked.report.notes) == len(list((folder / "notes").iterdir())) - 1  # the draft
    assert checked.report.manifest["site"]["title"] == "My garden"
    assert checked.report.publish == "all"
    assert files(folder) >= {"garden.toml", ".gitignore", ".github/workflows/publish.yml"}
    assert not [file for file in folder.rglob("*.*") if "TODAY" in file.name]


def test_there_is_one_in_each_language_that_pages_speak():
    assert set(LANGUAGES) == SPOKEN.keys()


def test_the_next_three_commands_work_as_they_are_printed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = invoke("new", "g").stdout.splitlines()

    assert lines[0] == "g: 6 notes in g/notes."
    assert [re.sub(r" [^ ]*thistledown", " thistledown", line) for line in lines[2:]] == [
        "Check it     thistledown check --site g",
        "Publish it   thistledown build --site g --out g/dist",
    ]
    assert re.match(r"Look at it   \S*thistledown dev --site g", lines[1])
    assert invoke("check", "--site", "g").exit_code == 0
    assert invoke("build", "--no-cache", "--site", "g", "--out", "g/dist").exit_code == 0
    assert invoke("build", "--no-cache", "--site", "g", "--out", "g/dist").exit_code == 0


def test_where_dev_knows_another_garden_the_new_one_gets_a_data_folder_of_its_own(
    tmp_path, monkeypatch
):
    usual = Home(tmp_path / "usual")
    usual.prepare()
    usual.remember("http://127.0.0.1:8000", tmp_path)
    monkeypatch.setattr("functions.commands.new.default_data", lambda: usual.path)
    made = invoke("new", tmp_path / "g")

    assert f"--data {tmp_path}/g-data\n" in made.stdout


def test_a_title_may_have_any_sign_in_it(tmp_path):
    title = 'A "quoted": title \\ with #signs, 花園'
    invoke("new", tmp_path / "g", "--title", title)
    report = build(tmp_path / "g", tmp_path / "out", **URLS)

    assert report.manifest["site"]["title"] == title
    assert [note.title for note in report.notes if note.slug == "index"] == [title]
    assert report.errors == report.warnings == []


def test_a_folder_with_anything_in_it_is_refused_and_stays_as_it_is(tmp_path):
    (tmp_path / ".hidden").write_text("mine")
    refused = invoke("new", tmp_path)

    assert refused.exit_code == 1
    assert f"{tmp_path} is not empty." in refused.stderr
    assert files(tmp_path) == {".hidden"}


def test_an_empty_folder_will_do_and_a_file_will_not(tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("x")

    assert invoke("new", tmp_path / "empty").exit_code == 0
    assert invoke("new", tmp_path / "file").exit_code == 2


def test_the_settings_and_the_workflow_can_be_read(tmp_path):
    invoke("new", tmp_path / "g", "--language", "zh-Hant")
    settings = tomllib.loads((tmp_path / "g" / "garden.toml").read_text("utf-8"))
    workflow = yaml.safe_load(
        (tmp_path / "g" / ".github" / "workflows" / "publish.yml").read_text()
    )
    said = json.dumps(workflow)

    assert settings["zone"] == "Asia/Taipei"
    for command in ("check --site .", "build --site . --out dist", "announce --site ."):
        assert f"thistledown {command}" in said
    assert said.index("thistledown check") < said.index("deploy-pages")
    assert said.index("deploy-pages") < said.index("thistledown announce")
