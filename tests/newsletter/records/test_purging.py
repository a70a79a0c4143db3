"""Who never confirmed is forgotten after a month; nobody else is."""

import pytest

from shared import tx
from shared.newsletter.records import purging
from tests.support.jobs import on
from tests.support.rows import column, one

PEOPLE = """
    insert into subscribers (email, address, mailbox, status, created_at,
                             confirmation_requested_at, confirmed_at)
    select mail, mail, mail, status, clock_timestamp() - first * interval '1 day',
           clock_timestamp() - again * interval '1 day',
           case status when 'pending' then null else clock_timestamp() end
      from (values ('old', 'pending', 31, 31), ('bare', 'pending', 31, null),
                   ('young', 'pending', 29, 29), ('again', 'pending', 90, 2),
                   ('reader', 'confirmed', 90, null), ('left', 'unsubscribed', 90, 90)
           ) as people (name, status, first, again),
           format('%s@example.org', name) as mail
"""


def purge(database: str, **options) -> purging.Purged:
    return on(database, lambda: purging.purge(**options))


def names(db) -> list[str]:
    return column(db, "select split_part(email, '@', 1) from subscribers order by 1")


def test_only_who_has_neither_confirmed_nor_asked_again_for_a_month_goes(database, db):
    db.execute(PEOPLE)
    db.execute(
        "insert into consent_events (subscriber_id, kind, source)"
        " select id, 'requested', 'form' from subscribers"
    )

    assert purge(database) == purging.Purged(2, is_complete=True)
    assert names(db) == ["again", "left", "reader", "young"]
    assert one(db, "select count(*) from consent_events") == 4
    assert purge(database) == purging.Purged(0, is_complete=True)


def test_a_wish_that_was_confirmed_keeps_its_reader_and_one_that_was_not_goes(database, db):
    db.execute(PEOPLE)
    db.execute(
        "insert into notes (id, slug, url, title, maturity, content_hash, short_id)"
        " values ('oak', 'oak', '/oak/', 'Oak', 'seedling', 'x', 'o')"
    )
    db.execute(
        "insert into followed_notes (subscriber_id, note_id, requested_at, confirmed_at)"
        " select id, 'oak', clock_timestamp() - interval '31 days',"
        "        case when email like 'old@%' then clock_timestamp() end"
        "   from subscribers where email similar to '(old|bare|reader)@%'"
    )

    assert purge(database) == purging.Purged(1, is_complete=True)
    assert names(db) == ["again", "left", "old", "reader", "young"]
    assert one(db, "select count(*) from followed_notes") == 1


def test_who_is_counted_in_a_sum_stays(database, db):
    db.execute(PEOPLE)
    db.execute("insert into notifications (status, hold_until) values ('announced', now())")
    db.execute(
        "insert into deliveries (notification_id, subscriber_id, status)"
        " select 1, id, 'skipped' from subscribers where email = 'old@example.org'"
    )
    purge(database)

    assert "old" in names(db)


def test_it_works_in_chunks_and_stops_when_its_time_is_over(database, db):
    db.execute(PEOPLE)

    assert purge(database, budget=-1) == purging.Purged(0, is_complete=False)
    assert purge(database, chunk=1) == purging.Purged(2, is_complete=True)


def test_who_asks_again_at_this_moment_is_passed_over(database, db):
    db.execute(PEOPLE)
    with db.transaction():
        db.execute("select from subscribers where email = 'old@example.org' for update")
        assert purge(database).unconfirmed == 1

    assert "old" in names(db)


def test_it_refuses_to_hold_its_locks_in_somebody_elses_transaction(database):
    async def inside():
        async with tx.run():
            await purging.purge()

    with pytest.raises(RuntimeError, match="own transactions"):
        on(database, inside)


WISHED = """
    insert into notes (id, slug, url, title, maturity, content_hash, short_id)
    values ('oak', 'oak', '/oak/', 'Oak', 'evergreen', 'x', 'o');
    insert into notifications (status, hold_until, announced_at)
    values ('announced', now(), now() - interval '31 days'), ('announced', now(), now());
    insert into deliveries (notification_id, subscriber_id, status)
    select case when email like 'again@%' then 2 else 1 end, id, 'sent' from subscribers
     where email similar to '(old|bare|again|reader)@%';
    insert into followed_notes (subscriber_id, note_id, confirmed_at, delivery_id)
    select subscriber_id, 'oak', now(), id from deliveries;
    insert into followed_notes (subscriber_id, note_id, confirmed_at)
    select id, 'elm', now() from subscribers where email like 'bare@%'
"""


def test_of_whose_one_wish_was_granted_a_month_ago_a_number_stays(database, db):
    """Not of who waits for another note, was told this month, or reads the garden."""
    db.execute(PEOPLE)
    db.execute(
        "insert into notes (id, slug, url, title, maturity, content_hash, short_id)"
        " values ('elm', 'elm', '/elm/', 'Elm', 'seedling', 'x', 'e')"
    )
    db.execute(WISHED)

    assert purge(database, chunk=1) == purging.Purged(0, is_complete=True, told=1)
    assert names(db) == ["again", "bare", "erased-1", "left", "reader", "young"]
    assert one(db, "select erased_hash is null from subscribers where id = 1")
    assert one(db, "select count(*) from deliveries where subscriber_id = 1") == 1
    assert one(db, "select count(*) from followed_notes where subscriber_id = 1") == 0
