"""`thistledown jobs`: what is in the queue, and what a human does with a dead letter."""

import pytest

SEVEN = """
    insert into job_attempts (job_id, attempt, outcome, started_at, finished_at, error)
    select %(job)s, n, 'failed', clock_timestamp(), clock_timestamp(),
           'TransportFailed: try ' || n
      from generate_series(1, 7) as n
"""

DIE = """
    update background_jobs
       set status = 'dead', attempts = 7, finished_at = clock_timestamp()
     where id = %(job)s
"""


@pytest.fixture
def job(garden, db):
    """Give the id of a job that waits to send a confirmation."""
    garden.subscribe("ada@example.org")
    return db.execute("select id from background_jobs").fetchone()["id"]


@pytest.fixture
def dead(job, db):
    """Give the id of one that has failed seven times."""
    db.execute(DIE, {"job": job})
    db.execute(SEVEN, {"job": job})
    return job


@pytest.fixture
def held(garden, site, db):
    """Give the id of the job of a notification to one reader."""
    garden.show(site.note("oak"))
    garden.confirmed_reader("ada@example.org")
    garden.show(site.note("oak", "evergreen"))
    return db.execute("select max(id) as id from background_jobs").fetchone()["id"]


@pytest.fixture
def letter(garden, held, db):
    """Give the id of the job that sends its one letter."""
    garden.fan_out()
    return db.execute("select max(id) as id from background_jobs").fetchone()["id"]


def status_of(db, job):
    row = db.execute("select status, attempts from background_jobs where id = %s", (job,))
    return tuple(row.fetchone().values())


def test_an_empty_queue_is_said(run):
    assert run("jobs", "list").stdout == "No jobs.\n"
    assert run("jobs", "list", "--status", "dead").stdout == "No dead jobs.\n"


def test_jobs_are_listed_in_one_line_each_when_piped(run, job):
    [_, line] = run("jobs", "list").stdout.splitlines()

    assert line.split()[:3] == [str(job), "newsletter.confirm-mail", "pending,"]


def test_the_json_has_the_columns_and_the_history(ask, dead):
    [told] = ask("jobs", "list", "--status", "dead")

    assert told["id"] == dead
    assert told["attempts"] == 7
    assert told["payload"] == {"subscriber_id": told["payload"]["subscriber_id"]}
    assert [one["error"] for one in told["history"]] == [
        f"TransportFailed: try {n}" for n in range(1, 8)
    ]


def test_a_dead_letter_is_listed_with_every_attempt_and_its_remedy(run, dead):
    told = run("jobs", "list", "--status", "dead").stdout

    assert [n for n in range(1, 8) if f"TransportFailed: try {n}" in told] == list(range(1, 8))
    assert f"thistledown jobs retry {dead}\n" in told


def test_one_job_is_shown_with_payload_and_key(run, dead):
    told = run("jobs", "show", dead).stdout

    assert f"Job {dead}  newsletter.confirm-mail" in told
    assert "Status   dead" in told
    assert "newsletter-confirm-" in told


def test_running_makes_a_waiting_job_due(run, job, db):
    db.execute("update background_jobs set run_at = clock_timestamp() + interval '1 day'")
    result = run("jobs", "run", job)

    assert result.exit_code == 0
    assert db.execute("select run_at < clock_timestamp() as due from background_jobs").fetchone()[
        "due"
    ]


def test_a_dead_job_is_not_run_but_retried(run, called, dead, db):
    refused = run("jobs", "run", dead)
    retried = run("jobs", "retry", dead)

    assert refused.exit_code == 1
    assert f"Job {dead} is dead. To try it again: {called} jobs retry {dead}" in refused.stderr
    assert retried.exit_code == 0
    assert status_of(db, dead) == ("pending", 0)


def test_a_retry_keeps_the_history(run, ask, dead):
    run("jobs", "retry", dead)

    assert len(ask("jobs", "show", dead)["history"]) == 7


def test_all_dead_letters_are_retried_at_once(run, garden, dead, db):
    garden.subscribe("bob@example.org")
    db.execute("update background_jobs set status = 'dead', finished_at = clock_timestamp()")
    result = run("jobs", "retry", "--all")

    assert result.exit_code == 0
    assert result.stdout == "2 jobs have seven fresh attempts, the first at the next tick.\n"
    assert run("jobs", "retry", "--all").stdout == "No dead jobs.\n"


def test_a_job_with_a_live_twin_stays_dead(run, garden, dead, db):
    garden.subscribe("ada@example.org")
    result = run("jobs", "retry", dead)

    assert result.exit_code == 1
    assert "with the same key is live" in result.stderr
    assert status_of(db, dead) == ("dead", 7)


@pytest.mark.parametrize("verb", ["run", "cancel", "retry", "show"])
def test_a_job_that_does_not_exist_is_refused(run, verb):
    result = run("jobs", verb, 999)

    assert result.exit_code == 1
    assert result.stderr == "There is no job 999.\n"


def test_a_waiting_job_is_cancelled_once(run, job, db):
    first, second = run("jobs", "cancel", job), run("jobs", "cancel", job)

    assert [first.exit_code, second.exit_code] == [0, 1]
    assert f"Job {job} is cancelled, not waiting." in second.stderr
    assert status_of(db, job)[0] == "cancelled"


def test_a_running_job_is_asked_to_stop_unless_it_writes_to_readers(run, job, letter, db):
    db.execute(
        "update background_jobs set status = 'running', lease_id = gen_random_uuid(),"
        " leased_until = clock_timestamp() + interval '1 min', finished_at = null"
        " where id in (%s, %s)",
        (job, letter),
    )

    asked, refused = run("jobs", "cancel", job), run("jobs", "cancel", letter)

    assert asked.stdout == f"Job {job} is running: it is asked to stop, within seconds.\n"
    assert (asked.exit_code, refused.exit_code) == (0, 1)
    assert f"Job {letter} is running, not waiting." in refused.stderr
    requested = db.execute("select id from background_jobs where cancel_requested").fetchall()
    assert [one["id"] for one in requested] == [job]


def test_a_dead_letter_that_should_never_be_sent_is_cancelled(run, dead, db):
    assert run("jobs", "cancel", dead).exit_code == 0
    assert status_of(db, dead)[0] == "cancelled"
    assert "Stuck    nothing" in run("status").stdout


@pytest.mark.parametrize("status", ["pending", "sending"])
def test_a_cancelled_letter_counts_as_failed_and_the_sum_closes(run, ask, letter, db, status):
    db.execute("update deliveries set status = %s", (status,))
    db.execute(DIE, {"job": letter})
    before = run("announcements").stdout
    cancelled = run("jobs", "cancel", letter)
    [one] = ask("announcements")

    assert "1 failed + 0 waiting; 1 dead letter among the failed" in before
    assert cancelled.stdout.endswith("Its delivery counts as failed.\n")
    assert one["sum"]["failed"] == one["sum"]["candidates"] == 1
    assert one["sum"]["dead"] == one["sum"]["pending"] == 0
    assert one["sum"]["maybe_sent_twice"] == (status == "sending")
    assert "cancelled by the gardener" in run("announcements", "show", 1).stdout


def test_a_letter_that_was_sent_stays_sent_whatever_is_cancelled(run, ask, letter, db):
    db.execute("update deliveries set status = 'sent'")
    db.execute(DIE, {"job": letter})
    cancelled = run("jobs", "cancel", letter)

    assert cancelled.stdout == f"Job {letter} is cancelled.\n"
    assert ask("announcements")[0]["sum"]["sent"] == 1


def test_a_notifications_job_is_not_cancelled_without_its_notes(run, called, held, db):
    refused = run("jobs", "cancel", held)
    run("announcements", "cancel", 1)

    assert refused.exit_code == 1
    assert refused.stderr.endswith(f"{called} announcements cancel 1\n")
    assert status_of(db, held)[0] == "cancelled"


def test_running_a_notification_says_that_its_hold_is_over(run, held):
    assert "does not wait for the end of the notification's hold" in run("jobs", "run", held).stdout


def test_a_kind_that_nobody_works_is_refused_with_those_that_exist(run, job):
    refused = run("jobs", "list", "--kind", "newsletter.confirm")

    assert refused.exit_code == 2
    assert "newsletter.announce, newsletter.confirm-mail" in refused.stderr
    assert run("jobs", "list", "--kind", "newsletter.announce").stdout == "No jobs.\n"


def test_retry_wants_jobs_or_all_and_not_both(run):
    assert run("jobs", "retry").exit_code == 2
    assert run("jobs", "retry", 1, "--all").exit_code == 2
