"""Dates: one day everywhere, whatever clock the machine has."""

import os
import subprocess
import sys
from xml.etree import ElementTree
from zoneinfo import ZoneInfo

import pytest

from shared.garden.vault.dates import parse

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
    "written",
    [
        "not a date",
        "2024-13-01",
        "2024-02-30",
        "yesterday",
        "[2024, 2025]",
        "31.02.2024",
        "1730764800",
        "Nov 31 2024",
        "2024-11-05 13:00 pm",
        "Nonember 5 2024",
    ],
)
def test_g19_a_wrong_date_is_an_error_that_leaves_the_note_out_and_never_now(grow, written):
    built = grow({"a.md": f"---\ntitle: T\nmodified: {written}\n---\nx", "b.md": "[[a]]"})
    [error] = built.errors
    assert error.startswith("a.md:3:11: `modified`")
    assert built.report.left_out == ["a.md"]
    assert not built.exists("a")
    assert built.exists("b")
    assert entries(built) == {}


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("Nov 5 2024", "2024-11-05"),
        ("November 5, 2024", "2024-11-05"),
        ("5 November 2024", "2024-11-05"),
        ("5. Sept. 2024", "2024-09-05"),
        ("the 5th", ""),
        ("Tuesday, November 5th 2024", "2024-11-05"),
        ("Friday, October 18th 2024, 3:12:09 pm", "2024-10-18T15:12:09+08:00"),
        ("Tue, 05 Nov 2024 12:05 AM", "2024-11-05T00:05:00+08:00"),
        ("20241105", "2024-11-05"),
        ("05.11.2024", "2024-11-05"),
        ("5.11.2024 23:30", "2024-11-05T23:30:00+08:00"),
        ("[[2024-11-05]]", "2024-11-05"),
        ("[[daily/2024-11-05|yesterday]]", "2024-11-05"),
        ("[[2024-11-05#Morning]]", "2024-11-05"),
    ],
)
def test_a_day_is_read_as_people_and_programs_write_it(written, day):
    zone = ZoneInfo("Asia/Taipei")
    if not day:
        with pytest.raises(ValueError, match=written):
            parse(written, zone)
    else:
        assert parse(written, zone).isoformat() == day


def test_a_link_to_a_day_is_that_day_with_and_without_quotes(grow):
    built = grow({"a.md": '---\ncreated: "[[2024-11-05]]"\nupdated: [[2024-11-06]]\n---\nx'})

    assert built.entry("a")["planted_at"] == "2024-11-05"
    assert built.entry("a")["tended_at"] == "2024-11-06"


@pytest.mark.parametrize(
    "written", ["2024", "2024-11", "2024年11月", "2024년", "November 2024", "[[2024-11]]"]
)
def test_g19_a_month_is_no_day_and_the_note_stays_without_one(grow, written):
    built = grow({"a.md": f"---\ncreated: {written}\n---\nx"})

    assert built.entry("a")["planted_at"] is None
    assert built.warnings == [
        f"a.md:2:10: `created` {written.strip('[]')!r} names no day, and is not counted; "
        "write it as 2026-11-29"
    ]


@pytest.mark.parametrize("written", ["05/11/2024", "5-11-2024", "11/25/24 10:00"])
def test_g19_a_date_that_may_be_two_days_is_an_error_that_says_so(grow, written):
    built = grow({"a.md": f"---\ncreated: {written}\n---\nx"})

    assert built.errors == [
        f"a.md:2:10: `created` {written!r} may be two days; write it as 2026-11-29"
    ]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("[a, b]", "`date` is a list, and is no date"),
        ("{a: b}", "`date` has keys of its own, and is no date"),
    ],
)
def test_what_is_no_text_is_named(grow, written, said):
    [error] = grow({"a.md": f"---\ndate: {written}\n---\nx"}).errors

    assert said in error


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
