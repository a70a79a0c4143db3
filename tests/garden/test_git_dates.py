"""Dates from git: where front matter is silent, and only as far as the history really knows."""

from pathlib import Path

import pytest

from shared.garden.history.git_past import maturity_in
from shared.garden.note import maturity_words
from tests.support.repository import Repository, dates, repository

__all__ = ["repository"]


def test_g19_a_date_is_that_of_the_front_matter_whatever_git_says(repository: Repository):
    repository.commit("2020-02-02T02:02:02Z", {"a.md": "---\nplantedAt: 2024-11-16\n---\nx"})
    built = repository.build()

    assert dates(built, "a") == ("2024-11-16", "")
    assert '<time datetime="2024-11-16">' in built.page("a")
    assert (
        "<published>2024-11-16T00:00:00+08:00</published>" in (built.out / "feed.xml").read_text()
    )


def test_g19_a_wrong_date_is_an_error_and_git_does_not_paper_over_it(repository: Repository):
    repository.commit("2020-02-02T02:02:02Z", {"a.md": "---\ndate: not a date\n---\nx"})

    assert [error.split(": ")[1] for error in repository.build().errors] == [
        "`date` 'not a date' is no date; write it as 2026-11-29"
    ]


def test_g20_after_a_clone_the_dates_are_those_of_the_first_and_the_last_commit(
    repository: Repository, tmp_path: Path
):
    repository.commit("2024-11-16T23:30:00+08:00", {"a.md": "x"})
    repository.commit("2025-03-04T05:06:07+00:00", {"a.md": "y", "b.md": "x"})
    repository.git("clone", "--quiet", str(repository.site), str(tmp_path / "clone"))
    built = Repository(tmp_path / "clone", tmp_path / "out").build()

    assert dates(built, "a") == ("2024-11-16", "2025-03-04")
    assert dates(built, "b") == ("2025-03-04", "")  # written once, and not tended since
    assert built.entry("a")["tended_at"] == "2025-03-04"
    assert "2025-03-04T13:06:07+08:00" in (built.out / "feed.xml").read_text()


def test_g20_where_a_shallow_clone_is_cut_off_nothing_is_known(
    repository: Repository, tmp_path: Path
):
    repository.commit("2024-01-01T00:00:00Z", {"old.md": "x", "both.md": "x"})
    repository.commit("2024-02-02T00:00:00Z", {"old.md": "y"})
    repository.commit("2024-03-03T00:00:00Z", {"both.md": "y", "new.md": "x"})
    address = f"file://{repository.site}"
    repository.git("clone", "--quiet", "--depth", "2", address, str(tmp_path / "clone"))
    built = Repository(tmp_path / "clone", tmp_path / "out").build()

    assert dates(built, "old") == ("", "")
    assert dates(built, "both") == ("", "2024-03-03")
    assert dates(built, "new") == ("2024-03-03", "")
    assert built.warnings == []
    assert "<title>old</title>" not in (built.out / "feed.xml").read_text()


def test_g20_a_garden_that_comes_to_git_at_once_was_not_planted_on_that_day(
    repository: Repository,
):
    repository.commit("2024-01-01T00:00:00Z", {f"{number}.md": "x" for number in range(21)})
    repository.commit("2024-02-02T00:00:00Z", {"7.md": "y", "fresh.md": "x"})
    built = repository.build()

    assert dates(built, "3") == ("", "")
    assert dates(built, "7") == ("", "2024-02-02")
    assert dates(built, "fresh") == ("2024-02-02", "")


def test_g20_the_time_of_a_file_is_nobodys_date(repository: Repository):
    repository.write({"never-committed.md": "x", "ignored.md": "x"})
    (repository.site / ".gitignore").write_text("ignored.md\n")
    repository.git("add", "garden.toml", ".gitignore")
    repository.git("commit", "--quiet", "--message", "x")
    built = repository.build()

    assert dates(built, "never-committed") == dates(built, "ignored") == ("", "")
    assert "<entry" not in (built.out / "feed.xml").read_text()


def test_what_is_no_longer_in_git_has_no_dates_though_its_file_lies_there(repository: Repository):
    repository.commit("2024-01-01T00:00:00Z", {"a.md": "x"})
    repository.git("rm", "--cached", "--quiet", "notes/a.md")
    repository.git("commit", "--quiet", "--message", "x")

    assert dates(repository.build(), "a") == ("", "")


def test_a_renamed_note_keeps_its_days_whatever_its_name(repository: Repository):
    long = "A paragraph that git knows again.\n" * 20
    repository.commit("2024-01-01T00:00:00Z", {"甲 乙/a \"q\" 'r'.md": long, "b.md": "x"})
    (repository.site / "notes" / "c").mkdir()
    repository.git("mv", "notes/甲 乙/a \"q\" 'r'.md", "notes/c/é ü.md")
    repository.commit("2024-02-02T00:00:00Z")
    repository.commit("2024-03-03T00:00:00Z", {"c/é ü.md": long + "more"})

    assert dates(repository.build(), "c/é-ü") == ("2024-01-01", "2024-03-03")


def test_renaming_alone_is_not_tending(repository: Repository):
    repository.commit("2024-01-01T00:00:00Z", {"a.md": "x" * 99})
    repository.git("mv", "notes/a.md", "notes/b.md")
    repository.commit("2024-02-02T00:00:00Z")

    assert dates(repository.build(), "b") == ("2024-01-01", "")


def test_days_of_git_that_front_matter_speaks_against_are_not_taken(repository: Repository):
    files = {
        "tended-before.md": "---\ntended: 2019-01-01\n---\nx",
        "planted-after.md": "---\nplanted: 2030-01-01\n---\nx",
    }
    repository.commit("2024-01-01T00:00:00Z", files)
    repository.commit("2024-02-02T00:00:00Z", {path: text + "y" for path, text in files.items()})
    built = repository.build()

    assert dates(built, "tended-before") == ("", "2019-01-01")
    assert dates(built, "planted-after") == ("2030-01-01", "")


def test_a_garden_may_leave_git_out_of_it(repository: Repository):
    repository.commit("2024-01-01T00:00:00Z", {"a.md": "x"})
    (repository.site / "garden.toml").write_text('dates = "front matter"\n')
    assert dates(repository.build(), "a") == ("", "")

    (repository.site / "garden.toml").write_text('dates = "mtime"\n')
    assert repository.build().errors == [
        'garden.toml:1:1: dates is \'mtime\'; write "git" or "front matter"'
    ]


def test_a_history_that_cannot_be_read_stops_no_build(repository: Repository):
    repository.commit("2024-01-01T00:00:00Z", {"a.md": "x"})
    (repository.site / ".git" / "shallow").write_bytes(b"\xff\n")
    built = repository.build()

    assert dates(built, "a") == ("", "")
    assert [str(warning)[:12] for warning in built.warnings] == [".git:1:1: wh"]


@pytest.mark.parametrize(
    ("text", "maturity"),
    [
        ("---\nmaturity: budding\n---\n", "budding"),
        ('\ufeff---\r\nGrowth-Stage: "Evergreen" # at last\r\n---\r\n', "evergreen"),
        ("---\nstatus: 常青\nmaturity:\n---\n", "evergreen"),
        ("---\nnested:\n  maturity: budding\n---\nx", "seedling"),
        ("---\ntitle: x\n---\nmaturity: budding\n", "seedling"),
        ("maturity: budding\n", "seedling"),
        ("---\nmaturity: budding\n", "seedling"),
    ],
)
def test_the_maturity_of_an_old_version_is_that_of_its_front_matter(text: str, maturity: str):
    assert maturity_in(text.encode(), maturity_words({})) == maturity
