"""`thistledown subscribers import --undo`: it tells first, and leaves who has acted since."""

import json

import pytest

from tests.support.choosing import ADA, choose, mailed
from tests.support.exports import saved
from tests.support.rows import dump, readers

PROVEN = "email,consent_time,consent_source\n" + "".join(
    f"{name}@example.org,2024-01-01,form\n" for name in ("ada", "ben", "cem")
)


@pytest.fixture
def brought(run, tmp_path):
    """Import three readers."""
    path = saved(tmp_path, "readers.csv", PROVEN)
    assert run("subscribers", "import", path, "--yes").exit_code == 0


@pytest.mark.usefixtures("brought")
def test_undoing_tells_first_and_is_done_with_yes(run, db):
    before = dump(db)
    told = run("subscribers", "import", "--undo", 1)
    looked = run("subscribers", "import", "--undo", 1, "--dry-run", "--yes")

    assert told.exit_code == 3
    assert "Import 1 is readers.csv. Undoing it would come to this." in told.stdout
    assert "  Gone, as they came with it alone: 3\n" in told.stdout
    assert "Nothing was written. To do it: the same command with --yes." in told.stdout
    assert looked.exit_code == 0
    assert dump(db) == before
    assert run("subscribers", "import", "--undo", 1, "--yes").exit_code == 0
    assert readers(db) == {}


@pytest.mark.usefixtures("brought")
def test_who_has_saved_settings_or_left_since_is_named_and_left(run, garden, db):
    """What she saves may be what was there before: she has been here all the same."""
    run("subscribers", "unsubscribe", "ben@example.org")
    left = run("subscribers", "import", "--undo", 1)
    same = {"pace": "each", "topic": [], "notes_language": "both", "language": "en"}
    assert choose(garden, mailed(garden), **same).status_code == 200

    told = run("subscribers", "import", "--undo", 1)
    assert "should get nothing" in told.stdout
    assert "should get nothing" not in left.stdout
    assert "  Left as they are, as they have acted since: 2\n" in told.stdout
    assert f"    {ADA}: saved settings\n" in told.stdout
    assert "    ben@example.org: left\n" in told.stdout
    done = json.loads(run("subscribers", "import", "--undo", 1, "--yes", "--json").stdout)
    assert (done["undone"], done["removed"], done["kept"]) == (1, 1, 2)
    assert {one["email"] for one in done["acted"]} == {ADA, "ben@example.org"}
    assert readers(db) == {ADA: "confirmed", "ben@example.org": "unsubscribed"}


@pytest.mark.usefixtures("brought")
def test_machines_hear_that_nothing_was_written(run):
    result = run("subscribers", "import", "--undo", 1, "--json")

    assert result.exit_code == 3
    assert json.loads(result.stdout) == {"undone": None, "removed": 3, "acted": []}
