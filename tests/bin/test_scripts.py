"""The scripts in bin/ work from anywhere, and say what they take."""

import shutil
from pathlib import Path

import pytest

from tests.support.checkouts import LOCKS, ROOT, installed, run

# What hands its words on to a program that explains itself.
EXPLAINED_ELSEWHERE = {"bench-gardens", "bench-queues", "dev", "thistledown"}
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
