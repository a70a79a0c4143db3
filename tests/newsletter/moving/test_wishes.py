"""What an import does to people who wait for one note."""

from tests.newsletter.moving.conftest import Move
from tests.support.rows import column, readers

ANN = "email,status\nann@example.org,{status}\n"
WISH = """
    with note as (
        insert into notes (id, slug, url, title, maturity, content_hash, short_id)
        values ('oak', 'oak', '/oak/', 'Oak', 'seedling', 'x', 'o')
    )
    insert into consent_events (subscriber_id, kind, source)
    select id, 'note requested', 'form' from subscribers
"""
FOLLOW = """
    insert into followed_notes (subscriber_id, note_id, confirmed_at)
    select id, 'oak', clock_timestamp() from subscribers
"""
WAITING = "select note_id from followed_notes where ended_at is null"


def follow(db) -> None:
    db.execute(WISH)
    db.execute(FOLLOW)


def test_who_said_no_elsewhere_waits_for_no_note_here(move: Move, db):
    move.bring_in(ANN.format(status="yes"), consent="at the fair")
    follow(db)
    move.bring_in(ANN.format(status="no"))

    assert readers(db) == {"ann@example.org": "unsubscribed"}
    assert column(db, WAITING) == []


def test_who_has_followed_a_note_since_outlives_an_import_that_is_undone(move: Move, db):
    tally = move.bring_in("email\nann@example.org\n")
    follow(db)
    move.undo(tally.import_id)

    assert readers(db) == {"ann@example.org": "pending"}
    assert column(db, WAITING) == ["oak"]
