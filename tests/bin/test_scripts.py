"""The scripts in bin/ work from anywhere, and say in one sentence what a machine lacks."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOLS = ("cat", "cmp", "cp", "dirname", "mkdir", "readlink", "rm", "sed", "sh", "chmod")
# What hands its words on to a program that explains itself.
EXPLAINED_ELSEWHERE = {"bench-gardens", "bench-queues", "dev", "thistledown"}
LOCKS = {
    "requirements.lock": "idna==3.10\npytest==9.0\n",
    "requirements-local.lock": "idna==3.10\n",
}
SCRIPTS = sorted({file.name for file in (ROOT / "bin").iterdir()} - EXPLAINED_ELSEWHERE)
WRONG = [
    ("campaign", "--seeds"),
    ("campaign", "--seeds", "many"),
    ("lighthouse", "--fast"),
    ("lighthouse", "/nowhere"),
    ("lighthouse", "/", "/"),
    ("mutants", "--fast"),
    ("screenshots", "--wide"),
    ("screenshots", "/tmp", "-x"),
    ("setup", "--force"),
    ("setup", "again"),
]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Give a checkout with a blank in its path and nothing installed."""
    folder = tmp_path / "my garden"
    shutil.copytree(ROOT / "bin", folder / "bin")
    for lock, names in LOCKS.items():
        (folder / lock).write_text(names)
    return folder


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give the only folder on the PATH: plain tools, no Python, no uv."""
    folder = tmp_path / "path"
    folder.mkdir()
    for tool in TOOLS:
        found = shutil.which(tool)
        assert found is not None
        (folder / tool).symlink_to(found)
    return folder


def script(where: Path, text: str) -> None:
    where.parent.mkdir(parents=True, exist_ok=True)
    where.write_text(f"#!/bin/sh\n{text}\n")
    where.chmod(0o755)


def run(
    program: Path, *arguments: str, path: Path, cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [program, *arguments],
        env={"PATH": str(path), "HOME": "/nowhere"},
        cwd=cwd,
        capture_output=True,
        text=True,
    )


def installed(checkout: Path, python: str) -> None:
    """Pretend that set-up is done, with a script in Python's place."""
    script(checkout / ".venv/bin/python", python)
    shutil.copy(checkout / "requirements.lock", checkout / ".venv/installed.lock")


def fake_uv(path: Path, checkout: Path) -> Path:
    log = checkout / "uv.log"
    script(
        path / "uv",
        f'echo "$UV_PYTHON_DOWNLOADS $*" >> "{log}"\n'
        'case $1 in venv) mkdir -p .venv/bin; cp "$0.python" .venv/bin/python ;; esac',
    )
    script(path / "uv.python", "exit 0")
    return log


@pytest.mark.parametrize("word", ["-h", "--help"])
@pytest.mark.parametrize("name", SCRIPTS)
def test_each_script_says_what_it_takes_and_does_nothing_then(
    checkout: Path, path: Path, tmp_path: Path, name: str, word: str
):
    (tmp_path / "link").symlink_to(checkout / "bin" / name)
    said = run(tmp_path / "link", word, path=path, cwd=tmp_path)

    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout.startswith(f"bin/{name}")
    assert 2 <= said.stdout.count("\n") <= 5
    assert sorted(file.name for file in checkout.iterdir()) == sorted(["bin", *LOCKS])


@pytest.mark.parametrize("name", sorted(EXPLAINED_ELSEWHERE - {"bench-queues"}))
def test_those_that_run_a_program_ask_it(checkout: Path, path: Path, name: str):
    installed(checkout, 'case $1 in -c) exit 0 ;; esac; echo "$*"')
    (path / "env").symlink_to(str(shutil.which("env")))
    said = run(checkout / "bin" / name, "--help", path=path)

    assert said.stdout.endswith("--help\n")
    assert sorted(file.name for file in checkout.iterdir()) == sorted([".venv", "bin", *LOCKS])


@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_what_a_script_does_not_know_is_refused_before_anything_is_done(
    checkout: Path, path: Path, words: tuple[str, ...]
):
    name, *given = words
    said = run(checkout / "bin" / name, *given, path=path)

    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr.endswith(f"see bin/{name} --help.\n")
    assert said.stderr.count("\n") == 1


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


def test_the_command_works_through_links_and_keeps_the_callers_folder(
    checkout: Path, path: Path, tmp_path: Path
):
    installed(checkout, 'case $1 in -c) exit 0 ;; esac; echo "$(pwd)|$PYTHONPATH|$*"')
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "one").symlink_to("../my garden/bin/thistledown")
    (tmp_path / "two").symlink_to(tmp_path / "elsewhere" / "one")
    said = run(tmp_path / "two", "announce", "--yes", path=path, cwd=tmp_path / "elsewhere")

    assert said.stderr == ""
    assert said.stdout.strip().split("|") == [
        str(tmp_path / "elsewhere"),
        str(checkout),
        "-P -m functions.cli announce --yes",
    ]


def test_dev_names_its_folders_and_the_users_own_flags_come_last(checkout: Path, path: Path):
    installed(checkout, 'case $1 in -c) exit 0 ;; esac; shift 3; echo "$*"')
    said = run(checkout / "bin/dev", "--port", "8001", path=path, cwd=Path("/"))

    assert said.stdout.strip() == (
        f"dev --data {checkout}/.thistledown --site {checkout}/site --port 8001"
    )


def test_test_hands_its_arguments_to_pytest(checkout: Path, path: Path):
    installed(checkout, 'case $1 in -c) exit 0 ;; esac; echo "$*"')
    said = run(checkout / "bin/test", "-k", "a b", path=path, cwd=Path("/"))

    assert said.stdout.strip() == (
        "-m pytest --numprocesses=auto --maxprocesses=4 --dist=loadfile --no-loadscope-reorder"
        " -k a b"
    )


def test_the_exit_code_is_the_programs_own(checkout: Path, path: Path):
    installed(checkout, "case $1 in -c) exit 0 ;; esac; exit 7")
    for name in ("thistledown", "dev", "test"):
        assert run(checkout / "bin" / name, path=path).returncode == 7
