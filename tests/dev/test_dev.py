"""A real `thistledown dev`: what it prints, keeps, refuses, rebuilds and leaves behind."""

import os
import signal
import subprocess
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from tests.support.dev_server import Dev, command, mature, plant, running_dev, until
from tests.support.nights import add_old_jobs, left, nights, slot_has_come
from tests.support.serving import free_port


@pytest.fixture(scope="module")
def dev(tmp_path_factory: pytest.TempPathFactory) -> Generator[Dev]:
    folder = tmp_path_factory.mktemp("dev")
    site = plant(folder / "garden", moss="seedling", oak="evergreen")
    with running_dev(site, folder / "data") as started:
        yield started


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return plant(tmp_path / "garden", oak="evergreen")


def get(url: str) -> str:
    with urllib.request.urlopen(url, timeout=30) as answer:
        return answer.read().decode()


def subscribe(dev: Dev, address: str) -> None:
    form = urllib.parse.urlencode({"email": address}).encode()
    with urllib.request.urlopen(f"{dev.url}/newsletter/subscribe", form, timeout=30) as answer:
        assert answer.status == 200


def caught(dev: Dev) -> list[Path]:
    return list((dev.data / "mail" / "new").glob("*"))


def processes_of(group: int) -> str:
    listed = subprocess.run(
        ["ps", "-e", "-o", "pgid=,args="], capture_output=True, text=True, check=True
    )
    lines = [line.strip() for line in listed.stdout.splitlines()]
    return "\n".join(line for line in lines if line.split()[0] == str(group))


def test_it_prints_three_labelled_lines(dev: Dev):
    assert dev.lines[-3:] == [
        f"Garden  {dev.url}/\n",
        f"Inbox   {dev.url}/_dev/mail\n",
        "Stop    Ctrl-C\n",
    ]


def test_it_takes_what_has_grown_before_as_known(dev: Dev):
    assert "1 note evergreen already: nobody is told about those." in dev.printed
    assert "Last     nothing announced yet" in dev.run("status").stdout


def test_it_serves_garden_functions_and_inbox(dev: Dev):
    assert "What oak is." in get(f"{dev.url}/oak/")
    assert "Inbox" in get(f"{dev.url}/_dev/mail")
    assert get(f"{dev.url}/healthz") == '{"status":"ok"}'


def test_its_pages_listen_for_the_next_build_and_its_files_do_not(dev: Dev):
    page = get(f"{dev.url}/oak/")
    with urllib.request.urlopen(f"{dev.url}/_dev/builds", timeout=30) as news:
        told = "".join(news.readline().decode() for _ in range(3))

    assert "/_dev/reload.js?built=" in page
    assert 'data: {"problems": [], "warnings": []}' in told
    assert "_dev" not in (dev.data / "dist" / "oak" / "index.html").read_text("utf-8")
    assert list((dev.data / "cache" / "dev").glob("*.sqlite"))


def test_it_catches_the_mail_in_the_data_folder(dev: Dev):
    subscribe(dev, "ada@example.org")
    until(lambda: caught(dev))

    assert b"ada@example.org" in caught(dev)[0].read_bytes()


def test_it_rebuilds_what_was_changed(dev: Dev):
    mature(dev.site, "fern", "budding")
    until(lambda: "rebuilt: 3 notes." in dev.printed)

    assert "On fern" in get(f"{dev.url}/")


def test_it_goes_on_watching_when_the_whole_garden_was_replaced(dev: Dev):
    dev.site.rename(dev.site.with_name("aside"))
    until(lambda: "could not be rebuilt" in dev.printed)
    plant(dev.site, moss="seedling", oak="evergreen", fern="budding")
    until(lambda: dev.printed.count("rebuilt: 3 notes.") > 1)
    mature(dev.site, "ivy", "seedling")
    until(lambda: "On ivy" in get(f"{dev.url}/"))

    assert "Traceback" not in dev.printed


def test_it_says_where_a_note_is_broken_and_goes_on(dev: Dev):
    broken = dev.site / "notes" / "broken.md"
    broken.write_text("---\ntitle: [oops\n---\n", "utf-8")
    until(lambda: "1 error" in dev.printed)
    broken.unlink()

    assert "broken.md:2:8: error: front matter is not YAML" in dev.printed
    assert "What oak is." in get(f"{dev.url}/oak/")


def test_a_second_one_on_the_same_data_is_told_where_the_first_is(dev: Dev):
    second = dev.run("dev", "--site", str(dev.site), "--port", str(free_port()))

    assert second.returncode == 4
    assert f"runs on {dev.data} already, at {dev.url}." in second.stderr


def test_a_port_that_is_taken_is_said_before_anything_is_begun(dev: Dev, tmp_path: Path):
    data = tmp_path / "none" / "yet"
    words = ["--port", str(dev.port), "--data", str(data), "--site", str(dev.site)]
    second = command("dev", *words)

    assert second.returncode == 4
    assert f"Cannot listen on 127.0.0.1:{dev.port}" in second.stderr
    assert not data.parent.exists()


def test_its_terminal_and_its_logs_name_nobody(dev: Dev):
    before = len(caught(dev))
    subscribe(dev, "grace@example.org")
    until(lambda: len(caught(dev)) > before)
    with pytest.raises(urllib.error.HTTPError):
        get(f"{dev.url}/newsletter/confirm?token=a-token-nobody-knows")
    logs = [dev.data / "thistledown.log", dev.data / "postgres" / "postgres.log"]
    until(lambda: '"path": "/newsletter/confirm"' in logs[0].read_text("utf-8"))
    written = dev.printed + "".join(log.read_text("utf-8") for log in logs)

    assert "example.org" not in written
    assert "a-token-nobody-knows" not in written


@pytest.mark.parametrize(
    ("words", "env", "said"),
    [
        ([], {"DATABASE_URL": "postgresql://u:passw0rd@db.example/x"}, "say --use-remote"),
        ([], {"DATABASE_URL": "passw0rd nonsense"}, "DATABASE_URL cannot be read"),
        ([], {"DATABASE_URL": "postgresql://127.0.0.1:1:passw0rd"}, "DATABASE_URL cannot be read"),
        ([], {"MAIL_URL": "ftp://passw0rd@mail.example"}, "MAIL_URL starts with a scheme nobody"),
        ([], {"ANNOUNCE_HOLD": "soon"}, "ANNOUNCE_HOLD is 'soon'"),
        (["--site", "/nowhere"], {}, "'/nowhere' does not exist"),
        (["--port", "65536"], {}, "65536 is not in the range 1<=x<=65535"),
    ],
    ids=["remote", "unreadable", "port of it", "mail", "hold", "site", "port"],
)
def test_what_cannot_work_is_refused_in_a_sentence(words, env, said, site, tmp_path):
    refused = command("dev", "--site", str(site), "--data", str(tmp_path / "data"), *words, **env)

    assert refused.returncode == 2
    assert said in refused.stderr
    assert "Traceback" not in refused.stderr
    assert "passw0rd" not in refused.stderr


def test_a_data_folder_among_the_notes_is_refused(site: Path):
    refused = command("dev", "--site", str(site), "--data", str(site / "data"))

    assert refused.returncode == 2
    assert "lies in the garden" in refused.stderr
    assert not (site / "data").exists()


def test_ctrl_c_stops_all_of_it_and_the_next_start_has_the_data(site: Path, tmp_path: Path):
    with running_dev(site, tmp_path / "data") as first:
        subscribe(first, "ada@example.org")
        code = first.interrupt()
        left = processes_of(first.process.pid)
    with running_dev(site, tmp_path / "data") as second:
        until(lambda: caught(second))
        known = second.run("subscribers", "list").stdout

    assert code == 0
    assert first.printed.endswith("Stopped. Everything is kept for the next start.\n")
    assert left == ""
    assert second.port != first.port
    assert "evergreen already" not in second.printed
    assert "ada@example.org" in known


def test_a_kill_loses_nothing(site: Path, tmp_path: Path):
    with running_dev(site, tmp_path / "data") as first:
        subscribe(first, "ada@example.org")
        os.kill(first.process.pid, signal.SIGKILL)
        first.process.wait(60)
    with running_dev(site, tmp_path / "data") as second:
        until(lambda: caught(second))
        code = second.interrupt()

    assert code == 0


def test_an_empty_garden_is_no_baseline_and_may_move(tmp_path: Path):
    site = plant(tmp_path / "garden")
    with running_dev(site, tmp_path / "data") as first:
        first.interrupt()
    moved = site.rename(tmp_path / "elsewhere")
    mature(moved, "oak", "evergreeen")
    mature(moved, "elm", "evergreen")
    with running_dev(moved, tmp_path / "data", "--moved") as second:
        shown = second.run("status").stdout

    assert f"There is no Markdown in {site}; is --site right?" in first.printed
    assert "notes/oak.md:3:11: warning: " in second.printed
    assert "\n1 warning.\n" in second.printed
    assert "1 note evergreen already" in second.printed
    assert "Last     nothing announced yet" in shown


def test_a_mail_server_that_is_away_is_said_once_on_the_terminal(site: Path, tmp_path: Path):
    mail = f"smtp://127.0.0.1:{free_port()}"
    with running_dev(site, tmp_path / "data", MAIL_URL=mail) as dev:
        subscribe(dev, "ada@example.org")
        until(lambda: "newsletter.confirm-mail failed, attempt 1: " in dev.printed)
        subscribe(dev, "bob@example.org")
        until(lambda: "2 jobs newsletter.confirm-mail: 1 of 7" in dev.run("status").stdout)
        page = get(f"{dev.url}/_dev/mail")

    assert dev.printed.count(" failed, attempt") == 1
    assert "example.org" not in dev.printed
    assert f"really goes out, through {mail.removeprefix('smtp://')}" in page


def test_it_prunes_at_night_by_itself(site: Path, tmp_path: Path, database: str, db: Any):
    add_old_jobs(db)
    slot_has_come(db)
    with running_dev(site, tmp_path / "data", DATABASE_URL=database):
        until(lambda: [night["status"] for night in nights(db)] == ["succeeded"])

    assert left(db) == {"dead": 1}
