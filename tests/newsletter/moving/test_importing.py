"""A file goes in once, however often it is imported, and nobody gets a mail by that alone."""

import io
import zipfile

import pytest

from shared.newsletter.moving import applying, importing
from shared.newsletter.moving.columns import BadFile
from shared.newsletter.records import erasing
from shared.newsletter.records.consent import Origin
from tests.newsletter.moving.conftest import KEY, Move
from tests.support.exports import every
from tests.support.rows import column, dump, one, readers

OLD = every["buttondown: buttondown-old.csv"].text

EVENTS = """
    select format('%s %s %s %s %s', email, kind, source, network, happened_at::date) as told
      from consent_events join subscribers on subscribers.id = subscriber_id
     order by consent_events.id
"""

PROVEN = "email,consent_time,consent_source\n"


def test_n64_without_proof_everybody_is_pending_and_gets_no_mail(move: Move, db):
    tally = move.bring_in(
        "email,subscriber_type\nann@example.org,regular\nbob@example.org,premium\n"
    )

    assert readers(db) == {"ann@example.org": "pending", "bob@example.org": "pending"}
    assert one(db, "select count(*) from background_jobs") == 0
    assert column(db, EVENTS) == []
    assert (tally.unproven, dict(tally.comes_to)) == (2, {"pending": 2})


def test_n64_a_proven_consent_is_kept_with_its_time_its_place_and_its_import(move: Move, db):
    tally = move.bring_in(OLD)

    assert readers(db)["reg@example.org"] == "confirmed"
    assert column(db, EVENTS)[:3] == [
        "reg@example.org confirmed Buttondown 203.0.113.0/24 2024-03-13",
        "left@example.org confirmed Buttondown 203.0.113.0/24 2024-03-13",
        "left@example.org unsubscribed import from Buttondown  2024-04-08",
    ]
    assert set(column(db, "select distinct import_id from consent_events")) == {tally.import_id}
    assert str(one(db, "select confirmed_at::date from subscribers where id = 1")) == "2024-03-13"


def test_n64_the_gardeners_word_is_kept_as_the_source(move: Move, db):
    move.bring_in("email\nann@example.org\n", consent="signed up on paper at the fair")

    assert readers(db) == {"ann@example.org": "confirmed"}
    assert [told.rsplit(" ", 1)[0].strip() for told in column(db, EVENTS)] == [
        "ann@example.org confirmed signed up on paper at the fair"
    ]


def test_a_suppressed_address_is_kept_as_a_keyed_hash_and_its_owner_is_written_to_by_nothing(
    move: Move, db
):
    move.bring_in(OLD)

    assert readers(db)["gone@example.org"] == "unsubscribed"
    assert one(db, "select count(*) from suppressions") == 3
    assert "gone" not in str(dump(db)["suppressions"])


def test_a_dry_run_comes_to_the_same_and_writes_nothing(move: Move, db):
    """Also for people who are in the file twice, in steps of their own."""
    rows = "".join(f"reader{number}@example.org,regular\n" for number in range(importing.STEP + 5))
    text = f"email,subscriber_type\n{rows}Reader1@example.org,unsubscribed\nnobody at all,regular\n"
    before = dump(db)
    looked = move.look(text)

    assert dump(db) == before
    done = move.bring_in(text)
    assert looked.import_id is None
    for tally in (looked, done):
        tally.import_id = None
    assert looked == done
    assert dict(done.comes_to) == {"pending": importing.STEP + 5, "unsubscribed": 1}
    assert [unread.line for unread in done.unread] == [str(importing.STEP + 8)]


def test_n62_an_import_can_be_repeated(move: Move, db):
    move.bring_in(OLD)
    before = {name: dump(db)[name] for name in ("subscribers", "consent_events", "suppressions")}
    again = move.bring_in(OLD)

    assert {name: dump(db)[name] for name in before} == before
    assert dict(again.comes_to) == {"same": 7}


def test_n62_an_import_that_was_broken_off_goes_on_where_it_ended(move: Move, db, monkeypatch):
    rows = "".join(f"reader{number}@example.org\n" for number in range(3 * importing.STEP))
    apply, calls = importing.apply, []

    async def dies(step, **options):
        calls.append(step)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return await apply(step, **options)

    monkeypatch.setattr(importing, "apply", dies)
    with pytest.raises(KeyboardInterrupt):
        move.bring_in(f"email\n{rows}")
    assert len(readers(db)) == importing.STEP
    assert one(db, "select finished_at from imports") is None

    done = move.bring_in(f"email\n{rows}")
    assert len(readers(db)) == 3 * importing.STEP
    assert dict(done.comes_to) == {"same": importing.STEP, "pending": 2 * importing.STEP}


def test_a_zip_with_one_file_that_cannot_be_read_is_not_imported_at_all(move: Move, db):
    stored = io.BytesIO()
    with zipfile.ZipFile(stored, "w") as archive:
        archive.writestr("subscribed_1.csv", "Email Address,LEID\nann@example.org,1\n")
        archive.writestr("unsubscribed_1.csv", "Name,Town\nAnn,Oslo\n")
    with pytest.raises(BadFile):
        move.bring_in(stored.getvalue(), "audience.zip")

    assert readers(db) == {}
    assert column(db, "select id from imports") == []


def test_n63_a_blank_cell_unsubscribes_nobody_and_a_no_is_kept(move: Move, db):
    move.bring_in(f"{PROVEN}ann@example.org,2025-01-01,form\nbob@example.org,2025-01-01,form\n")
    move.bring_in(
        "id,email,name,subscribed_to_emails\n1,ann@example.org,Ann,\n2,bob@example.org,,false\n"
    )
    move.bring_in("email,subscriber_type\nbob@example.org,regular\n", consent="double opt-in")

    assert readers(db) == {"ann@example.org": "confirmed", "bob@example.org": "unsubscribed"}


def test_n65_who_was_erased_is_refused_and_the_address_stays_unknown(move: Move, db):
    text = f"{PROVEN}Ann@Example.org,2026-01-01,the form\n"
    move.bring_in(text)
    origin = Origin("gardener")
    move.run(lambda: erasing.erase([KEY], 1, because="asked", origin=origin))
    tally = move.bring_in(text)

    assert dict(tally.comes_to) == {"erased": 1}
    assert readers(db) == {"erased-1": "unsubscribed"}
    assert "example.org" not in str(dump(db)).lower()


def test_only_no_takes_over_who_left_and_brings_nobody_in(move: Move, db):
    move.bring_in(f"{PROVEN}left@example.org,2024-03-13,form\n")
    tally = move.bring_in(OLD, only_no=True)

    assert readers(db) == {
        "left@example.org": "unsubscribed",
        **dict.fromkeys(
            ("gone@example.org", "angry@example.org", "bot@example.org"), "unsubscribed"
        ),
    }
    assert dict(tally.comes_to) == {"left out": 3, "unsubscribed": 1, "suppressed": 3}


def test_n24_an_import_finds_people_by_the_spelling_that_every_door_uses(move: Move, db):
    spellings = [
        "Anna@Example.COM",
        " anna@example.com ",
        "anna@example.com\u200b",
        "ANNA@example.com.",
    ]
    move.bring_in("email\n" + "".join(f"{one}\n" for one in spellings))

    assert readers(db) == {"anna@example.com": "pending"}


def test_readers_speak_the_language_of_the_file_else_of_the_garden(move: Move, db):
    db.execute(
        "insert into garden (site_url, environment, language) values ('x', 'production', 'zh-Hant')"
    )
    move.bring_in("email,language\nann@example.org,en\nbob@example.org,\ncy@example.org,fr\n")

    assert column(db, "select language from subscribers order by id") == [
        "en",
        "zh-Hant",
        "zh-Hant",
    ]


def test_who_signs_up_in_the_very_moment_is_not_overwritten(move: Move, db, monkeypatch):
    """Between the look and the insert somebody else puts the address into the table."""
    standings, calls = applying.standings, []

    async def late(addresses, keys, *, lock):
        found = await standings(addresses, keys, lock=lock)
        if not calls:
            db.execute(
                "insert into subscribers (email, address, mailbox, status, unsubscribed_at)"
                " values ('ann@example.org', 'a', 'a', 'unsubscribed', now())"
            )
        calls.append(lock)
        return found

    monkeypatch.setattr(applying, "standings", late)
    tally = move.bring_in("email\nann@example.org\n", consent="at the fair")

    assert len(calls) == 2
    assert dict(tally.comes_to) == {"stays no": 1}
    assert readers(db) == {"ann@example.org": "unsubscribed"}
