"""What is there to paste works as it stands, once the address of the functions is in it."""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
import yaml

from functions.web.forms import TRAP
from tests.support import hugo
from tests.support.dev_server import environment
from tests.support.documents import ROOT
from tests.support.foreign import write
from tests.support.garden import Garden
from tests.support.serving import free_port

PIECES = ROOT / "docs" / "keep-your-generator"
FUNCTIONS = "https://letters.example.com"
FORMS = ("form.html", "form.zh-Hant.html")


class Form(HTMLParser):
    """The one form of a page: its attributes, its fields, and every other element by name."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.form: dict[str, str | None] = {}
        self.fields: list[str] = []
        self.elements: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        values = dict(attrs)
        if tag == "form":
            self.form = values
        elif tag == "input":
            self.fields.append(str(values["name"]))


def form_of_quartz() -> str:
    """Return the form in the component, as its markup."""
    source = (PIECES / "quartz" / "Letters.tsx").read_text("utf-8")
    found = re.search(r"<form.*</form>", source, re.DOTALL)
    assert found
    return (
        found[0].replace("`", '"').replace("${options.functionsUrl}", FUNCTIONS).replace("={", "=")
    )


def every_form() -> dict[str, str]:
    texts = {name: (PIECES / name).read_text("utf-8") for name in FORMS}
    partial = (PIECES / "hugo" / "letters.html").read_text("utf-8")
    texts["hugo"] = partial.partition("*/ -}}")[2].replace(
        "{{ site.Params.functionsUrl }}", FUNCTIONS
    )
    return {**texts, "quartz": form_of_quartz()}


@pytest.mark.parametrize("name", every_form())
def test_a_form_is_a_form_and_nothing_else(name: str):
    form = Form(every_form()[name])

    assert form.form["method"] == "post"
    assert str(form.form["action"]).rstrip("}") == f"{FUNCTIONS}/newsletter/subscribe"
    assert form.fields == ["email", TRAP]
    assert not {"script", "style", "iframe"} & form.elements


@pytest.mark.parametrize("name", FORMS)
def test_its_fields_subscribe_from_a_page_of_the_site_and_from_no_other(
    garden: Garden, db, name: str
):
    fields = dict.fromkeys(Form((PIECES / name).read_text("utf-8")).fields, "")
    data = {**fields, "email": "ada@example.org"}
    stranger = garden.client.post(
        "/newsletter/subscribe", data=data, headers={"Origin": "https://elsewhere.example"}
    )
    ours = garden.client.post(
        "/newsletter/subscribe", data=data, headers={"Origin": garden.site.url}
    )

    assert (stranger.status_code, ours.status_code) == (403, 200)
    assert db.execute("select count(*) from subscribers").fetchone() == {"count": 1}


def test_the_component_for_quartz_has_no_script_that_its_navigation_could_lose():
    source = (PIECES / "quartz" / "Letters.tsx").read_text("utf-8")

    assert not re.search(r"DOMLoaded|addEventListener|onSubmit|document\.|id=", source)


@pytest.mark.hugo
def test_the_partial_for_hugo_is_filled_in_by_a_real_hugo(tmp_path: Path):
    partial = (PIECES / "hugo" / "letters.html").read_text("utf-8")
    hugo.lay_out(tmp_path, settings=f'[params]\nfunctionsUrl = "{FUNCTIONS}"\n')
    layout = '{{ partial "letters.html" . }}'
    write(tmp_path, {"layouts/index.html": layout, "layouts/partials/letters.html": partial})
    page = (hugo.build(tmp_path) / "index.html").read_text("utf-8")

    assert f'action="{FUNCTIONS}/newsletter/subscribe"' in page
    assert "{{" not in page


def run_step(folder: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Run the shell step with the real command on its path."""
    script = f'#!/bin/sh\nexec "{sys.executable}" -P -m functions.cli "$@"\n'
    command = folder / "bin" / "thistledown"
    write(folder, {"bin/thistledown": script, "vault/a.md": "x", "vault/garden.toml": VAULT})
    command.chmod(0o755)
    path = f"{command.parent}{os.pathsep}{os.environ['PATH']}"
    step = ["sh", str(PIECES / "ci" / "announce.sh"), str(folder / "vault")]
    return subprocess.run(
        step,
        env=environment(PATH=path, **env),
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


VAULT = 'publish = "all"\ngenerator = "quartz"\n'
NEEDED = {"SITE_URL": "https://garden.example", "ANNOUNCE_TOKEN": "t" * 40}


def test_the_step_ends_as_the_command_does_and_says_that_nobody_was_told(tmp_path: Path):
    nobody = f"http://127.0.0.1:{free_port()}"
    result = run_step(tmp_path, **NEEDED, FUNCTIONS_URL=nobody)

    assert result.returncode == 4
    assert f"{nobody} does not answer" in result.stderr
    assert result.stderr.endswith("Nobody was told.\n")


def test_the_step_names_what_is_not_set(tmp_path: Path):
    result = run_step(tmp_path, **NEEDED)

    assert result.returncode != 0
    assert "FUNCTIONS_URL" in result.stderr


def test_the_job_for_github_gives_the_command_all_that_it_needs():
    job = yaml.safe_load((PIECES / "ci" / "announce.yml").read_text("utf-8"))["jobs"]["announce"]
    [announcing] = [step for step in job["steps"] if "announce" in step.get("run", "")]

    assert announcing["env"].keys() == {"SITE_URL", "FUNCTIONS_URL", "ANNOUNCE_TOKEN"}
    assert "secrets." in announcing["env"]["ANNOUNCE_TOKEN"]


def test_the_job_for_github_installs_what_the_repository_says_and_no_name_of_a_registry():
    job = yaml.safe_load((PIECES / "ci" / "announce.yml").read_text("utf-8"))["jobs"]["announce"]
    [installing] = [step for step in job["steps"] if "pip install" in step.get("run", "")]

    assert installing["run"] == 'pip install "${THISTLEDOWN:?}"'
    assert installing["env"] == {"THISTLEDOWN": "${{ vars.THISTLEDOWN }}"}
