"""A letter that is dropped counts as failed, one by one or in a group; a sum always closes."""

import pytest

from functions.jobs import JOBS

KILL = """
    update background_jobs set status = 'dead', attempts = 7, finished_at = clock_timestamp()
     where kind = %s
"""


@pytest.fixture
def letters(garden, site, db):
    """Give the ids of the jobs of a notification to five readers, all dead."""
    garden.show(site.note("oak"))
    for name in ("ada", "bob", "cyd", "dan", "eve"):
        garden.confirmed_reader(f"{name}@example.org")
    garden.show(site.note("oak", "evergreen"))
    garden.fan_out()
    kind = "newsletter.evergreen-mail"
    assert kind in JOBS.kinds
    db.execute(KILL, (kind,))
    return [
        row["id"] for row in db.execute("select id from background_jobs where kind = %s", (kind,))
    ]


def test_a_dropped_letters_delivery_counts_as_failed(run, ask, letters):
    result = run("jobs", "drop", letters[0])
    [one] = ask("announcements")

    assert result.stdout == f"Job {letters[0]} will never run. Its delivery counts as failed.\n"
    assert (one["sum"]["failed"], one["sum"]["pending"], one["sum"]["dead"]) == (5, 0, 4)


def test_a_dropped_group_gives_up_every_delivery(run, ask, letters):
    [group] = ask("jobs", "dead")
    result = run("jobs", "drop", "--group", group["group"], "--yes")
    [one] = ask("announcements")

    assert result.stdout == "5 jobs will never run.\n"
    assert one["sum"]["failed"] == one["sum"]["candidates"] == 5
    assert one["sum"]["pending"] == one["sum"]["dead"] == 0


def test_a_dead_announcement_is_not_dropped_without_its_notes(run, called, garden, site, db):
    garden.show(site.note("oak"))
    garden.confirmed_reader("ada@example.org")
    garden.show(site.note("oak", "evergreen"))
    db.execute(KILL, ("newsletter.announce",))
    job = db.execute("select id from background_jobs where status = 'dead'").fetchone()["id"]
    alone = run("jobs", "drop", job)
    together = run("jobs", "drop", "--kind", "newsletter.announce")
    dead = db.execute("select status from background_jobs where id = %s", (job,)).fetchone()

    assert alone.exit_code == together.exit_code == 1
    assert alone.stderr.endswith(f"{called} announcements cancel 1\n")
    assert together.stderr == alone.stderr
    assert dead == {"status": "dead"}
