"""bin/setup fetches what is missing, once, and says in one sentence what a machine lacks."""

import sys
from pathlib import Path

import pytest

from tests.support.checkouts import fake_uv, run, script


@pytest.mark.parametrize("python", [None, "exit 1"], ids=["none", "too old"])
def test_without_a_new_enough_python_one_sentence_names_the_remedy(
    checkout: Path, path: Path, python: str | None
):
    if python:
        script(path / "python3", python)
    said = run(checkout / "bin/dev", path=path)

    assert said.returncode == 1
    assert said.stdout == ""
    assert said.stderr.startswith("Thistledown needs Python 3.11 or newer; install it")
    assert said.stderr.count("\n") == 1


def test_without_the_venv_module_one_sentence_names_the_remedy(checkout: Path, path: Path):
    script(
        path / "python3", f'case $1 in -m) echo noise; exit 1 ;; esac; exec "{sys.executable}" "$@"'
    )
    said = run(checkout / "bin/setup", path=path)

    assert said.returncode == 1
    assert "apt-get install python3-venv" in said.stderr
    assert said.stderr.count("\n") == 1


def test_a_uv_on_the_path_is_used_and_fetches_no_interpreter(checkout: Path, path: Path):
    (path / "python3").symlink_to(sys.executable)
    log = fake_uv(path, checkout)
    said = run(checkout / "bin/setup", path=path)

    assert said.returncode == 0, said.stderr
    made, synced = log.read_text().splitlines()
    assert made.startswith("never venv")
    assert synced.startswith("never pip sync")
    assert "--require-hashes" in synced
    assert not (checkout / ".tools").exists()


def test_set_up_happens_once_for_each_lock(checkout: Path, path: Path):
    (path / "python3").symlink_to(sys.executable)
    log = fake_uv(path, checkout)
    run(checkout / "bin/setup", path=path)
    log.write_text("")
    again = run(checkout / "bin/setup", path=path)
    assert (again.stdout, again.stderr, log.read_text()) == ("", "", "")

    (checkout / "requirements.lock").write_text("idna==3.11\n")
    run(checkout / "bin/setup", path=path)
    assert log.read_text().startswith("never pip sync")


def test_the_command_fetches_what_it_needs_and_no_tools_of_development(checkout: Path, path: Path):
    (path / "python3").symlink_to(sys.executable)
    log = fake_uv(path, checkout)
    first = run(checkout / "bin/thistledown", "status", path=path)
    assert log.read_text().splitlines()[-1].endswith(" requirements-local.lock")
    assert "from PyPI into .venv (46 MB, 170 MB on disk)" in first.stderr
    log.write_text("")
    run(checkout / "bin/thistledown", "status", path=path)
    assert log.read_text() == ""

    run(checkout / "bin/setup", path=path)
    assert log.read_text().endswith(" requirements.lock\n")
    log.write_text("")
    run(checkout / "bin/thistledown", "status", path=path)
    assert log.read_text() == ""


def test_tools_that_are_there_are_not_taken_away(checkout: Path, path: Path):
    (path / "python3").symlink_to(sys.executable)
    log = fake_uv(path, checkout)
    run(checkout / "bin/setup", path=path)
    script(checkout / ".venv/bin/pytest", "exit 0")
    (checkout / "requirements.lock").write_text("idna==3.11\n")
    run(checkout / "bin/thistledown", "status", path=path)

    assert log.read_text().endswith(" requirements.lock\n")


def test_a_failed_installation_is_not_taken_for_done(checkout: Path, path: Path):
    (path / "python3").symlink_to(sys.executable)
    script(path / "uv", "exit 2")
    script(checkout / ".venv/bin/python", "exit 0")
    for _ in range(2):
        assert run(checkout / "bin/setup", path=path).returncode == 2
