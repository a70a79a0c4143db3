"""What an import did is taken back, and nothing that readers have done since."""

import pytest

from shared.newsletter.moving import importing, undoing
from shared.newsletter.readers import subscribers, suppressions
from shared.newsletter.records.consent import Origin
from tests.newsletter.moving.conftest import KEY, Move
from tests.support.exports import every
from tests.support.jobs import on
from tests.support.rows import column, dump, one, readers

OLD = every["buttondown: buttondown-old.csv"].text
PROVEN = "email,consent_time,consent_source\n"


def kept(db) -> dict[str, list[str]]:
    """Return all but the ledger of imports itself."""
    return {name: rows for name, rows in dump(db).items() if "import" not in name}


def test_an_import_that_is_undone_has_never_been(move: Move, db):
    move.bring_in(f"{PROVEN}left@example.org,2023-03-13,form\ngone@example.org,2023-03-13,form\n")
    before = kept(db)
    tally = move.bring_in(OLD)
    assert kept(db) != before
    fates = move.undo(tally.import_id)

    assert kept(db) == before
    assert dict(fates) == {"removed": 5, "restored": 2}
    assert one(db, "select undone_at is not null from imports where id = 2")


def test_who_was_changed_twice_by_one_file_stands_where_they_stood(move: Move, db, monkeypatch):
    monkeypatch.setattr(importing, "STEP", 1)
    move.bring_in("email\nbob@example.org\n")
    before = kept(db)
    text = "email,status\n"
    text += "".join(f"{who}@example.org,yes\n{who}@example.org,no\n" for who in ("ann", "bob"))
    tally = move.bring_in(text, consent="at the fair")
    assert readers(db) == {"ann@example.org": "unsubscribed", "bob@example.org": "unsubscribed"}

    assert dict(move.undo(tally.import_id)) == {"removed": 1, "restored": 1}
    assert kept(db) == before


def test_what_a_reader_did_between_two_steps_of_the_import_stays(move: Move, db, monkeypatch):
    monkeypatch.setattr(importing, "STEP", 1)
    applied = importing.applied

    async def and_then_she_confirms(step, *words, **options):
        done = await applied(step, *words, **options)
        if step and step[0].line == "2":
            db.execute("update subscribers set status = 'confirmed'")
            db.execute(
                "insert into consent_events (subscriber_id, kind, source)"
                " values (1, 'confirmed', 'link')"
            )
        return done

    monkeypatch.setattr(importing, "applied", and_then_she_confirms)
    row = "ann@example.org,no\n"
    tally = move.bring_in(f"email,status\n{row}{row}")
    assert readers(db) == {"ann@example.org": "unsubscribed"}
    move.undo(tally.import_id)

    assert readers(db) == {"ann@example.org": "confirmed"}


@pytest.fixture
def brought(move: Move) -> int:
    """Import four people who agreed, and return the number of the import."""
    names = ("left", "came", "asked", "wrote")
    rows = "".join(f"{name}@example.org,2024-01-01,form\n" for name in names)
    import_id = move.bring_in(f"{PROVEN}{rows}").import_id
    assert import_id is not None
    return import_id


def test_what_readers_did_since_stays(move: Move, db, brought: int):
    """Who leaves has left; who only asks, or only got a letter, is in the table and unproven."""
    link = Origin("link")
    move.run(lambda: subscribers.unsubscribe(1, link))
    db.execute(
        "insert into consent_events (subscriber_id, kind, source) values"
        " (2, 'confirmed', 'link'), (3, 'requested', 'form')"
    )
    db.execute("insert into notifications (hold_until) values (now())")
    db.execute("insert into deliveries (notification_id, subscriber_id) values (1, 4)")
    fates = move.undo(brought)

    assert readers(db) == {
        "left@example.org": "unsubscribed",
        "came@example.org": "confirmed",
        "asked@example.org": "pending",
        "wrote@example.org": "pending",
    }
    assert dict(fates) == {"kept": 2, "pending": 2}


def test_who_was_moved_by_a_later_import_stays_where_that_has_put_them(move: Move, db):
    first = move.bring_in("email\nann@example.org\n").import_id
    move.bring_in(f"{PROVEN}ann@example.org,2024-01-01,form\n")

    assert first is not None
    assert dict(move.undo(first)) == {"kept": 1}
    assert readers(db) == {"ann@example.org": "confirmed"}


def test_whom_something_else_needs_in_this_very_moment_waits_instead_of_going(
    move: Move, db, brought: int
):
    """A letter may be planned between the look and the deletion."""
    db.execute("create table pins (subscriber_id bigint references subscribers)")
    db.execute("insert into pins values (2)")
    move.undo(brought)

    assert set(readers(db).values()) == {"pending"}
    assert one(db, "select count(*) from consent_events") == 0


def test_a_suppression_is_lifted_that_the_import_made_and_no_other(move: Move, db):
    db.execute("insert into suppressions values ('\\x00', 'gone')")
    import_id = move.bring_in(OLD).import_id
    assert import_id is not None
    move.undo(import_id)

    assert column(db, "select reason from suppressions") == ["gone"]


def test_what_a_mail_server_has_refused_since_stays_suppressed(move: Move, db):
    import_id = move.bring_in(OLD).import_id
    assert import_id is not None
    server = Origin("mail server")
    move.run(
        lambda: suppressions.suppress(
            [KEY], subscriber_id=5, email="gone@example.org", reason="550 5.1.1", origin=server
        )
    )
    move.undo(import_id)

    assert move.run(lambda: suppressions.holds([KEY], "gone@example.org"))
    assert column(db, "select reason from suppressions") == ["550 5.1.1"]


def test_an_undo_that_was_broken_off_goes_on_where_it_ended(
    move: Move, db, brought: int, monkeypatch
):
    monkeypatch.setattr(undoing, "STEP", 2)
    undo_step, calls = undoing.undo_step, []

    async def dies(import_id):
        calls.append(import_id)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return await undo_step(import_id)

    monkeypatch.setattr(undoing, "undo_step", dies)
    with pytest.raises(KeyboardInterrupt):
        move.undo(brought)
    assert len(readers(db)) == 2

    assert dict(move.undo(brought)) == {"removed": 2}
    assert readers(db) == {}


def test_who_follows_a_note_since_is_left_and_nothing_is_written_by_a_look(
    move: Move, db, brought: int
):
    db.execute(
        "insert into consent_events (subscriber_id, kind, source) values"
        " (1, 'note requested', 'form'), (1, 'note confirmed', 'link'),"
        " (2, 'note requested', 'form')"
    )
    before = dump(db)
    looked = on(move.database, lambda: undoing.look(brought))

    assert {one.subscriber_id: one.fate for one in looked} == {
        **{1: "kept", 2: "pending"},
        **{3: "removed", 4: "removed"},
    }
    assert dump(db) == before
    assert dict(move.undo(brought)) == {"kept": 1, "pending": 1, "removed": 2}
    assert readers(db) == {"left@example.org": "confirmed", "came@example.org": "pending"}
