"""`thistledown announcements` and `status`: what was told, what became of it, what is stuck."""

import re
from datetime import UTC, datetime, timedelta

import pytest


@pytest.fixture
def told(garden, site):
    """Announce a note to two readers, who get it."""
    garden.show(site.note("oak"))
    for reader in ("ada@example.org", "bob@example.org"):
        garden.confirmed_reader(reader)
    garden.show(site.note("oak", "evergreen"))
    garden.tick()


@pytest.fixture
def held(garden, site, db):
    """Announce a note that is held back, to one reader; return the notification's id."""
    garden.show(site.note("oak"))
    garden.confirmed_reader("ada@example.org")
    garden.show(site.note("oak", "evergreen"))
    soon = datetime.now(UTC) + timedelta(minutes=10)
    return db.execute("update notifications set hold_until = %s returning id", (soon,)).fetchone()[
        "id"
    ]


def test_nothing_announced_is_said(run):
    assert run("announcements").stdout == "Nothing has been announced yet.\n"


def test_a_notification_is_shown_with_its_closing_sum(run, told):
    [title, became] = run("announcements").stdout.splitlines()

    assert title.endswith("On oak")
    assert became.endswith("2 readers = 2 sent + 0 skipped + 0 failed + 0 waiting")


def test_the_json_has_the_notification_and_its_sum(ask, told):
    [one] = ask("announcements")

    assert one["notification"]["titles"] == ["On oak"]
    assert one["sum"]["candidates"] == one["sum"]["sent"] == 2


@pytest.fixture
def half_way(told, db):
    """Leave the announcement half way: four letters in the last two minutes, six to go."""
    db.execute(MORE_READERS)
    db.execute("update deliveries set sent_at = clock_timestamp() - interval '2 minutes'")
    db.execute(MORE_DELIVERIES)
    db.execute("update notifications set candidates = 10")


MORE_READERS = """
    insert into subscribers (email, address, mailbox, status, confirmed_at)
    select mail, mail, mail, 'confirmed', clock_timestamp()
      from generate_series(1, 8) n, format('reader%s@example.org', n) mail
"""
MORE_DELIVERIES = """
    insert into deliveries (notification_id, subscriber_id, status, sent_at)
    select (select id from notifications), id,
           case when row_number() over (order by id) <= 2 then 'sent' else 'pending' end,
           case when row_number() over (order by id) <= 2 then clock_timestamp() end
      from subscribers
     where email like 'reader%'
"""


def test_while_letters_go_out_it_says_how_fast_and_when_the_last_will_have_gone(run, ask, half_way):
    [_, _, pace] = run("announcements").stdout.splitlines()
    [one] = ask("announcements")

    assert "4 of 10 done, about 2 a minute; at this pace the last goes in " in pace
    progress = one["progress"]
    assert (progress["done"], progress["total"]) == (4, 10)
    assert 1.8 < progress["per_minute"] < 2.2
    ends_in = datetime.fromisoformat(progress["ends_at"]) - datetime.now(UTC)
    assert timedelta(minutes=2.5) < ends_in < timedelta(minutes=3.5)


def test_one_letter_alone_has_no_pace_and_what_is_over_no_end(ask, told, db):
    [over] = ask("announcements")
    db.execute("update deliveries set sent_at = sent_at - interval '1 day'")
    [long_over] = ask("announcements")

    assert over["progress"]["ends_at"] is None
    assert long_over["progress"] == {"done": 2, "total": 2, "per_minute": None, "ends_at": None}


def test_a_held_notification_says_when_it_goes_and_how_to_stop_it(run, called, held):
    shown = run("announcements").stdout

    assert "planned, goes out in " in shown
    assert f"To stop it: {called} announcements cancel {held}\n" in shown


def test_cancelling_works_once_and_frees_the_note(run, held, db):
    first, second = run("announcements", "cancel", held), run("announcements", "cancel", held)

    assert [first.exit_code, second.exit_code] == [0, 1]
    assert second.stderr == f"Notification {held} was cancelled before.\n"
    assert db.execute("select count(*) from announced_notes").fetchone() == {"count": 0}
    assert "nobody was told" in run("announcements").stdout


def test_what_has_gone_out_or_never_was_cannot_be_cancelled(run, told, db):
    known = db.execute("select id from notifications").fetchone()["id"]
    gone, unknown = run("announcements", "cancel", known), run("announcements", "cancel", 999)

    assert [gone.exit_code, unknown.exit_code] == [1, 1]
    assert "has gone out" in gone.stderr
    assert unknown.stderr == "There is no notification 999.\n"


def test_the_status_of_a_quiet_garden_fits_in_six_lines(run, garden, site):
    garden.show(site.note("oak"))
    lines = run("status").stdout.splitlines()

    assert lines[0] == f"A test garden  {site.url} (production)"
    assert [line.split()[0] for line in lines[1:]] == [
        "Notes",
        "Readers",
        "Last",
        "Waiting",
        "Stuck",
    ]
    assert lines[-1] == "Stuck    nothing"


def test_the_status_counts_readers_and_the_last_letter(run, ask, garden, told):
    garden.subscribe("eve@example.org")
    shown = run("status").stdout

    assert "Readers  2 confirmed, 1 unconfirmed, 0 unsubscribed, 0 suppressed\n" in shown
    assert "2 readers = 2 sent + 0 skipped + 0 failed + 0 waiting" in shown
    assert ask("status")["sum"]["sent"] == 2


def test_the_status_says_which_page_a_letter_waits_for(run, garden, site):
    garden.show(site.note("oak"))
    note = site.note("oak", "evergreen", content_hash="sha256:newer")
    garden.announce(site.manifest(note))
    shown = run("status").stdout

    assert "goes out once its pages are live" in shown
    assert f"Not live: {note['url']} still shows an older version. Publish the garden." in shown


def test_the_status_names_a_dead_letter_and_the_command_that_mends_it(run, called, garden, db):
    garden.subscribe("ada@example.org")
    row = db.execute(
        "update background_jobs set status = 'dead', finished_at = clock_timestamp() returning id"
    ).fetchone()
    shown = run("status").stdout

    assert f"Stuck    1 dead letter of 1 cause: {called} jobs dead\n" in shown
    assert "  1 job newsletter.confirm-mail: Nobody has written down" in shown
    assert f"Mended? {called} jobs retry {row['id']}\n" in shown


def test_the_status_doubts_that_anything_ticks(run, garden, db):
    garden.subscribe("ada@example.org")
    db.execute("update background_jobs set run_at = clock_timestamp() - interval '1 hour'")

    assert re.search(r"a job has been due since \d\d:\d\d:\d\d\.", run("status").stdout)


def test_the_status_names_what_fails_long_before_it_is_dead(run, called, garden, db):
    garden.subscribe("ada@example.org")
    row = db.execute(
        "update background_jobs set attempts = 2, run_at = clock_timestamp() + interval '5 min'"
        " returning id"
    ).fetchone()
    db.execute(
        "insert into job_attempts (job_id, attempt, outcome, error)"
        " values (%s, 2, 'failed', 'TransportFailed: Connection refused.')",
        (row["id"],),
    )
    [first, error, remedy] = run("status").stdout.splitlines()[-4:-1]

    assert first == "Failing  1 job newsletter.confirm-mail: 2 of 7 attempts, next in 5 min"
    assert error.endswith("TransportFailed: Connection refused.")
    assert remedy.endswith(f"Mended? {called} jobs run {row['id']}")


def test_the_status_shows_what_went_out_last_beside_what_is_held(run, ask, told, garden, site, db):
    garden.show(site.note("oak", "evergreen"), site.note("elm", "evergreen"))
    [held] = db.execute(
        "update notifications set hold_until = clock_timestamp() + interval '9 min'"
        " where status = 'planned' returning id"
    ).fetchall()
    planned = run("status").stdout
    run("announcements", "cancel", held["id"])
    cancelled = run("status").stdout

    for shown in (planned, cancelled):
        assert "2 readers = 2 sent + 0 skipped + 0 failed + 0 waiting" in shown
        assert f"Next     {held['id']}: On elm\n" in shown
    assert "planned, goes out in 9 min" in planned
    assert "nobody was told" in cancelled
    assert [one["id"] for one in ask("status")["newer"]] == [held["id"]]


def test_of_very_many_readers_who_are_postponed_the_first_fifty_are_listed(run, called, told, db):
    db.execute(MORE_READERS.replace("8)", "60)"))
    db.execute(SKIPPED)
    shown = run("announcements", "show", 1).stdout

    told = "62 readers = 2 sent + 60 postponed"
    assert f"{told} (60 waits for Sunday) + 0 skipped + 0 failed + 0 waiting" in shown
    assert f"{told} + 0 skipped + 0 failed + 0 waiting" in run("announcements").stdout
    assert len(re.findall(r"^\d+ +postponed ", shown, re.MULTILINE)) == 50
    assert shown.endswith(f"and 10 more: {called} announcements show 1 --json\n")


SKIPPED = """
    insert into deliveries (notification_id, subscriber_id, status, reason)
    select 1, id, 'skipped', 'waits for Sunday' from subscribers where email like 'reader%';
    update notifications set candidates = 62
"""


def test_one_notification_is_shown_with_what_went_wrong_for_whom(run, ask, told, db):
    db.execute(
        "update deliveries set status = 'failed', reason = '550 5.1.1 no such user', ambiguous = 1"
        " where id = (select max(id) from deliveries)"
    )
    [known] = db.execute("select id from notifications").fetchall()
    shown = run("announcements", "show", known["id"]).stdout
    unknown = run("announcements", "show", 999)

    assert (
        "2 readers = 1 sent + 0 skipped + 1 failed (1 refused) + 0 waiting; 1 maybe twice" in shown
    )
    assert "  On oak\n" in shown
    assert "550 5.1.1 no such user" in shown.splitlines()[-1]
    assert len(ask("announcements", "show", known["id"])["deliveries"]) == 1
    assert unknown.stderr == "There is no notification 999.\n"
