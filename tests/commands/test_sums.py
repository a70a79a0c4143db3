"""The sum of a notification closes whatever dies and is released, and agrees with the jobs."""

import pytest

READERS = 3

DIE = """
    update background_jobs
       set status = 'dead', attempts = 7, finished_at = clock_timestamp()
     where kind = 'newsletter.evergreen-mail'
"""


@pytest.fixture
def dead(garden, site, db):
    """Let three letters fail for the seventh time, one of them with its worker."""
    garden.show(site.note("oak"))
    for name in range(READERS):
        garden.confirmed_reader(f"reader{name}@example.org")
    garden.show(site.note("oak", "evergreen"))
    garden.fan_out_only()
    db.execute(DIE)
    db.execute("update deliveries set status = 'failed', reason = '451'")
    db.execute(
        "update deliveries set status = 'sending' where id = (select min(id) from deliveries)"
    )


def summed(ask):
    [one] = ask("announcements")
    total = one["sum"]
    states = ("sent", "postponed", "skipped", "failed", "pending")
    parts = sum(total[state] for state in states)
    assert parts == total["candidates"] == READERS
    return total


def test_dead_letters_are_failed_and_counted(run, called, ask, dead):
    total = summed(ask)
    shown = run("announcements").stdout

    assert (total["failed"], total["pending"], total["dead"]) == (3, 0, 3)
    assert "3 failed + 0 waiting; 3 dead letters among the failed\n" in shown
    assert f"What they died of: {called} jobs dead\n" in shown


def test_what_is_released_waits_again_and_what_is_dropped_has_failed(run, ask, dead, db):
    jobs = [one["id"] for one in ask("jobs", "list", "--status", "dead")]
    run("jobs", "retry", jobs[0])
    retried = summed(ask)
    run("jobs", "release", "--all")
    released = summed(ask)
    shown = ask("announcements", "show", 1)["deliveries"]
    waiting = [one["jobs"] for one in ask("status")["jobs"] if one["status"] == "pending"]
    db.execute(DIE)
    for job in jobs:
        run("jobs", "drop", job)
    dropped = summed(ask)

    assert (retried["failed"], retried["pending"], retried["dead"]) == (2, 1, 2)
    assert (released["failed"], released["pending"], released["dead"]) == (0, 3, 0)
    assert waiting == [3]
    assert sorted(one["status"] for one in shown) == ["pending", "pending", "sending"]
    assert (dropped["failed"], dropped["pending"], dropped["dead"]) == (3, 0, 0)


def test_a_released_letter_that_goes_out_is_sent(run, ask, garden, dead):
    run("jobs", "retry", "--all")
    garden.tick()

    assert summed(ask)["sent"] == READERS


def shares(ask) -> dict[tuple[str, str | None], int]:
    """Return how many deliveries have which fate for which reason, and see that it closes."""
    shown = ask("announcements", "show", 1)
    found = {(one["fate"], one["reason"]): one["deliveries"] for one in shown["shares"]}
    assert sum(found.values()) == shown["sum"]["candidates"]
    return found


def test_each_reason_is_counted_and_the_sum_closes_at_every_moment(run, ask, garden, dead, db):
    dead_letters = shares(ask)
    run("jobs", "retry", "--all")
    due = shares(ask)
    run("jobs", "pause", "--queue", "bulk")
    garden.tick()
    held = shares(ask)
    paused = run("announcements", "show", 1).stdout
    run("jobs", "resume", "--queue", "bulk")
    db.execute("update subscribers set status = 'unsubscribed' where id = 1")
    db.execute(
        "update background_jobs set attempts = 1, run_at = now() + interval '1 h'"
        " where payload ->> 'delivery_id' = '3' and status = 'pending'"
    )
    garden.tick()
    mixed = shares(ask)
    run("subscribers", "erase", "reader0@example.org", "--yes")

    assert dead_letters == {("failed", "as dead letters"): 3}
    assert due == {("pending", "due"): 3}
    assert held == {("pending", "paused"): 3}
    assert "3 readers = 0 sent + 0 skipped + 0 failed + 3 waiting (3 paused)" in paused
    assert mixed == {
        ("sent", None): 1,
        ("skipped", "unsubscribed"): 1,
        ("pending", "to be tried again"): 1,
    }
    assert shares(ask) == mixed
