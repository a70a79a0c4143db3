"""`thistledown announce` about a note renamed and edited: it asks, and each answer counts."""

import json
import os
from pathlib import Path

import pytest

from tests.support.dev_server import command
from tests.support.settings import ANNOUNCE_TOKEN

TEXT = "".join(
    f"{number} winters have passed over this oak, and it stands.\n\n" for number in range(9)
)


@pytest.fixture
def renamed(functions) -> Path:
    """A garden in which an announced note has another name and one paragraph more."""
    notes = functions.folder / "notes"
    head = "---\ntitle: {}\nmaturity: evergreen\n---\n"
    (notes / "oak.md").write_text(head.format("On oak") + TEXT, "utf-8")
    assert functions.announce().exit_code == 0
    (notes / "oak.md").unlink()
    (notes / "quercus.md").write_text(head.format("Quercus") + TEXT + "And a tenth.", "utf-8")
    return functions.folder


def told(db) -> list[str]:
    return [row["note_id"] for row in db.execute("select note_id from announced_notes order by 1")]


@pytest.mark.usefixtures("renamed")
def test_without_anybody_to_answer_nothing_is_announced(functions, db):
    asked = functions.announce()
    asked_by_a_program = functions.announce("--json")

    assert [asked.exit_code, asked_by_a_program.exit_code] == [3, 3]
    assert "Quercus  https://garden.example/quercus/" in asked.stdout
    assert "is much like On oak (oak.md), which has gone." in asked.stdout
    assert "say it again with --yes: nobody is told twice." in asked.stderr
    assert [one["title"] for one in json.loads(asked_by_a_program.stdout)["renamed"]] == ["Quercus"]
    assert told(db) == ["oak.md"]


@pytest.mark.usefixtures("renamed")
def test_yes_makes_it_the_note_it_was(functions, db):
    result = functions.announce("--yes")

    assert result.exit_code == 0
    assert "Nothing has become evergreen since the last time" in result.output
    assert told(db) == ["quercus.md"]
    assert functions.announce().exit_code == 0


@pytest.mark.usefixtures("renamed")
def test_not_renamed_makes_it_another(functions, db):
    result = functions.announce("--not-renamed")

    assert result.exit_code == 0
    assert "No letter now." in result.output
    assert told(db) == ["oak.md", "quercus.md"]


@pytest.mark.usefixtures("renamed")
def test_a_dry_run_says_what_would_be_asked(functions, db):
    result = functions.announce("--dry-run")

    assert result.exit_code == 0
    assert "Would ask whether Quercus is On oak, renamed" in result.output
    assert told(db) == ["oak.md"]


@pytest.mark.parametrize(
    ("typed", "noted"), [("y", ["quercus.md"]), ("n", ["oak.md", "quercus.md"])]
)
def test_somebody_at_a_terminal_is_asked(functions, db, renamed, typed, noted):
    ours, terminal = os.openpty()
    os.write(ours, f"{typed}\n".encode())
    env = {
        "SITE_URL": "https://garden.example",
        "FUNCTIONS_URL": functions.url,
        "ANNOUNCE_TOKEN": ANNOUNCE_TOKEN,
    }
    answered = command("announce", "--site", str(renamed), stdin=terminal, **env)
    os.close(terminal)
    os.close(ours)

    assert answered.returncode == 0
    assert "Is Quercus the note On oak, renamed?" in answered.stdout
    assert told(db) == noted
