"""`thistledown jobs pause`, `resume`, `limit` and `queues`, and what `status` says of them."""

import re

import pytest

from functions.commands.called import me
from shared import outbox
from tests.support.gates import in_seconds

LETTER = "newsletter.confirm-mail"

OPEN = """
    insert into job_breakers (breaker, kinds, status, failures, opened_at, open_until, last_error)
    values ('mail', '{newsletter.confirm-mail}', 'open', 7, clock_timestamp(),
            clock_timestamp() + interval '30 s', 'TransportFailed: Nothing was sent')
"""


@pytest.fixture
def reader(garden):
    garden.subscribe("ada@example.org")


def waiting(db):
    return db.execute("select count(*) from background_jobs where status = 'pending'").fetchone()


def test_a_kind_is_paused_and_goes_on(run, garden, reader, db, called):
    paused = run("jobs", "pause", "--kind", LETTER, "--because", "the provider moves")
    garden.tick()
    during = waiting(db)["count"]
    shown = run("status").stdout
    resumed = run("jobs", "resume", "--kind", LETTER)
    garden.tick()

    assert paused.stdout.startswith(f"Paused for good: {LETTER}. Nothing is lost")
    assert f"To go on: {called} jobs resume --kind {LETTER}" in paused.stdout
    assert f"Held     Paused for good: {LETTER}, 1 job held\n" in shown
    assert "the provider moves.\n" in shown
    assert "Nothing ticks" not in shown
    assert (during, waiting(db)["count"]) == (1, 0)
    assert resumed.stdout == f"{LETTER} goes on at the next tick.\n"


def test_a_queue_is_paused_until_a_time(run, ask, garden, reader):
    paused = run("jobs", "pause", "--queue", "interactive", "--until", "2h").stdout

    assert re.match(r"Paused until \S+, 2 h from now: queue interactive\. ", paused)
    assert garden.tick().claimed == 0
    [queue] = ask("jobs", "queues")["queues"]

    assert (queue["queue"], queue["due"]) == ("interactive", 1)
    assert queue["paused_until"] > in_seconds(7000).isoformat()
    assert garden.tick(now=in_seconds(7201)).claimed == 1


def test_everything_is_paused_and_the_tick_says_so(run, garden, reader, called):
    run("jobs", "pause", "--all", "--because", "inventory")
    report = garden.tick()
    shown = run("status").stdout
    run("jobs", "resume", "--all")

    assert (report.claimed, report.paused) == (0, "inventory")
    assert "Held     Everything has been paused since " in shown
    assert "inventory.\n" in shown
    assert f"Should it go on from here? {called} jobs resume --all" in shown
    assert garden.tick().claimed == 1


def test_an_open_breaker_is_shown_with_its_remedy(run, db, reader, called):
    db.execute(OPEN)
    shown = run("status").stdout
    table = run("jobs", "queues").stdout
    tried = run("jobs", "resume", "--breaker", "mail")

    assert "Held     Out: mail since " in shown
    assert "TransportFailed: Nothing was sent" in shown
    assert f"Mended? {called} jobs resume --breaker mail" in shown
    assert "Out: mail since " in table
    assert table.count("TransportFailed") == 1
    assert "lets one job try" in tried.stdout
    assert tried.stdout.endswith(" If it does not, the next one tries 30 s later.\n")
    assert "job_breakers" not in shown


def test_a_probe_under_way_is_shown(run, db, garden):
    db.execute(OPEN)
    db.execute("update job_breakers set status = 'probing', probe_job = 7")

    assert "Job 7 is trying whether it works again." in run("status").stdout


def test_a_queue_is_limited_and_shown(run, ask, garden):
    limited = run("jobs", "limit", "bulk", "--max-running", "3", "--rate", "0.5", "--burst", "10")
    [queue] = ask("jobs", "queues")["queues"]
    free = run("jobs", "limit", "bulk")

    assert limited.stdout == "bulk: 3 jobs at a time, 0.5 a second, at most 10 at once.\n"
    assert (queue["max_running"], queue["rate"], queue["burst"]) == (3, 0.5, 10)
    assert free.stdout == "bulk: no limit.\n"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["pause"], "Say one of --kind, --queue, --all."),
        (["pause", "--all", "--queue", "bulk"], "Say one of --kind, --queue, --all. One is enough"),
        (["pause", "--all", "--until", "2h"], "--all is for good"),
        (["pause", "--kind", "newsletter.nothing"], "There is no kind newsletter.nothing."),
        (["pause", "--queue", "bulky"], "There is no queue bulky. There are interactive, bulk."),
        (["pause", "--queue", "bulk", "--until", "soon"], "'soon' is no time. Write 30m"),
        (["pause", "--queue", "bulk", "--until", "2020-01-01"], "--until is in the past."),
        (["resume"], "Say one of"),
        (["limit", "bulk", "--burst", "3"], "--burst needs --rate"),
        (["limit", "bulky", "--rate", "3"], "There is no queue bulky."),
    ],
)
def test_what_makes_no_sense_is_refused(run, words, says):
    result = run("jobs", *words)

    assert result.exit_code == 2
    assert says in result.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--queue", "bulk"], "bulk is not paused."),
        (["--breaker", "mail"], "mail is not open."),
        (["--all"], "Not everything is paused."),
    ],
)
def test_resuming_what_is_not_paused_is_refused(run, garden, words, says):
    result = run("jobs", "resume", *words)

    assert result.exit_code == 1
    assert result.stderr == f"{says}\n"


def test_status_says_nothing_of_gates_where_none_holds(run, ask, garden):
    garden.call(lambda: outbox.limits("bulk", max_running=3))

    assert "Held" not in run("status").stdout
    assert ask("status")["gates"]["paused_since"] is None


def test_a_paused_queue_and_kind_are_shown_with_why_and_until_when(run, garden, called):
    run("jobs", "pause", "--queue", "bulk", "--because", "the provider moves")
    run("jobs", "pause", "--kind", LETTER, "--until", "30m")
    shown = run("jobs", "queues").stdout

    assert re.search(r"^bulk +0 +0 +0 +for good", shown, re.MULTILINE)
    assert "  the provider moves.\n" in shown
    assert "Paused for good: queue bulk, 0 jobs due\n" in shown
    assert f"To go on: {called} jobs resume --queue bulk\n" in shown
    assert re.search(rf"Paused until \S+, 30 min from now: {LETTER}, 0 jobs held\n", shown)


def test_who_paused_resumed_and_limited_is_shown_and_kept(run, ask, garden, db):
    db.execute(OPEN)
    run("jobs", "pause", "--queue", "bulk", "--because", "the provider moves")
    run("jobs", "resume", "--queue", "bulk")
    run("jobs", "resume", "--queue", "bulk")
    run("jobs", "pause", "--kind", LETTER, "--until", "30m")
    run("jobs", "resume", "--breaker", "mail")
    run("jobs", "limit", "bulk", "--rate", "0.5", "--burst", "10")
    run("jobs", "limit", "bulk")
    shown = run("jobs", "queues").stdout
    acts = ask("jobs", "queues")["actions"]

    assert [(one["action"], one["gate"]) for one in acts] == [
        ("resumed", "queue:bulk"),
        ("paused", f"kind:{LETTER}"),
        ("resumed", "breaker:mail"),
        ("limited", "queue:bulk"),
        ("limited", "queue:bulk"),
    ]
    assert {one["by"] for one in acts} == {me()}
    assert re.search(rf"^kind {LETTER} +paused +{me()} .*ago .* until \S+ *$", shown, re.MULTILINE)
    assert re.search(r"^queue bulk +limited .* 0\.5 a second, 10 at once *$", shown, re.MULTILINE)
    assert re.search(r"^queue bulk +limited .* no limit *$", shown, re.MULTILINE)


def test_why_something_was_paused_stays_when_it_goes_on(run, garden):
    run("jobs", "pause", "--all", "--because", "inventory")
    run("jobs", "resume", "--all")
    shown = run("jobs", "queues").stdout

    assert re.search(r"^everything +paused .* for good: inventory *$", shown, re.MULTILINE)
    assert re.search(r"^everything +resumed ", shown, re.MULTILINE)
