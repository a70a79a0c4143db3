"""Nothing that is kept between builds is needed: whatever happens to it, the garden is the same."""

import os
import sqlite3

import pytest

import shared.garden.build
from shared.garden.build import build
from shared.garden.pages import press

URLS = {"site_url": "https://garden.example", "functions_url": "https://garden.example"}
DAMAGE = [
    "update heads set head = x'00'",
    "delete from texts",
    "update texts set text = x'c1'",
    "update terms set terms = 'x'",
    "update pages set page = x'c1'",
    "update mails set mail = x'c1'",
    "drop table pages; create table pages (other)",
]


@pytest.fixture
def garden(tmp_path):
    """A garden that was built once, and is to be built anew as a whole."""
    site, out, cache = (tmp_path / name for name in ("site", "out", "cache"))
    site.mkdir()
    for number in range(3):
        head = f"---\nmaturity: evergreen\nplanted: 2026-01-0{number + 1}\n---\n"
        (site / f"n{number}.md").write_text(f"{head}Text {number} [[n{(number + 1) % 3}]]\n")
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


def test_what_cannot_be_opened_is_done_without(garden):
    site, out, cache, before = garden
    file = kept(cache)
    file.unlink()
    file.mkdir()

    assert build(site, out, cache=cache, **URLS).errors == []
    assert snapshot(out) == before


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


def test_a_disk_that_is_full_in_the_middle_of_a_page_leaves_the_last_build(garden, monkeypatch):
    site, out, _, _ = garden
    before = snapshot(out)
    write = os.write
    monkeypatch.setattr(press.os, "write", lambda file, content: write(file, content[:100]))

    with pytest.raises(OSError, match="No space left"):
        build(site, out, **URLS)
    assert snapshot(out) == before
