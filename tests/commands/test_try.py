"""`thistledown try`: a vault as it is, a garden and a letter, and nothing left behind."""

import asyncio
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from functions.dev.trial import Trial, by_promise, prepare
from tests.support.cli import invoke
from tests.support.dev_server import environment
from tests.support.tended import until

URL = "http://127.0.0.1:8000"
LONG = "Moss has no roots, and lives where others do not. " * 5


def vault(folder: Path, **notes: str) -> Path:
    (folder / ".obsidian").mkdir(parents=True)
    (folder / ".obsidian" / "templates.json").write_text('{"folder": "T"}')
    (folder / "T").mkdir()
    (folder / "T" / "day.md").write_text("---\ndate: {{date}}\n---\n")
    for name, text in notes.items():
        (folder / f"{name}.md").write_text(text, "utf-8")
    return folder


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    return vault(
        tmp_path / "My vault",
        index="[[moss]]",
        moss=f"---\ntitle: On moss\n---\n{LONG}",
        oak="Short.",
        secret="---\ndraft: true\n---\nUnsaid.",
    )


def trial_of(folder: Path, tmp_path: Path) -> Trial:
    return prepare(folder, tmp_path / "trial", URL, say=lambda line: None)


def test_every_page_leads_to_the_letter_of_a_note_that_says_enough(mine, tmp_path):
    trial = trial_of(mine, tmp_path)
    client = TestClient(trial.application(), base_url=URL)
    page = client.get("/moss/")
    [where] = re.findall(r'href="(/_dev/mail/[^"]+)"', page.text)
    mail = client.get(where).text
    letter = client.get(f"{where}/html").text

    assert "My vault</strong> as a garden, on this machine alone." in page.text
    assert "The letter about “<bdi" in page.text
    assert "On moss" in mail
    assert "Moss has no roots" in letter
    assert f"{URL}/moss/" in letter
    assert client.get("/_dev/trial.css").headers["content-type"].startswith("text/css")


def test_nothing_leaves_the_machine_whatever_a_page_asks_for(mine, tmp_path):
    page = TestClient(trial_of(mine, tmp_path).application(), base_url=URL).get("/")
    policy = page.headers["content-security-policy"]

    assert "img-src 'self' data:;" in policy
    assert "https:" not in policy


def test_private_notes_and_templates_are_not_shown(mine, tmp_path):
    trial = trial_of(mine, tmp_path)
    client = TestClient(trial.application(), base_url=URL)

    assert {note.slug for note in trial.report.notes} == {"index", "moss", "oak"}
    assert trial.report.errors == []
    assert client.get("/secret/").status_code == 404


def test_the_form_says_that_nothing_was_stored(mine, tmp_path):
    client = TestClient(trial_of(mine, tmp_path).application(), base_url=URL)
    form = {"email": "ada@example.org"}
    answer = client.post("/newsletter/subscribe", data=form, headers={"Origin": URL})

    assert answer.status_code == 503
    assert "Nothing was stored" in answer.text


def test_the_environment_is_not_looked_at(mine, tmp_path, monkeypatch):
    monkeypatch.setenv("MAIL_URL", "smtp://mail.example")
    monkeypatch.setenv("SITE_URL", "https://garden.example")
    trial = trial_of(mine, tmp_path)

    assert trial.tending.settings.mail_url.startswith("maildir:")
    assert trial.tending.settings.site_url == URL


def test_the_evergreen_note_that_most_link_to_is_mailed(tmp_path):
    folder = vault(
        tmp_path / "v",
        a=f"---\nmaturity: evergreen\n---\n{LONG}",
        b=f"---\nmaturity: evergreen\n---\n{LONG}",
        c=f"{LONG} [[b]] [[d]]",
        d=f"{LONG} [[b]] [[c]]",
        e="[[c]]",
    )
    ordered = [note.slug for note in by_promise(trial_of(folder, tmp_path).report.notes)]

    assert ordered == ["b", "a", "c", "d"]


def test_of_a_very_long_note_comes_what_a_mail_program_shows(tmp_path):
    trial = trial_of(vault(tmp_path / "v", a=f"{LONG}\n\n" * 900), tmp_path)
    client = TestClient(trial.application(), base_url=URL)
    letter = client.get(f"/_dev/mail/{trial.key}/html").content

    assert len(letter) < 90_000
    assert "<p>…</p>".encode() in letter


def test_a_vault_in_which_no_note_says_anything_is_shown_without_a_letter(tmp_path):
    trial = trial_of(vault(tmp_path / "v", a="", b=""), tmp_path)
    page = TestClient(trial.application(), base_url=URL).get("/")

    assert page.status_code == 200
    assert "The letter about" not in page.text


def test_a_folder_without_notes_and_a_mistake_in_garden_toml_are_refused(mine, tmp_path):
    (tmp_path / "empty").mkdir()
    (mine / "garden.toml").write_text("title = 7")
    wrong = invoke("try", mine)

    assert invoke("try", tmp_path / "empty").exit_code == 2
    assert invoke("try", tmp_path / "nowhere").exit_code == 2
    assert wrong.exit_code == 1
    assert "garden.toml:1:1: error: `title` is not a text in quotes" in wrong.stderr
    assert "Nothing can be shown until that is mended." in wrong.stderr


@contextmanager
def running(folder: Path, tmp_path: Path, *words: str) -> Generator[subprocess.Popen[str]]:
    (tmp_path / "temporary").mkdir(exist_ok=True)
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "functions.cli", "try", str(folder), *words],
        env=environment(TMPDIR=str(tmp_path / "temporary")),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate(timeout=60)


def test_it_prints_one_address_and_ctrl_c_leaves_nothing_behind(mine, tmp_path):
    before = {path: path.stat().st_mtime_ns for path in mine.rglob("*")}
    with socket.socket() as taken, running(mine, tmp_path) as process:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        lines = [process.stdout.readline() for _ in range(3)]
        process.send_signal(signal.SIGINT)
        rest, complaints = process.communicate(timeout=60)

    assert lines[0] == "3 notes, with 1 link between them.\n"
    assert re.fullmatch(r"Look at  http://127\.0\.0\.1:\d+/\n", lines[1])
    assert lines[2] == "Stop     Ctrl-C\n"
    assert (process.returncode, rest) == (0, "Stopped. Nothing was kept.\n")
    assert complaints == ""
    assert list((tmp_path / "temporary").iterdir()) == []
    assert {path: path.stat().st_mtime_ns for path in mine.rglob("*")} == before


def test_a_port_that_was_asked_for_and_is_taken_is_said(mine, tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        refused = invoke("try", mine, "--port", taken.getsockname()[1])

    assert refused.exit_code == 4
    assert "Cannot listen on 127.0.0.1" in refused.stderr


def test_what_is_saved_is_shown_and_the_letter_says_it(mine, tmp_path):
    trial = trial_of(mine, tmp_path)
    client, said = TestClient(trial.application(), base_url=URL), []
    trial.tending.say = said.append
    [letter] = re.findall(r'href="(/_dev/mail/[^"]+)"', client.get("/").text)
    turns = count()

    def turn() -> None:
        (mine / "oak.md").write_text(f"Turn {next(turns)}.", "utf-8")

    async def edit() -> None:
        stopping = asyncio.Event()
        following = asyncio.create_task(trial.follow(stopping))
        await until(lambda: said, meanwhile=turn)  # the watch has begun
        (mine / "moss.md").write_text(f"---\ntitle: On rain\n---\nRain. {LONG}", "utf-8")
        (mine / "garden.toml").write_text('title = "Rainy days"', "utf-8")
        await until(lambda: trial.title == "Rainy days" and "On rain" in str(trial.note))
        (mine / "garden.toml").write_text("title = 7", "utf-8")
        await until(lambda: trial.tending.builds.problems)
        stopping.set()
        await following

    asyncio.run(edit())
    page = client.get("/moss/").text

    assert "On rain" in page
    assert "Rainy days</strong> as a garden" in page
    assert re.findall(r'href="(/_dev/mail/[^"]+)"', page) == [letter]
    assert "Rain. Moss has no roots" in client.get(f"{letter}/html").text
    assert client.get("/_dev/mail").text.count("/_dev/mail/") == 1
    assert 'src="/_dev/reload.js?built=' in page
    assert any("rebuilt: 3 notes." in line for line in said)
    assert "not rebuilt" in said[-1]
