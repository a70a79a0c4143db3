"""Dates: one day everywhere, whatever clock the machine has."""

import os
import subprocess
import sys
from xml.etree import ElementTree

import pytest

ATOM = "{http://www.w3.org/2005/Atom}"
COMMAND = [sys.executable, "-m", "functions.cli", "build", "--no-cache"]
TAIPEI = 'zone = "Asia/Taipei"\npublish = "all"'


def entries(built) -> dict[str, dict[str, str]]:
    root = ElementTree.parse(built.out / "feed.xml").getroot()
    return {
        entry.findtext(f"{ATOM}title"): {
            name: entry.findtext(f"{ATOM}{name}") for name in ("published", "updated")
        }
        for entry in root.iter(f"{ATOM}entry")
    }


@pytest.mark.parametrize(
    ("written", "day", "instant"),
    [
        ("2024-11-16", "2024-11-16", "2024-11-16T00:00:00+08:00"),
        ("2024/11/16 23:30", "2024-11-16", "2024-11-16T23:30:00+08:00"),
        ("2024-11-16T23:30:00Z", "2024-11-17", "2024-11-17T07:30:00+08:00"),
        ('"2024-11-16"', "2024-11-16", "2024-11-16T00:00:00+08:00"),
        ("2024年11月16日", "2024-11-16", "2024-11-16T00:00:00+08:00"),
        ("2024년 11월 16일", "2024-11-16", "2024-11-16T00:00:00+08:00"),
    ],
)
def test_g19_a_date_is_the_same_in_page_manifest_and_feed(grow, written, day, instant):
    built = grow({"a.md": f"---\nplantedAt: {written}\n---\nx"}, toml=TAIPEI)
    assert built.errors == []
    assert built.entry("a")["planted_at"] == day
    shown = f"{day[-2:]} November 2024"
    assert f'<time datetime="{day}">{shown}</time>' in built.page("a")
    assert entries(built)["a"] == {"published": instant, "updated": instant}


@pytest.mark.parametrize(
    "written", ["not a date", "2024-13-01", "2024-02-30", "yesterday", "[2024]"]
)
def test_g19_a_wrong_date_is_an_error_that_leaves_the_note_out_and_never_now(grow, written):
    built = grow({"a.md": f"---\ntitle: T\nmodified: {written}\n---\nx", "b.md": "[[a]]"})
    [error] = built.errors
    assert error.startswith("a.md:3:11: `modified`")
    assert built.report.left_out == ["a.md"]
    assert not built.exists("a")
    assert built.exists("b")
    assert entries(built) == {}


def test_both_wrong_dates_of_a_note_are_told_at_once(grow):
    built = grow({"a.md": "---\nplanted: then\ntended: later\n---\nx"})
    assert [error.split(" ")[0] for error in built.errors] == ["a.md:2:10:", "a.md:3:9:"]
    assert built.report.left_out == ["a.md"]


def test_g19_the_clock_of_the_machine_changes_nothing(grow, tmp_path):
    built = grow({"a.md": "---\ndate: 2024-11-16\n---\nx"}, toml=TAIPEI)
    wanted = (built.out / "feed.xml").read_bytes() + (built.out / "notes.json").read_bytes()
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):
        out = tmp_path / zone.replace("/", "-")
        subprocess.run(
            [*COMMAND, "--site", built.site, "--out", out],
            env={**os.environ, "TZ": zone, "SITE_URL": "https://garden.example"},
            check=True,
            capture_output=True,
        )
        assert (out / "feed.xml").read_bytes() + (out / "notes.json").read_bytes() == wanted


@pytest.mark.parametrize("key", ["planted", "planted_at", "plantedAt", "created", "date"])
def test_planted_has_five_spellings(grow, key):
    assert grow({"a.md": f"---\n{key}: 2024-01-02\n---\n"}).entry("a")["planted_at"] == "2024-01-02"


@pytest.mark.parametrize("key", ["tended", "tended_at", "tendedAt", "updated", "modified"])
def test_tended_has_five_spellings(grow, key):
    assert grow({"a.md": f"---\n{key}: 2024-01-02\n---\n"}).entry("a")["tended_at"] == "2024-01-02"


def test_a_note_without_a_date_is_not_in_the_feed(grow):
    built = grow({"a.md": "x", "b.md": "---\ndate: 2024-01-01\n---\ny"})
    assert list(entries(built)) == ["b"]


def test_an_unknown_zone_is_an_error(grow):
    built = grow({"a.md": "x"}, toml='zone = "Asia/Nowhere"')
    assert "Asia/Nowhere" in built.errors[0]
