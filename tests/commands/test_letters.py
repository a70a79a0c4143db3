"""`thistledown letters`: looked at, tried out, sent once, scheduled by the garden's own clock."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import click
import pytest
from click.testing import Result

from functions.commands.letter_times import in_zone, said_in_zone
from shared.newsletter.announcing import letters
from shared.newsletter.announcing.letters import Letter
from tests.support.cli import invoke
from tests.support.garden import Garden, text_of
from tests.support.rows import add_readers, column
from tests.support.settings import ANNOUNCE_TOKEN

BERLIN = ZoneInfo("Europe/Berlin")
NOVEMBER = "---\ntitle: November\ndate: 2026-11-30\n{more}---\nIt rained on [[oak]].\n"


@pytest.mark.parametrize(
    ("typed", "instant"),
    [
        ("2026-07-01T09:00", "2026-07-01T07:00+00:00"),
        ("2026-01-15 09:00", "2026-01-15T08:00+00:00"),
        ("2026-10-25T02:30", "2026-10-25T00:30+00:00"),  # comes twice: the first is meant
        ("2026-07-01T09:00+00:00", "2026-07-01T09:00+00:00"),
    ],
)
def test_n42_a_time_is_one_of_the_gardens_zone(typed: str, instant: str):
    at = in_zone(typed, BERLIN)

    assert at.astimezone(UTC) == datetime.fromisoformat(instant)
    assert "Europe/Berlin" in said_in_zone(at, BERLIN)
    assert f"{datetime.fromisoformat(instant):%H:%M} UTC" in said_in_zone(at, BERLIN)
    assert said_in_zone(at, UTC).count("UTC") == 1


@pytest.mark.parametrize("typed", ["2026-03-29T02:30", "tomorrow", "09:00", ""])
def test_n42_a_time_that_the_clocks_skip_or_that_is_none_is_refused(typed: str):
    with pytest.raises(click.UsageError):
        in_zone(typed, BERLIN)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    site = tmp_path / "vault"
    (site / "notes").mkdir(parents=True)
    (site / "letters").mkdir()
    toml = 'title = "Marginalia"\npublish = "all"\nzone = "Europe/Berlin"\n'
    (site / "garden.toml").write_text(toml, encoding="utf-8")
    (site / "notes" / "oak.md").write_text("# Oak\n\nA tree.\n", encoding="utf-8")
    (site / "letters" / "2026-11.md").write_text(NOVEMBER.format(more=""), encoding="utf-8")
    (site / "letters" / "2026-12.md").write_text(
        NOVEMBER.format(more="draft: true\n"), encoding="utf-8"
    )
    return site


def test_a_preview_shows_both_parts_and_needs_no_database(run: Callable[..., Result], vault: Path):
    out = vault / "look.html"
    token = {"ANNOUNCE_TOKEN": "x" * 40, "DATABASE_URL": "postgresql://nowhere.invalid/x"}
    done = run("letters", "preview", "2026-11", "--site", vault, "--out", out, **token)

    assert done.exit_code == 0, done.output
    assert "Subject: November" in done.stdout
    assert "It rained on oak" in done.stdout
    assert "It rained on <a" in out.read_text(encoding="utf-8")


def test_letters_among_the_notes_are_found_as_well(run: Callable[..., Result], vault: Path):
    (vault / "notes" / "oak.md").rename(vault / "oak.md")
    (vault / "notes").rmdir()
    done = run("letters", "preview", "2026-11", "--site", vault, ANNOUNCE_TOKEN="x" * 40)

    assert done.exit_code == 0, done.output
    assert "Subject: November" in done.stdout
    assert "`letters = true` ends this warning" in " ".join(done.stderr.split())


def test_without_a_garden_they_are_notes_and_that_is_said(run: Callable[..., Result], vault: Path):
    (vault / "garden.toml").unlink()
    (vault / "notes" / "oak.md").unlink()
    done = run("letters", "preview", "2026-11", "--site", vault, ANNOUNCE_TOKEN="x" * 40)

    assert done.exit_code == 1
    assert "There is no letter 2026-11" in done.stderr
    assert "for there is no garden.toml" in " ".join(done.stderr.split())


def test_a_preview_has_the_address_that_is_set(run: Callable[..., Result], vault: Path):
    asked = ("letters", "preview", "2026-11", "--site", vault)
    token = "x" * 40

    assert "1 Moss Lane" in run(*asked, ANNOUNCE_TOKEN=token, POSTAL_ADDRESS="1 Moss Lane").stdout
    assert "(POSTAL_ADDRESS)" in run(*asked, ANNOUNCE_TOKEN=token, POSTAL_ADDRESS=None).stdout


def test_beside_another_generator_it_is_said_that_a_letter_gets_no_page(
    run: Callable[..., Result], vault: Path
):
    with (vault / "garden.toml").open("a", encoding="utf-8") as toml:
        toml.write('generator = "quartz"\nnotes = "notes"\n')
    letter = vault / "letters" / "2026-11.md"
    letter.write_text(NOVEMBER.format(more="public: true\n"), encoding="utf-8")
    shown = run("letters", "preview", "2026-11", "--site", vault, ANNOUNCE_TOKEN="x" * 40)

    assert "letters/2026-11.md:1:1: warning: `public: true` makes no page" in shown.stderr


def test_a_draft_or_nothing_is_no_letter(run: Callable[..., Result], vault: Path):
    for name in ("2026-12", "2027-01"):
        done = run("letters", "preview", name, "--site", vault, ANNOUNCE_TOKEN="x" * 40)
        assert done.exit_code == 1
        assert f"There is no letter {name}" in done.stderr


def test_a_test_goes_to_one_address_and_counts_as_nothing(
    run: Callable[..., Result], garden: Garden, db, vault: Path
):
    token = {"ANNOUNCE_TOKEN": "x" * 40, "GARDENER_EMAIL": "gardener@example.org"}
    done = run("letters", "test", "2026-11", "--site", vault, **token)
    [mail] = garden.inbox()

    assert done.exit_code == 0, done.output
    assert mail["To"] == "gardener@example.org"
    assert "It rained on oak" in text_of(mail, "plain")
    assert column(db, "select id from notifications") == []


def test_a_test_needs_no_database_whatever_the_settings_say(tmp_path: Path, vault: Path):
    words = ("letters", "test", "2026-11", "--site", vault, "--data", tmp_path / "data")
    real = {"SITE_URL": "https://garden.example", "MAIL_URL": f"maildir://{tmp_path}/mail"}
    done = invoke(*words, "--address", "me@example.org", ANNOUNCE_TOKEN="x" * 40, **real)

    assert done.exit_code == 0, done.output
    assert len(list((tmp_path / "mail" / "new").iterdir())) == 1
    assert not (tmp_path / "data" / "postgres").exists()


def test_n42_a_letter_is_scheduled_once_by_the_gardens_clock(functions, db):
    add_readers(db, 2)
    (functions.folder / "letters").mkdir()
    text = NOVEMBER.format(more="").replace("[[oak]]", "the oak")
    (functions.folder / "letters" / "2026-11.md").write_text(text, encoding="utf-8")

    def letters(*words: object) -> Result:
        return invoke(
            "letters",
            *words,
            "--site",
            functions.folder,
            SITE_URL="https://garden.example",
            FUNCTIONS_URL=functions.url,
            ANNOUNCE_TOKEN=ANNOUNCE_TOKEN,
        )

    when = f"{datetime.now(UTC) + timedelta(days=9):%Y-%m-%d}T09:00"
    dry = letters("send", "2026-11", "--dry-run")
    planned = letters("schedule", "letters/2026-11.md", when)
    twice = letters("send", "2026-11")

    assert "Would go to 2 confirmed readers" in dry.output
    assert f"“November” goes to 2 confirmed readers, {when.replace('T', ' ')} UTC" in planned.output
    assert (twice.exit_code, "is sent once" in twice.output) == (1, True)
    assert column(db, "select hold_until::text from notifications") == [
        f"{when.replace('T', ' ')}:00+00"
    ]


def test_n36_what_waits_is_listed_and_can_be_cancelled_by_its_name(
    run: Callable[..., Result], garden: Garden, db
):
    one = Letter(
        id="letters/2026-11.md",
        title="November",
        date="",
        language="en",
        excerpt="",
        content_hash="x",
        mail_html="<p>x</p>",
        url=None,
    )
    garden.call(lambda: letters.post(one, hold=timedelta(hours=1)))
    listed, stopped, again = (
        run("letters", *words) for words in (["list"], ["cancel", "2026-11"], ["cancel", "2026-11"])
    )

    assert "letters/2026-11.md: goes out in" in listed.output
    assert (stopped.exit_code, again.exit_code) == (0, 1)
    assert column(db, "select status from notifications") == ["cancelled"]
    assert "nobody got it" in run("letters", "list").output
