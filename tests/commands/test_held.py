"""Commands that send a job off say what holds it back all the same, and what lets it go."""

import pytest

from tests.support.dead import die

LETTER = "newsletter.confirm-mail"

OPEN = """
    insert into job_breakers (breaker, kinds, status, failures, trips, opened_at, open_until,
                              last_error)
    values ('mail', '{newsletter.confirm-mail}', 'open', 5, 1, clock_timestamp(),
            clock_timestamp() + interval '30 s', 'TransportFailed: Nothing was sent')
"""

FAILED_ONCE = """
    update background_jobs set attempts = 1, run_at = clock_timestamp() + interval '1 min'
    returning id
"""

CLOSED = "update job_breakers set status = 'closed', failures = 4, open_until = null"

# How a pause or an outage begins, what holds jobs then, and what ends it.
GATES = [
    (["--kind", LETTER], f"the pause of {LETTER}", f"--kind {LETTER}"),
    (["--queue", "interactive"], "the pause of the queue interactive", "--queue interactive"),
    (["--all"], "the pause of everything", "--all"),
    ([], "the breaker mail", "--breaker mail"),
]


@pytest.fixture
def job(garden, db):
    """Give the id of a job that has failed once and waits."""
    garden.subscribe("ada@example.org")
    return db.execute(FAILED_ONCE).fetchone()["id"]


def shut(run, db, words):
    """Pause what these words say, or without any open the breaker of the mail."""
    if words:
        run("jobs", "pause", *words)
    else:
        db.execute(OPEN)


@pytest.mark.parametrize(("words", "holder", "ends"), GATES)
def test_a_job_that_is_run_while_it_is_held_is_said_to_wait(
    run, called, job, db, words, holder, ends
):
    shut(run, db, words)
    result = run("jobs", "run", job)

    assert result.exit_code == 0
    assert result.stdout == (
        f"Job {job} is due now, but {holder} holds it: {called} jobs resume {ends}\n"
    )


@pytest.mark.parametrize(("words", "holder", "ends"), GATES)
def test_status_says_by_what_a_failing_job_is_held_and_does_not_say_run(
    run, called, job, db, words, holder, ends
):
    before = run("status").stdout
    shut(run, db, words)
    during = run("status").stdout
    db.execute("update background_jobs set run_at = clock_timestamp()")
    due = run("status").stdout

    assert f"Mended? {called} jobs run {job}\n" in before
    assert f"Failing  1 job {LETTER}: 1 of 7 attempts, next in " in during
    assert f", then held by {holder}\n" in during
    assert f"Failing  1 job {LETTER}: 1 of 7 attempts, held by {holder}\n" in due
    assert "jobs run" not in during + due
    assert f"{called} jobs resume {ends}\n" in during


@pytest.mark.parametrize(("words", "holder", "ends"), GATES)
def test_a_dead_letter_that_is_tried_again_while_it_is_held_is_said_to_wait(
    run, called, garden, db, words, holder, ends
):
    first, second = die(db, 2, kind=LETTER)
    db.execute("update background_jobs set queue = 'interactive'")
    shut(run, db, words)
    retried = run("jobs", "retry", first).stdout
    released = run("jobs", "release", "--all").stdout
    shown = run("jobs", "show", second).stdout
    listed = run("jobs", "list").stdout

    remedy = f"{called} jobs resume {ends}\n"
    assert retried == f"Job {first} has seven fresh attempts, but {holder} holds it: {remedy}"
    assert released.endswith(f"But {holder} holds jobs of these back: {remedy}")
    assert f"Held     by {holder}: {remedy}" in shown
    assert listed.count("pending, held") == 2


def test_a_job_that_is_not_due_yet_is_not_held_but_due_later(run, job):
    run("jobs", "pause", "--kind", LETTER)

    assert "pending, due in" in run("jobs", "list").stdout
    assert "Held" not in run("jobs", "show", job).stdout


def test_the_job_that_tries_whether_it_works_again_is_not_held(run, job, db):
    db.execute(OPEN)
    db.execute("update job_breakers set status = 'probing', probe_job = %s", (job,))

    assert "the next tick takes it" in run("jobs", "run", job).stdout


def test_what_was_paused_for_itself_still_waits_while_everything_is_paused(run, called, garden):
    run("jobs", "pause", "--kind", LETTER)
    run("jobs", "pause", "--all")
    said = run("jobs", "resume", "--kind", LETTER).stdout

    assert said == (
        f"{LETTER} is paused no more, but the pause of everything holds it: "
        f"{called} jobs resume --all\n"
    )


def test_a_probe_that_is_sent_early_is_said_to_make_the_next_one_later(run, garden, db):
    db.execute(OPEN)
    said = run("jobs", "resume", "--breaker", "mail").stdout
    shown = run("status").stdout

    assert said.endswith("If it does not, the next one tries 60 s later.\n")
    assert "  One job tries again at the next tick.\n" in shown


def test_a_probe_waits_too_while_everything_is_paused(run, called, garden, db):
    db.execute(OPEN)
    run("jobs", "pause", "--all")
    said = run("jobs", "resume", "--breaker", "mail").stdout

    assert said.startswith("mail is due to be tried, but the pause of everything holds it: ")
    assert said.endswith(f"{called} jobs resume --all\n")


def test_queues_without_anything_to_show_are_a_sentence(run, garden):
    run("jobs", "limit", "bulk", "--rate", 5)
    run("jobs", "limit", "bulk")

    first, empty, *acts = run("jobs", "queues").stdout.splitlines()

    assert (first, empty) == ("No queue has jobs, a pause or a limit.", "")
    assert len(acts) == 3  # a heading, and what was done


def test_a_queue_whose_jobs_wait_for_later_is_listed(run, job):
    [columns, row] = run("jobs", "queues").stdout.splitlines()

    assert columns.split()[:4] == ["queue", "waiting", "due", "running"]
    assert row.split() == ["interactive", "1", "0", "0"]


def test_a_breaker_that_has_closed_shows_no_error_but_when_it_opened(run, garden, db):
    db.execute(OPEN)
    db.execute(CLOSED)
    before = run("jobs", "queues").stdout
    db.execute("update job_breakers set opened_at = null")
    never = run("jobs", "queues").stdout

    assert "The breaker mail is closed. It last opened 0." in before
    assert "TransportFailed" not in before
    assert "The breaker mail is closed, after 4 outages in a row.\n" in never


def test_an_address_in_the_reason_of_a_pause_is_not_kept(run, garden, db):
    run("jobs", "pause", "--kind", LETTER, "--because", "ada@example.org asked!")
    kept = db.execute("select paused_because from job_kinds").fetchone()

    assert kept == {"paused_because": "[address] asked!"}
    assert "  [address] asked!\n" in run("status").stdout
