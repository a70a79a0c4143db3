"""How git is asked: without a hook, a setting or a fetch, not for long, each commit once."""

import shutil
from pathlib import Path

import pytest

from shared.garden.history import git, git_dates
from tests.support.repository import Repository, dates, repository

__all__ = ["repository"]


def test_the_variables_of_a_hook_and_the_settings_of_the_vault_lead_git_nowhere(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    repository.commit("2024-01-01T00:00:00Z", {"a.md": "x"})
    trap = tmp_path / "trap"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/sprung\n")
    trap.chmod(0o755)
    for setting in ("core.fsmonitor", "diff.external", "gpg.program", "core.pager"):
        repository.git("config", setting, str(trap))
    repository.git("config", "log.showSignature", "true")
    repository.sign()
    for variable in ("GIT_DIR", "GIT_OBJECT_DIRECTORY"):
        monkeypatch.setenv(variable, str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_EXTERNAL_DIFF", str(trap))

    assert dates(repository.build(), "a") == ("2024-01-01", "")
    assert not (tmp_path / "sprung").exists()


def test_a_git_that_fails_is_named_and_the_garden_is_built_without_it(repository: Repository):
    repository.commit("2024-01-01T00:00:00Z", {"a.md": "x"})
    shutil.rmtree(repository.site / ".git" / "objects")
    (repository.site / ".git" / "objects").mkdir()
    built = repository.build()

    [warning] = built.warnings
    assert warning.startswith(".git:1:1: git complains: fatal: bad object")
    assert warning.endswith("; dates come from front matter alone")
    assert dates(built, "a") == ("", "")


def test_a_slow_git_is_not_waited_for(repository: Repository, monkeypatch: pytest.MonkeyPatch):
    repository.commit("2024-01-01T00:00:00Z", {"a.md": "x"})
    monkeypatch.setattr("shared.garden.history.git.LONGEST", 0.0)

    assert repository.build().warnings == [
        ".git:1:1: git took longer than 0 seconds; dates come from front matter alone"
    ]


def test_before_the_first_commit_nothing_is_asked(repository: Repository):
    repository.write({"a.md": "x"})

    assert repository.build().warnings == []


def test_what_git_has_told_is_not_asked_again_and_what_is_new_is_added(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    asked: list[str] = []
    log = git_dates.Git.log

    def listening(git: git_dates.Git, until: str, since: str = ""):
        asked.append("all" if not since else "new")
        return log(git, until, since)

    monkeypatch.setattr(git_dates.Git, "log", listening)
    repository.commit("2024-01-01T00:00:00Z", {"a.md": "x", "b.md": "x"})
    for _ in range(2):
        assert dates(repository.build(tmp_path / "cache"), "a") == ("2024-01-01", "")
    repository.write({"a.md": "y"})
    assert dates(repository.build(tmp_path / "cache"), "a") == ("2024-01-01", "")
    repository.commit("2024-02-02T00:00:00Z")
    built = repository.build(tmp_path / "cache")
    assert dates(built, "a") == ("2024-01-01", "2024-02-02")
    assert "2024-02-02" in built.page("a")  # printed again, though the file is as it was
    assert "2024-02-02" in built.page("")
    repository.git("commit", "--amend", "--quiet", "--message", "z", at="2024-01-01T12:00:00Z")
    repository.git("reset", "--hard", "--quiet", "HEAD~1")
    assert dates(repository.build(tmp_path / "cache"), "a") == ("2024-01-01", "")
    assert asked == ["all", "new", "all"]


def test_no_program_of_a_remote_fetches_what_is_missing(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(git, "NEWER", {})  # as a git reads it that does not know the variable
    repository.commit("2024-01-01T00:00:00Z", {"a.md": "x"})
    for setting, value in {
        "core.repositoryFormatVersion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.promisor": "true",
        "remote.origin.url": f"ext::touch {tmp_path}/sprung",
        "protocol.ext.allow": "always",
    }.items():
        repository.git("config", setting, value)
    for note in (repository.site / ".git" / "objects").glob("??/*"):
        if repository.git("cat-file", "-t", note.parent.name + note.name).strip() == "blob":
            note.unlink()

    repository.build()
    assert not (tmp_path / "sprung").exists()


def test_a_setting_makes_git_read_no_other_file(repository: Repository, tmp_path: Path):
    repository.commit("2024-01-01T00:00:00Z", {"a.md": "x"})
    repository.git("config", "diff.orderFile", str(tmp_path / "missing"))

    assert repository.build().warnings == []


def test_a_small_history_that_unfolds_to_much_is_read_little_by_little(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(git, "HEAVIEST", 1000)
    monkeypatch.setattr(git, "MOST_AT_ONCE", 1500)
    answers: list[int] = []
    ask = git.Git.ask

    def weighed(self: git.Git, *question: str, told: bytes = b"") -> bytes:
        answer = ask(self, *question, told=told)
        answers.extend([len(answer)] if "--batch" in question else [])
        return answer

    monkeypatch.setattr(git.Git, "ask", weighed)
    for month, maturity in enumerate(("seedling", "budding", "evergreen"), start=1):
        note = f"---\nmaturity: {maturity}\n---\n{'x' * 800}"
        huge = f"---\nmaturity: {maturity}\n---\n{'x' * 2000}"
        repository.commit(f"2024-0{month}-01T00:00:00Z", {"a.md": note, "b.md": huge})
    built = repository.build()

    assert f"{built.note('a').budding_at:%Y-%m-%d}" == "2024-02-01"
    assert built.note("b").budding_at is None
    assert len(answers) == 3
    assert max(answers) < 1500
