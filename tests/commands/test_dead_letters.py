"""`thistledown jobs dead` and what follows it: released, corrected, dropped, noted."""

import pytest

from functions.causes import CAUSES
from shared.outbox import cause
from tests.support.dead import die

LETTER = "newsletter.evergreen-mail"
BUSY = "TransportFailed: 451 at RCPT TO: try later (smtp.py:88)"


def statuses(db):
    rows = db.execute("select status, count(*) as n from background_jobs group by 1").fetchall()
    return {row["status"]: row["n"] for row in rows}


def test_no_dead_letter_is_said(run, ask):
    assert run("jobs", "dead").stdout == "No dead letters.\n"
    assert ask("jobs", "dead") == []


def test_case_35_dead_letters_are_told_by_cause_with_what_to_type(run, called, ask, db):
    jobs = die(db, 3, kind=LETTER, error=BUSY, fingerprint="f1")
    [one] = die(db, kind="newsletter.confirm-mail", error="KeyError (confirm_mail.py:40)")
    told = run("jobs", "dead").stdout
    [first, second] = sorted(ask("jobs", "dead"), key=lambda group: -group["jobs"])

    assert told.startswith("4 dead letters of 2 causes, the newest first.\n")
    assert f"{first['group']}  3 jobs {LETTER}, dead 60 min ago\n" in told
    assert "  The mail server did not take the letter, and the reader is not to blame.\n" in told
    assert f"  {BUSY}\n" in told
    assert f"    look   {called} jobs show {jobs[-1]}\n" in told
    assert f"    retry  {called} jobs release --group {first['group']}\n" in told
    assert f"    retry  {called} jobs retry {one}\n" in told
    assert (first["fingerprint"], first["example"]) == ("f1", jobs[-1])
    assert second["says"] == "A mistake in the handler, or data that it did not expect."


def test_every_line_about_the_dead_fits_a_screen(run, db):
    die(db, 2, kind=LETTER, error=BUSY + " x" * 400)
    lines = run("jobs", "dead").stdout.splitlines()

    assert [line for line in lines if len(line) > 80 and "thistledown" not in line] == []


def test_of_many_causes_the_newest_are_shown(run, called, db):
    for number in range(22):
        die(db, kind=LETTER, fingerprint=f"f{number}", attempts=1)
    told = run("jobs", "dead").stdout

    assert told.startswith("22 dead letters of 22 causes")
    assert told.count("    look   ") == 20
    assert told.endswith(f"and 2 causes more: {called} jobs dead --json\n")


@pytest.mark.parametrize(
    ("error", "word"),
    [
        ("TransportFailed: 535 5.7.8 at AUTH: no (smtp.py:1)", "log in"),
        ("TransportFailed: 550 at MAIL FROM: no (smtp.py:1)", "MAIL_FROM"),
        ("TransportFailed: 451 at DATA: later (smtp.py:1)", "reader is not to blame"),
        ("AnswerLost: after the dot (smtp.py:1)", "may have arrived"),
        ("PageNotLive: https://garden.example/oak/ (announce.py:1)", "page of a note"),
        ("Discard: The letter cannot be written: x (announce.py:1)", "cannot be written"),
        ("BadAddress: no (address.py:1)", "not fit"),
        ("KeyError (x.py:1)", "mistake"),
    ],
)
def test_an_error_of_the_newsletter_has_a_cause(error, word):
    found = cause(error, CAUSES)

    assert word in found.says
    assert len(found.says) <= 76
    assert len(found.remedy) <= 76


def test_a_group_is_released_so_many_a_minute(run, ask, db):
    die(db, 5, kind=LETTER, error=BUSY)
    die(db, 2, kind=LETTER, error="KeyError (x.py:1)")
    [busy] = [one["group"] for one in ask("jobs", "dead") if one["jobs"] == 5]
    result = run("jobs", "release", "--group", busy, "--per-minute", 1)
    spread = db.execute(
        "select extract(epoch from max(run_at) - min(run_at))::int as seconds"
        " from background_jobs where status = 'pending'"
    ).fetchone()

    assert result.exit_code == 0
    assert result.stdout.startswith("5 jobs have seven fresh attempts, the first at the next tick")
    assert result.stdout.endswith("the last in 4 min.\n")
    assert spread == {"seconds": 240}
    assert statuses(db) == {"pending": 5, "dead": 2}


def test_f31_a_second_release_finds_nothing_left(run, db):
    die(db, 2, kind=LETTER)
    first, second = (run("jobs", "release", "--kind", LETTER) for _ in range(2))

    assert first.stdout.startswith("2 jobs have seven fresh attempts")
    assert (second.exit_code, second.stdout) == (0, "No dead jobs.\n")


def test_what_a_live_job_keeps_dead_is_counted(run, db):
    die(db, 2, kind=LETTER, key="k")
    db.execute("insert into background_jobs (kind, dedup_key) values (%s, 'k1')", (LETTER,))
    result = run("jobs", "retry", "--all")

    assert result.exit_code == 1
    assert result.stdout == "1 job has seven fresh attempts, the first at the next tick.\n"
    assert result.stderr.startswith("1 job stays dead: live jobs with its key do the work.")


def test_a_retry_can_give_way_to_its_live_twin(run, db):
    [job] = die(db, kind=LETTER, key="k")
    db.execute("insert into background_jobs (kind, dedup_key) values (%s, 'k1')", (LETTER,))
    twin = job + 1
    result = run("jobs", "retry", job, "--on-conflict", "drop")

    assert result.exit_code == 0
    assert result.stdout == f"Job {job} is dropped: job {twin} with the same key does its work.\n"
    assert f"live job {twin}" in run("jobs", "show", job).stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["release"], "Say --group, --kind or --all"),
        (["release", "--all", "--kind", LETTER], "Say --group, --kind or --all"),
        (["release", "--group", "ffffffff"], "There is no group of dead letters ffffffff"),
        (["release", "--kind", "newsletter"], "There is no kind newsletter"),
        (["release", "--all", "--per-minute", "0"], "--per-minute"),
        (["drop"], "Name the jobs"),
        (["drop", "1", "--kind", LETTER], "Name the jobs"),
        (["edit", "1"], "Say what to change"),
        (["edit", "JOB", "--set", "delivery_id"], "write it as PATH=VALUE"),
        (["edit", "JOB", "--unset", "leaf"], "The payload has no leaf"),
        (["edit", "JOB", "--set", "a.b.c=1"], "The payload has no a.b.c"),
        (["note", "1", " "], "A note needs a text"),
        (["retry", "1", "--all"], "Name the jobs, or say"),
    ],
)
def test_a_command_that_does_not_say_enough_changes_nothing(run, db, words, said):
    [job] = die(db, kind=LETTER)
    result = run("jobs", *[job if word == "JOB" else word for word in words])

    assert result.exit_code == 2
    assert said in result.stderr
    assert statuses(db) == {"dead": 1}


def test_a_group_is_named_by_its_beginning_if_that_is_one_groups_alone(run, ask, db):
    for number in range(17):  # of seventeen, two begin with the same of sixteen digits
        die(db, kind=LETTER, fingerprint=f"f{number}", attempts=1)
    names = [one["group"] for one in ask("jobs", "dead")]
    shared = next(name[0] for name in names if sum(one[0] == name[0] for one in names) > 1)

    both = run("jobs", "release", "--group", shared)
    other = run("jobs", "release", "--group", names[0], "--kind", "newsletter.announce")
    named = run("jobs", "release", "--group", names[0][:7])

    assert "More than one group begins with" in both.stderr
    assert f"is of kind {LETTER}" in other.stderr
    assert named.exit_code == 0


def test_a_note_is_in_the_trail_without_addresses(run, ask, db):
    [job] = die(db, kind=LETTER)
    result = run("jobs", "note", job, "asked ada@example.org")
    [line] = ask("jobs", "show", job)["actions"]

    assert result.stdout == f"Noted on job {job}.\n"
    assert line["detail"] == {"note": "asked [address]"}
    assert "asked [address]" in run("jobs", "show", job).stdout
    assert run("jobs", "note", 999, "x").stderr == "There is no job 999.\n"


def test_named_dead_letters_are_dropped_and_no_others(run, db):
    first, second = die(db, 2, kind=LETTER)
    db.execute(
        "update background_jobs set status = 'pending', finished_at = null where id = %s", (second,)
    )
    result = run("jobs", "drop", first, second, 999, "--note", "too late")

    assert result.exit_code == 1
    assert result.stdout == f"Job {first} will never run.\n"
    assert result.stderr == f"Job {second} is pending, not dead.\nThere is no job 999.\n"
    assert "too late" in run("jobs", "show", first).stdout


def test_many_are_dropped_only_when_that_is_said(run, db):
    die(db, 4, kind=LETTER)
    asked = run("jobs", "drop", "--kind", LETTER)
    before = statuses(db)
    said = run("jobs", "drop", "--kind", LETTER, "--yes")
    again = run("jobs", "drop", "--kind", LETTER)

    assert asked.exit_code == 3
    assert asked.stderr == "4 jobs would end for good. If that is meant, say --yes.\n"
    assert before == {"dead": 4}
    assert (said.stdout, again.stdout) == ("4 jobs will never run.\n", "No dead jobs.\n")


def test_jobs_are_listed_page_by_page(run, called, ask, db):
    jobs = die(db, 5, kind=LETTER)
    told = run("jobs", "list", "--kind", LETTER, "--limit", 2).stdout
    pages = [
        [one["id"] for one in ask("jobs", "list", "--limit", 2, *after)]
        for after in ([], ["--after", jobs[3]], ["--after", jobs[1]])
    ]

    assert told.endswith(
        f"The next page: {called} jobs list --kind {LETTER} --limit 2 --after {jobs[3]}\n"
    )
    assert pages == [jobs[:2:-1], jobs[2:0:-1], jobs[:1]]
    assert run("jobs", "list", "--after", jobs[0]).stdout == "No more jobs.\n"


def test_what_holds_a_job_and_what_it_returned_are_shown(run, db):
    [job] = die(db, kind=LETTER)
    db.execute(
        "update background_jobs set status = 'pending', finished_at = null,"
        " cancel_requested = true, held_by = 'kind:newsletter.evergreen-mail',"
        " result = '{\"sent\": 1}'"
    )
    told = run("jobs", "show", job).stdout

    assert f"Held     by kind {LETTER}\n" in told
    assert "Cancel   asked for\n" in told
    assert 'Result   {"sent": 1}\n' in told


def test_an_error_that_comes_again_is_written_once(run, db):
    [job] = die(db, kind=LETTER, error=BUSY)
    told = run("jobs", "show", job).stdout

    assert told.count("TransportFailed") == 1
    assert told.count("the same") == 6
