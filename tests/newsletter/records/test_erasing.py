"""Who was erased is a number, and is kept out of an old list by a hash that only a key can read."""

import pytest

from shared.newsletter.readers import listing, subscribers, suppressions
from shared.newsletter.records import consent, erasing
from shared.newsletter.records.consent import Origin
from tests.support.rows import add_readers, column, dump, one

OLD, NEW = "old-key" * 6, "new-key" * 6
EMAIL = "reader1@example.org"
GARDENER = Origin("gardener")

# What a table may call an address or where somebody was, and the tables that refer to a reader.
PERSONAL = """
    select table_name || '.' || column_name
      from information_schema.columns
     where table_schema = 'public'
       and column_name ~ '(^|_)(email|address|mailbox|network|page|ip)($|_)'
"""
REFERRING = """
    select conrelid::regclass::text from pg_constraint where confrelid = 'subscribers'::regclass
"""

IMPORTED = """
    with import as (insert into imports (file, format) values ('x.csv', 'csv') returning id)
    insert into consent_events (subscriber_id, kind, source, import_id)
    select 1, 'confirmed', 'told by Reader One at the market', id from import
"""

KNOWN_COLUMNS = {
    "consent_events.network",
    "consent_events.page",
    "mailboxes.mailbox_hash",
    "silent_mailboxes.mailbox_hash",
    "subscribers.address",
    "subscribers.email",
    "subscribers.mailbox",
    "suppressions.address_hash",
}
KNOWN_TABLES = {
    "accepted_mails",
    "bounce_events",
    "consent_events",
    "deliveries",
    "followed_notes",
    "import_changes",
    "owed_notes",
    "told_notes",
}


def erase(run, because: erasing.Because = "asked", *keys: str) -> erasing.Erased | None:
    return run(lambda: erasing.erase(keys or (OLD,), 1, because=because, origin=GARDENER))


def test_no_table_that_knows_a_reader_is_forgotten_by_erasure_and_export(db):
    """A new one: erase it in erasing.py, show it in personal_data.py, then add it here."""
    assert {*column(db, PERSONAL)} - KNOWN_COLUMNS == set()
    assert {*column(db, REFERRING)} - KNOWN_TABLES == set()


def test_an_erased_reader_is_nobody_and_is_not_counted(run, db):
    add_readers(db, 2)
    erased = erase(run)

    assert erased == erasing.Erased(1, deliveries=0)
    assert EMAIL not in str(dump(db))
    assert run(lambda: subscribers.id_of(EMAIL)) is None
    assert run(lambda: subscribers.email_of(1)) is None
    assert [reader.id for reader in run(listing.listed)] == [2]
    assert run(listing.counts) == {"confirmed": 1}


def test_where_an_erased_reader_once_was_is_forgotten_and_what_was_agreed_to_is_not(run, db):
    add_readers(db, 1)
    origin = Origin("form", "203.0.113.0/24", "https://garden.example/oak/")
    run(lambda: consent.record(1, "requested", origin))
    db.execute(IMPORTED)
    erase(run)

    events = run(lambda: consent.events(1))
    assert [one.kind for one in events] == ["requested", "confirmed", "erased"]
    assert [one.source for one in events] == ["form", "import", "gardener"]
    assert {(one.network, one.page) for one in events} == {(None, None)}


def test_erasing_twice_and_erasing_nobody_do_nothing(run, db):
    add_readers(db, 1)
    erase(run)
    before = dump(db)

    assert erase(run) is None
    assert run(lambda: erasing.erase((OLD,), 99, because="asked", origin=GARDENER)) is None
    assert dump(db) == before


def test_the_way_out_of_an_old_letter_does_nothing_to_a_tombstone(run, db):
    add_readers(db, 1)
    erase(run)
    before = dump(db)
    run(lambda: subscribers.unsubscribe(1, Origin("one-click")))

    assert dump(db) == before


def test_a_tombstone_is_found_by_the_address_under_any_key_that_is_still_listed(run, db):
    add_readers(db, 2)
    erase(run, "complaint", OLD)

    [found] = run(lambda: erasing.tombstones([NEW, OLD], EMAIL))
    assert (found.id, found.because) == (1, "complaint")
    assert run(lambda: erasing.tombstones([NEW], EMAIL)) == []
    assert run(lambda: erasing.tombstones([NEW, OLD], "reader2@example.org")) == []


@pytest.mark.parametrize(("because", "refused"), [("asked", False), ("complaint", True)])
def test_only_a_complaint_suppresses(run, db, because, refused):
    add_readers(db, 1)
    erase(run, because)

    assert run(lambda: suppressions.holds([OLD], EMAIL)) is refused
    assert column(db, "select kind from consent_events order by id")[-1] == "erased"


def test_a_suppression_that_was_there_before_stays(run, db):
    add_readers(db, 1)
    server = Origin("mail server")
    run(
        lambda: suppressions.suppress(
            (OLD,), subscriber_id=1, email=EMAIL, reason="550 5.1.1", origin=server
        )
    )
    erase(run)

    found = run(lambda: suppressions.find([OLD], EMAIL))
    assert found.reason == "550 5.1.1"
    assert one(db, "select count(*) from suppressions") == 1
