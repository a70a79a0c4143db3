"""Publishing as the manual has it: its commands and the steps of the workflow, typed for real."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from functions.app import ROUTES
from functions.commands.new import plant
from tests.support.dev_server import SETTINGS
from tests.support.documents import ROOT, blocks

MANUAL = (ROOT / "site" / "notes" / "publishing.md").read_text("utf-8")
WORKFLOW = (ROOT / "templates" / "new" / "publish.yml").read_text("utf-8")
VARIABLES = ("SITE_URL", "THISTLEDOWN", "FUNCTIONS_URL")
SITE_URL = "https://ada.github.io/garden"


@pytest.fixture
def path(tmp_path: Path) -> str:
    """Return a PATH on which `thistledown` is this checkout, and `pip` and `rsync` tell of it."""
    programs = tmp_path / "bin"
    programs.mkdir()
    told = f'echo "${{0##*/}} $*" >> {shlex.quote(str(tmp_path / "told"))}'
    command = f'exec {shlex.quote(sys.executable)} -m functions.cli "$@"'
    for name, line in (("thistledown", command), ("pip", told), ("rsync", told)):
        (programs / name).write_text(f"#!/bin/sh\n{line}\n", "utf-8")
        (programs / name).chmod(0o755)
    return f"{programs}:{os.environ['PATH']}"


def typed(line: str, folder: Path, path: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run lines as GitHub does, in a home of their own."""
    kept = {name: value for name, value in os.environ.items() if name not in {*SETTINGS, "CI"}}
    alone = {"PATH": path, "PYTHONPATH": str(ROOT), "HOME": str(folder), "XDG_DATA_HOME": ""}
    return subprocess.run(
        ["bash", "-e", "-c", line],
        cwd=folder,
        env={**kept, **alone, **env},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def steps() -> list[dict[str, Any]]:
    return yaml.safe_load(WORKFLOW)["jobs"]["publish"]["steps"]


def run_workflow(
    garden: Path, path: str, variables: dict[str, str]
) -> Iterator[subprocess.CompletedProcess[str]]:
    """Run what the workflow runs, up to the first step that fails."""

    def filled(env: dict[str, str]) -> dict[str, str]:
        known = {f"${{{{ vars.{name} }}}}": variables.get(name, "") for name in VARIABLES}
        return {name: known.get(value, "t" * 40) for name, value in env.items()}

    everywhere = filled(yaml.safe_load(WORKFLOW)["env"])
    for step in steps():
        is_due = "run" in step and ("if" not in step or variables.get("FUNCTIONS_URL"))
        if is_due:
            more = filled(step.get("env", {}))
            yield (done := typed(step["run"], garden, path, CI="true", **everywhere, **more))
            if done.returncode:
                return


@pytest.fixture
def garden(tmp_path: Path) -> Path:
    folder = tmp_path / "garden"
    plant(folder, "en", {"TITLE": "On moss", "TODAY": "2026-11-30"})
    (folder / "notes" / "Moss.md").write_text("See [[Not written yet]] and ![a](no.png).", "utf-8")
    return folder


def test_the_workflow_publishes_an_ordinary_garden_without_functions(garden, path, tmp_path):
    what = "thistledown[local] @ git+https://github.com/ada/thistledown"
    done = list(run_workflow(garden, path, {"SITE_URL": SITE_URL, "THISTLEDOWN": what}))
    page = (garden / "dist" / "moss" / "index.html").read_text("utf-8")

    assert [each.returncode for each in done] == [0, 0, 0, 0], done[-1].stderr
    assert (tmp_path / "told").read_text() == f"pip install {what}\n"
    assert "2 warnings" in done[2].stdout
    assert f'rel="canonical" href="{SITE_URL}/moss/"' in page
    assert "newsletter" not in page


def test_with_functions_pages_have_their_form_and_readers_are_told(garden, path):
    nobody = "http://127.0.0.1:9"
    variables = {"SITE_URL": SITE_URL, "THISTLEDOWN": "x", "FUNCTIONS_URL": nobody}
    *built, announced = run_workflow(garden, path, variables)
    page = (garden / "dist" / "moss" / "index.html").read_text("utf-8")

    assert [each.returncode for each in built] == [0, 0, 0, 0]
    assert f'action="{nobody}/newsletter/subscribe"' in page
    assert announced.returncode == 4
    assert f"{nobody} does not answer" in announced.stderr


@pytest.mark.parametrize("missing", ["SITE_URL", "THISTLEDOWN"])
def test_a_variable_that_nobody_has_made_ends_the_workflow_at_its_first_step(garden, path, missing):
    variables = {"SITE_URL": SITE_URL, "THISTLEDOWN": "x"} | {missing: ""}
    [first] = run_workflow(garden, path, variables)

    assert first.returncode != 0
    assert f"{missing}: is not set; the top of publish.yml says what it is" in first.stderr


def test_each_variable_has_an_example_in_the_workflow_and_in_the_manual():
    comments = "\n".join(re.findall(r"^#(.*)", WORKFLOW, re.MULTILINE))

    for name in (*VARIABLES, "ANNOUNCE_TOKEN"):
        assert name in comments
        assert f"`{name}`" in MANUAL
    for example in (SITE_URL, "https://letters.example.com", "thistledown[local] @ git+https://"):
        assert example in comments
        assert example in MANUAL
    assert 'Source: "GitHub Actions"' in comments


def test_the_commands_of_the_manual_can_be_typed_one_after_the_other(tmp_path, path):
    lines = [line for block in blocks(MANUAL, "sh") for line in block.splitlines()]
    done = typed("\n".join(lines), tmp_path, path)

    assert len(lines) == 5
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "garden" / "dist" / "sitemap.xml").is_file()
    assert (tmp_path / "told").read_text().startswith("rsync -rt --delete-delay garden/dist/ ada@")


def test_the_build_command_of_other_hosts_works_where_a_garden_lies(garden, path):
    [line] = re.findall(r"^\| build command \| `([^`]+)` \|", MANUAL, re.MULTILINE)
    done = typed(line, garden, path, CI="true", SITE_URL=SITE_URL, THISTLEDOWN="x")

    assert done.returncode == 0, done.stderr
    assert (garden / "dist" / "index.html").is_file()


def test_a_server_with_both_gives_the_functions_every_path_that_they_answer():
    [said] = re.findall(r"@functions path (.*)", MANUAL)
    given = said.split()

    def is_given(path: str) -> bool:
        return path in given or any(
            each.endswith("*") and path.startswith(each[:-1]) for each in given
        )

    assert [route.path for route in ROUTES if not is_given(route.path)] == []
