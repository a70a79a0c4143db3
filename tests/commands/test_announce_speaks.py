"""What `thistledown announce` says: warnings, what still waits, and what looks like a mistake."""

from tests.support.cli import invoke
from tests.support.dev_server import mature
from tests.support.rows import add_readers


def notes_told(db):
    return [row["note_id"] for row in db.execute("select note_id from announced_notes order by 1")]


def test_a_warning_of_the_build_is_said_before_nothing_became_evergreen(functions):
    functions.announce()
    mature(functions.folder, "moss", "evergreeen")
    result = functions.announce("--dry-run")

    assert "notes/moss.md:3:11: warning: " in result.stderr
    assert "evergreeen" in result.stderr
    assert "nobody is told anything" in result.stdout


def test_that_nobody_has_confirmed_is_said_with_the_way_back(functions, db):
    functions.announce()
    mature(functions.folder, "moss", "evergreen")
    told = functions.announce()

    assert told.exit_code == 0
    assert "That tells nobody, since nobody has confirmed yet" in told.stderr
    assert "announcements cancel " in told.stderr


def test_who_follows_a_note_is_counted_even_where_nobody_else_is_told(functions, db):
    functions.announce()
    db.execute(
        """
        with ada as (insert into subscribers (email, address, mailbox)
                     values ('ada@example.org', 'ada@example.org', 'ada@example.org') returning id)
        insert into followed_notes (subscriber_id, note_id, confirmed_at)
        select ada.id, notes.id, clock_timestamp() from ada, notes where title = 'On moss'
        """
    )
    mature(functions.folder, "moss", "evergreen")
    dry, told = functions.announce("--dry-run"), functions.announce()

    assert "Would tell 1 who follows a note, now, in one letter." in dry.stdout
    assert "One letter to 1 who follows a note, now." in told.stdout
    assert "tells nobody" not in told.stderr


def test_who_had_a_letter_today_is_said_to_hear_of_it_later(functions, db):
    add_readers(db, 4)
    functions.announce()
    db.execute("update subscribers set pace = 'weekly' where id = 3")
    db.execute("update subscribers set paused_until = now() + interval '1 day' where id = 4")
    db.execute(
        """
        with early as (insert into notifications (kind, status, hold_until, announced_at)
                       values ('evergreen', 'announced', clock_timestamp(), clock_timestamp())
                       returning id)
        insert into deliveries (notification_id, subscriber_id)
        select early.id, subscribers.id from early, subscribers
        """
    )
    db.execute(
        """
        insert into consent_events (subscriber_id, kind, source)
        select min(id), 'suppressed', 'mail server' from subscribers
        """
    )
    mature(functions.folder, "moss", "evergreen")
    dry, told = functions.announce("--dry-run"), functions.announce()

    later = "1 confirmed reader had a letter today already and hears of it with the next one"
    assert f"Would tell nobody now. {later}" in dry.stdout.replace("\n", " ")
    assert f"No letter now. {later}" in told.stdout.replace("\n", " ")
    assert "2 readers hear of it later, as they chose." in told.stdout.replace("\n", " ")
    assert "nobody has confirmed" not in told.stderr


def test_a_dry_run_says_that_the_real_call_needs_a_yes(functions, db):
    add_readers(db, 1)
    functions.announce()
    for name in ("ash", "birch", "cedar", "elm"):
        mature(functions.folder, name, "evergreen")

    assert (
        "4 notes at once will need --yes. This was a dry run"
        in functions.announce("--dry-run").stdout
    )


def test_announcing_again_says_what_is_still_held(functions, db):
    add_readers(db, 1)
    functions.announce()
    mature(functions.folder, "moss", "evergreen")
    functions.announce()
    [held] = db.execute(
        "update notifications set hold_until = clock_timestamp() + interval '9 min' returning id"
    ).fetchall()
    again = functions.announce().stdout

    assert f"Notification {held['id']} still waits: it goes out in 9 min (" in again
    assert f"announcements cancel {held['id']}\n" in again


def test_a_folder_without_notes_is_taken_for_a_mistake(functions, db, tmp_path):
    functions.announce()
    (tmp_path / "empty").mkdir()
    refused = functions.announce("--site", tmp_path / "empty")

    assert refused.exit_code == 2
    assert f"There is no Markdown in {tmp_path / 'empty'}; is --site right?" in refused.stderr


def test_a_garden_that_has_lost_all_its_notes_is_not_believed(functions, db):
    functions.announce()
    for path in (functions.folder / "notes").iterdir():
        path.write_text("---\ndraft: true\n---\nNot yet.\n", "utf-8")
    refused = functions.announce()

    assert refused.exit_code == 1
    assert "lists no note, but 2 are known here. Is it the right folder?" in refused.stderr
    assert db.execute("select count(*) from notes where gone_at is null").fetchone()["count"] == 2


def test_before_the_first_dev_it_says_what_status_says(tmp_path):
    words = ["--data", tmp_path / "none"]
    announced, asked = invoke("announce", *words), invoke("status", *words)

    assert [announced.exit_code, asked.exit_code] == [2, 2]
    assert announced.stderr == asked.stderr
