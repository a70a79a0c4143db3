"""`thistledown build`, the help of every command, and how times and counts are said."""

from datetime import UTC, datetime, timedelta

import click
import pytest

from functions.commands import show
from functions.commands.thistledown import COMMANDS, thistledown
from tests.support.cli import invoke
from tests.support.dev_server import plant


@pytest.fixture
def folder(tmp_path):
    return plant(tmp_path / "garden", moss="seedling", oak="evergreen")


def build(folder, *words):
    data = folder.parent / "data"
    return invoke("build", "--site", folder, "--out", folder / "out", "--data", data, *words)


def test_a_garden_is_built(folder):
    result = build(folder)

    assert result.exit_code == 0
    assert result.stdout == f"2 notes built into {folder / 'out'}.\n"
    assert (folder / "out" / "oak" / "index.html").is_file()
    assert (folder / "out" / "notes.json").is_file()


def test_a_feed_without_notes_says_why(folder):
    assert "The feed is empty" in build(folder).stderr

    (folder / "notes" / "elm.md").write_text("---\nplanted: 2026-11-02\n---\nx", "utf-8")
    assert "The feed is empty" not in build(folder).stderr


def test_a_broken_note_is_left_out_and_named_with_line_and_column(folder):
    (folder / "notes" / "broken.md").write_text("---\ntitle: [oops\n---\n", "utf-8")
    result = build(folder)

    assert result.exit_code == 1
    assert f"{folder}/notes/broken.md:2:8: error: " in result.stderr
    assert "1 error, 0 warnings. Left out: " in result.stderr
    assert (folder / "out" / "oak" / "index.html").is_file()


def test_a_warning_fails_a_strict_build_only(folder):
    (folder / "notes" / "fern.md").write_text("---\ntitle: Fern\n---\nSee [[nothing]].\n", "utf-8")

    assert build(folder).exit_code == 0
    assert build(folder, "--strict").exit_code == 1


@pytest.mark.parametrize("address", [None, "", " "])
def test_where_something_is_about_to_be_published_an_address_is_needed(folder, address):
    words = ("build", "--site", folder, "--out", folder / "out", "--no-cache")
    refused = invoke(*words, CI="true", SITE_URL=address)

    assert refused.exit_code == 2
    assert refused.stderr.startswith("SITE_URL is not set, and links to 127.0.0.1 are not for")
    assert not (folder / "out").exists()
    assert invoke(*words, CI="true", SITE_URL="https://g.example").exit_code == 0
    assert invoke(*words, CI="false", SITE_URL=address).exit_code == 0


def test_functions_that_are_set_to_nothing_are_none(folder):
    words = ("build", "--site", folder, "--out", folder / "out", "--no-cache")
    page = folder / "out" / "oak" / "index.html"
    (folder / "notes" / "elm.md").write_text("---\nplanted: 2026-11-02\n---\nx", "utf-8")
    alone = invoke(*words, SITE_URL="https://g.example", FUNCTIONS_URL="")
    without = page.read_text("utf-8")
    same = invoke(*words, SITE_URL="https://g.example")

    assert alone.stderr == "FUNCTIONS_URL is empty: the pages have no forms.\n"
    assert 'name="email"' not in without
    assert same.stderr == ""
    assert 'action="https://g.example/newsletter/subscribe"' in page.read_text("utf-8")


def kept(folder):
    return [file.name for file in (folder.parent / "data").rglob("*.sqlite")]


def test_what_was_found_out_is_kept_in_the_data_folder_for_the_next_build(folder):
    build(folder)
    first = (folder / "out" / "oak" / "index.html").stat()
    result = build(folder)
    again = (folder / "out" / "oak" / "index.html").stat()

    assert len(kept(folder)) == 1
    assert result.stdout == f"2 notes built into {folder / 'out'}.\n"
    assert (again.st_ino, again.st_mtime_ns) == (first.st_ino, first.st_mtime_ns)


def test_a_build_without_a_cache_keeps_nothing(folder):
    assert build(folder, "--no-cache").exit_code == 0
    assert kept(folder) == []


def test_a_data_folder_that_cannot_be_made_costs_the_cache_and_not_the_build(folder):
    (folder.parent / "data").mkdir()
    (folder.parent / "data" / "cache").write_text("a file", "utf-8")

    assert build(folder).exit_code == 0


def test_a_folder_of_somebodys_files_is_not_replaced(folder):
    (folder / "out").mkdir()
    (folder / "out" / "letter.txt").write_text("Dear Ada", "utf-8")
    result = build(folder)

    assert result.exit_code == 1
    assert "choose another place" in result.stderr
    assert (folder / "out" / "letter.txt").is_file()


def test_a_site_that_is_missing_is_wrong_usage(tmp_path):
    assert build(tmp_path / "none").exit_code == 2


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_in_a_line_that_is_not_cut(name):
    helped = invoke(name, "--help")
    with click.Context(thistledown) as context:
        command = thistledown.get_command(context, name)
    assert command is not None
    short = command.get_short_help_str(limit=60)

    assert helped.exit_code == 0
    assert not short.endswith("...")
    assert "..." not in helped.stdout.replace("[ARGS]...", "").replace("JOB...", "")
    assert command.name == name


def test_times_are_said_as_one_reads_a_clock():
    now = datetime.now(UTC)

    assert show.when(None) == ""
    assert show.when(now - timedelta(seconds=30)).startswith("30 s ago (")
    assert show.when(now + timedelta(minutes=10, seconds=5)).startswith("in 10 min (")
    assert show.when(now - timedelta(days=3)) == f"{now - timedelta(days=3):%Y-%m-%d %H:%M}" or (
        now.astimezone().utcoffset() != timedelta(0)
    )


def test_a_length_is_said_in_its_largest_fitting_unit():
    said = [show.length(timedelta(seconds=n)) for n in (0.25, 90, 3599, 7200, 3 * 86400)]

    assert said == ["0.2 s", "90 s", "60 min", "2 h", "3 d"]


def test_one_thing_is_not_many():
    assert [show.many(n, "reader") for n in (0, 1, 2)] == ["0 readers", "1 reader", "2 readers"]
