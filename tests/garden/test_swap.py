"""The output is replaced whole, or not at all."""

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

import shared.garden.build
from shared.garden import swap
from shared.garden.build import build
from shared.garden.swap import Occupied

URLS = {"site_url": "https://garden.example", "functions_url": "https://garden.example"}


def snapshot(out):
    return {file.relative_to(out): file.read_bytes() for file in out.rglob("*") if file.is_file()}


def test_what_is_gone_from_the_notes_is_gone_from_the_output(grow):
    first = grow({"a.md": "x", "b.md": "y"})
    (first.site / "b.md").unlink()
    built = grow({"a.md": "x"})
    assert built.exists("a")
    assert not built.exists("b")
    assert sorted(path.name for path in built.out.parent.iterdir()) == ["out", "site"]


def test_a_crash_in_the_middle_leaves_the_previous_output(grow):
    built = grow({"a.md": "old", "p.png": b"x"})
    before = snapshot(built.out)
    code = (
        "import os, sys, pathlib\n"
        "from shared.garden import build\n"
        "def crash(*_): os._exit(9)\n"
        "build.write_assets = crash\n"
        "site, out = map(pathlib.Path, sys.argv[1:])\n"
        "build.build(site, out, site_url='https://x.example', functions_url='https://x.example')\n"
    )
    (built.site / "a.md").write_text("new")
    done = subprocess.run([sys.executable, "-c", code, built.site, built.out], check=False)
    assert done.returncode == 9
    assert snapshot(built.out) == before
    assert "new" in grow({"a.md": "new"}).body("a")


def test_an_error_in_the_middle_leaves_the_previous_output_and_no_litter(grow, monkeypatch):
    built = grow({"a.md": "old"})
    before = snapshot(built.out)

    def broken(*_):
        raise OSError("a disk that is broken")

    monkeypatch.setattr(shared.garden.build, "write_assets", broken)
    with pytest.raises(OSError, match="broken"):
        build(built.site, built.out, **URLS)
    assert snapshot(built.out) == before
    assert sorted(path.name for path in built.out.parent.iterdir()) == ["out", "site"]


@pytest.mark.parametrize("is_cached", [True, False])
def test_there_is_a_site_at_every_moment_of_a_build(grow, tmp_path, monkeypatch, is_cached):
    built = grow({"a.md": "old"})
    cache = tmp_path / "cache" if is_cached else None
    seen: list[bool] = []
    is_over = False  # no hook is ever taken away

    def watched(event, names):
        if event == "os.rename" and not is_over:
            seen.append((built.out / "a" / "index.html").is_file())

    sys.addaudithook(watched)
    for text in ("new", "newer", "newest"):
        (built.site / "a.md").write_text(text)
        build(built.site, built.out, cache=cache, **URLS)
    is_over = True

    assert len(seen) >= 3
    assert all(seen)
    assert text in built.body("a")


def test_where_the_system_cannot_exchange_folders_they_are_renamed(grow, monkeypatch):
    built = grow({"a.md": "old"})
    monkeypatch.setattr(swap, "at_once", lambda *_: False)

    assert "new" in grow({"a.md": "new"}).body("a")
    assert sorted(path.name for path in built.out.parent.iterdir()) == ["out", "site"]


@pytest.mark.parametrize("name", ["out", ".out.old"])
@pytest.mark.parametrize("said", ["[]", '{"version": 1, "notes": []}', ""])
def test_a_list_of_notes_makes_no_build_of_a_folder(tmp_path, name, said):
    site, precious = tmp_path / "site", tmp_path / name
    site.mkdir()
    precious.mkdir()
    (precious / "notes.json").write_text(said)
    (precious / "thesis.txt").write_text("years of work")

    for _ in range(2):
        with pytest.raises(Occupied, match="holds no build"):
            build(site, tmp_path / "out", **URLS)
    assert (precious / "thesis.txt").read_text() == "years of work"


@pytest.mark.parametrize("home", ["notes", "letters", "assets", "theme"])
def test_no_folder_of_the_gardener_is_replaced(grow, home):
    built = grow({"a.md": "x"}, toml='title = "T"')
    place = built.site / home
    place.mkdir(exist_ok=True)
    (place / "notes.json").write_bytes((built.out / "notes.json").read_bytes())

    with pytest.raises(Occupied, match=home):
        build(built.site, place, **URLS)
    assert (place / "notes.json").is_file()


def test_a_crash_between_the_two_renames_is_mended_by_the_next_build(grow):
    built = grow({"a.md": "x"})
    os.rename(built.out, built.out.with_name(".out.old"))
    assert grow({"a.md": "y"}).body("a") == "<p>y</p>"
    assert sorted(path.name for path in built.out.parent.iterdir()) == ["out", "site"]


def test_a_folder_that_no_build_has_made_is_left_alone(tmp_path):
    site, out = tmp_path / "site", tmp_path / "out"
    site.mkdir()
    out.mkdir()
    (out / "thesis.txt").write_text("years of work")
    with pytest.raises(Occupied, match="not empty"):
        build(site, out, **URLS)
    assert (out / "thesis.txt").read_text() == "years of work"


def test_the_notes_themselves_are_never_replaced(tmp_path):
    site = tmp_path / "site"
    site.mkdir()
    (site / "notes.json").write_text("{}")
    (site / "a.md").write_text("x")
    for out in (site, tmp_path):
        with pytest.raises(Occupied):
            build(site, out, **URLS)
    assert (site / "a.md").read_text() == "x"


def test_an_output_inside_the_notes_is_not_read_as_notes(tmp_path):
    (tmp_path / "a.md").write_text("x ![[index.html]]")
    for _ in range(2):
        report = build(tmp_path, tmp_path / "dist", **URLS)
    assert [note.slug for note in report.notes] == ["a"]
    assert len(report.warnings) == 1


def test_the_output_can_be_read_by_a_web_server(grow):
    assert grow({"a.md": "x"}).out.stat().st_mode & 0o055 == 0o055


BUILD = [sys.executable, "-m", "functions.cli", "build", "--no-cache", "--site"]
AT_HOME = {**os.environ, "CI": ""}  # where a build may be for looking alone


def test_the_command_line_says_what_is_wrong_and_fails(grow, tmp_path):
    built = grow({"a.md": "[[gone]]"})
    command = [*BUILD, built.site, "--out", tmp_path / "again"]
    run = partial(subprocess.run, check=False, capture_output=True, text=True, env=AT_HOME)
    assert run(command).returncode == 0
    strict = run([*command, "--strict"])
    assert strict.returncode == 1
    assert 'a.md:1:1: warning: wikilink "gone" leads nowhere' in strict.stderr
    (built.site / "b.md").write_text("---\ndraft: perhaps\n---\n")
    broken = run(command)
    assert broken.returncode == 1
    assert "b.md:2:8" in broken.stderr


def test_the_generator_needs_neither_database_nor_web_server():
    code = (
        "import sys, shared.garden.build\n"
        "heavy = {'psycopg', 'starlette', 'shared.settings', 'shared.tx', 'shared.mail'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"


def test_only_three_modules_know_the_parser():
    folder = Path(shared.garden.build.__file__).parent
    knowing = [file for file in folder.rglob("*.py") if "import comrak" in file.read_text("utf-8")]
    known = ("comments_in_tree.py", "parsed.py", "parser.py")
    assert sorted(knowing) == [folder / "markdown" / name for name in known]


def test_what_killed_builds_have_left_goes_after_a_day(grow):
    built = grow({"a.md": "x"})
    old, fresh, own = (
        built.out.with_name(f".out.{name}") for name in ("a.building", "b.building", "c")
    )
    for folder in (old, fresh, own):
        folder.mkdir()
        (folder / "page.html").write_text("x")
    for folder in (old, own):
        os.utime(folder, (1, 1))
    grow({"a.md": "y"})

    assert not old.exists()
    assert (fresh / "page.html").exists()
    assert (own / "page.html").exists()


def test_the_build_before_the_last_is_nobody_elses_to_read(grow, tmp_path):
    built = grow({"a.md": "x"})
    for _ in range(2):
        build(built.site, built.out, cache=tmp_path / "cache", **URLS)

    assert built.out.with_name(".out.old").stat().st_mode & 0o777 == 0o700
    assert built.out.stat().st_mode & 0o777 == 0o755
