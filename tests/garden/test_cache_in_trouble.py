"""Nothing that is kept between builds is needed: whatever happens to it, the garden is the same."""

import os
import shutil
import sqlite3
from contextlib import contextmanager
from pathlib import Path
from resource import RLIMIT_FSIZE, getrlimit, setrlimit

import pytest

import shared.garden.build
from shared.garden import kept_file
from shared.garden.build import build
from shared.garden.pages import press

LEAF = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'
ONE = pytest.param(10**6, id="in one process")
TWO = pytest.param(1, id="in two processes")
URLS = {"site_url": "https://garden.example", "functions_url": "https://garden.example"}
DAMAGE = [
    "update heads set head = x'00'",
    "delete from texts",
    "update texts set text = x'c1'",
    "update terms set terms = 'x'",
    "update pages set page = x'c1'",
    "update mails set mail = x'c1'",
    "drop table pages; create table pages (other)",
    "update heads set head = 7",
    "update texts set text = x'91' || randomblob(90)",
    "update terms set terms = cast(x'ff0a0a' as text)",
    "update terms set terms = 5",
    "update pages set page = cast('[]' as text)",
    "update pictures set looked = x'93'",
    "drop table heads",
    "update about set fingerprint = 'that of other code'",
]


@pytest.fixture
def garden(tmp_path):
    """A garden that was built once, and is to be built anew as a whole."""
    site, out, cache = (tmp_path / name for name in ("site", "out", "cache"))
    site.mkdir()
    for number in range(3):
        head = f"---\nmaturity: evergreen\nplanted: 2026-01-0{number + 1}\n---\n"
        text = f"Text {number} [[n{(number + 1) % 3}]] ![[leaf.svg]]\n"
        (site / f"n{number}.md").write_text(head + text)
    (site / "leaf.svg").write_text(LEAF)
    build(site, out, cache=cache, **URLS)
    before = snapshot(out)
    for page in out.glob("n*/index.html"):
        page.write_text("touched")
    return site, out, cache, before


def snapshot(out):
    return {file.relative_to(out): file.read_bytes() for file in out.rglob("*") if file.is_file()}


def kept(cache):
    [file] = cache.glob("garden-*.sqlite")
    return file


@pytest.mark.parametrize("damage", DAMAGE)
def test_what_is_damaged_is_made_anew(garden, damage):
    site, out, cache, before = garden
    connection = sqlite3.connect(kept(cache))
    connection.executescript(damage)
    connection.close()

    assert build(site, out, cache=cache, **URLS).errors == []
    assert snapshot(out) == before
    assert built_once(site, out, cache)


@pytest.mark.parametrize("size", [0, 10, 40_000, -1])
def test_a_file_that_was_cut_off_is_begun_anew(garden, size):
    site, out, cache, before = garden
    os.truncate(kept(cache), size if size >= 0 else kept(cache).stat().st_size + size)

    assert build(site, out, cache=cache, **URLS).errors == []
    assert snapshot(out) == before
    assert built_once(site, out, cache)


def test_of_a_damaged_template_nothing_is_used(garden):
    site, out, cache, before = garden
    for file in (cache / "templates").iterdir():
        os.truncate(file, 12)
    kept(cache).unlink()

    assert built_once(site, out, cache)
    assert snapshot(out) == before


def test_what_cannot_be_opened_is_done_without(garden):
    site, out, cache, before = garden
    file = kept(cache)
    file.unlink()
    file.mkdir()

    assert build(site, out, cache=cache, **URLS).errors == []
    assert snapshot(out) == before


def built_once(site, out, cache):
    """Build, and tell whether all that was kept was of use."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shared.garden.build, "forget", None)
        patch.setattr(shared.garden.build, "Unusable", ZeroDivisionError)
        return build(site, out, cache=cache, **URLS).errors == []


def test_who_may_not_write_keeps_nothing(garden):
    site, out, _, before = garden

    assert build(site, out, cache=Path("/proc/self"), **URLS).errors == []  # not even root may
    assert snapshot(out) == before


@pytest.mark.parametrize("way", ["exclusive", "immediate"])
def test_what_another_build_holds_is_left_to_it(garden, monkeypatch, way):
    site, out, cache, _ = garden
    monkeypatch.setattr(kept_file, "PATIENCE", 0.05)
    connection = sqlite3.connect(kept(cache), isolation_level=None)
    connection.execute(f"begin {way}")
    (site / "n0.md").write_text("A changed text.")

    assert build(site, out, cache=cache, **URLS).errors == []
    assert "A changed text." in (out / "n0" / "index.html").read_text()
    connection.execute("commit")
    connection.close()
    assert built_once(site, out, cache)


def test_a_disk_without_room_for_more_keeps_nothing(tmp_path, garden):
    site, out, _, before = garden
    with files_of_at_most(150_000):  # an empty database has more
        assert build(site, out, cache=tmp_path / "other", **URLS).errors == []
    assert snapshot(out) == before


@contextmanager
def files_of_at_most(size):
    before = getrlimit(RLIMIT_FSIZE)
    setrlimit(RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        setrlimit(RLIMIT_FSIZE, before)


@pytest.mark.parametrize("name", ["templates", "pictures", "cards"])
def test_where_nothing_can_be_kept_nothing_is(tmp_path, garden, name):
    site, out, _, before = garden
    other = tmp_path / "other"
    other.mkdir()
    (other / name).write_text("a file where a folder would be")

    assert build(site, out, cache=other, **URLS).errors == []
    assert snapshot(out) == before


def test_a_build_goes_on_when_another_takes_away_what_is_kept(garden, monkeypatch):
    site, out, cache, before = garden
    printing = press.printing

    def taken_away(*given):
        for file in cache.glob("garden-*.sqlite"):
            file.unlink()
        return printing(*given)

    monkeypatch.setattr(shared.garden.build, "printing", taken_away)
    monkeypatch.setattr(press.crew.sharing.__wrapped__, "__kwdefaults__", {"worth_it": 1})

    assert build(site, out, cache=cache, **URLS).errors == []
    assert snapshot(out) == before


def test_pictures_that_are_taken_away_are_made_anew(garden, monkeypatch):
    site, out, cache, before = garden
    write_assets = shared.garden.build.write_assets

    def taken_away(*given):
        shutil.rmtree(cache, ignore_errors=True)
        write_assets(*given)

    monkeypatch.setattr(shared.garden.build, "write_assets", taken_away)
    shutil.rmtree(out)
    assert build(site, out, cache=cache, **URLS).errors == []
    assert snapshot(out) == before


@pytest.mark.parametrize("worth_it", [ONE, TWO])
def test_a_full_disk_is_said_with_its_place_and_leaves_the_last_build(
    garden, monkeypatch, worth_it
):
    site, out, cache, _ = garden
    monkeypatch.setattr(press.crew.sharing.__wrapped__, "__kwdefaults__", {"worth_it": worth_it})
    before, built = snapshot(out), counted(monkeypatch)
    shutil.rmtree(cache)
    with files_of_at_most(1000), pytest.raises(OSError, match="No space left") as raised:
        build(site, out, pictures=cache, **URLS)

    assert raised.value.filename
    assert len(built) == 1
    assert snapshot(out) == before


def counted(monkeypatch):
    """Return a list that gets longer with every attempt to build."""
    built, build_once = [], shared.garden.build.build_once

    def build_and_count(*given):
        built.append(given)
        return build_once(*given)

    monkeypatch.setattr(shared.garden.build, "build_once", build_and_count)
    return built


@pytest.mark.parametrize(
    ("place", "error"),
    [
        ("grow", KeyError("a")),
        ("printing", ValueError("b")),
        ("manifest", TypeError("c")),
        ("write_assets", OSError("d")),
        ("reported", sqlite3.ProgrammingError("e")),
    ],
)
def test_what_is_a_mistake_of_ours_is_not_tried_twice(garden, monkeypatch, place, error):
    site, out, cache, _ = garden
    built = counted(monkeypatch)

    def mistaken(*given):
        raise error

    monkeypatch.setattr(shared.garden.build, place, mistaken)
    with pytest.raises(type(error)) as raised:
        build(site, out, cache=cache, **URLS)
    assert raised.value is error
    assert len(built) == 1
    assert kept(cache)
