"""A suppressed address stays so, whatever becomes of the keys that are still listed."""

from shared.newsletter.readers import suppressions
from shared.newsletter.records.consent import Origin
from tests.support.rows import add_readers, column, dump, one

OLD, NEW = "old-key" * 6, "new-key" * 6
EMAIL = "reader1@example.org"


def suppress(run, *keys: str) -> None:
    origin = Origin("mail server")
    run(
        lambda: suppressions.suppress(
            keys, subscriber_id=1, email=EMAIL, reason="gone", origin=origin
        )
    )


def test_a_suppression_outlives_the_rotation_of_the_key(run, db):
    add_readers(db, 1)
    suppress(run, OLD)

    assert run(lambda: suppressions.holds([OLD], EMAIL))
    assert run(lambda: suppressions.holds([NEW, OLD], EMAIL))
    assert not run(lambda: suppressions.holds([NEW, OLD], "reader2@example.org"))


def test_suppressing_twice_is_one_event_also_after_a_rotation(run, db):
    add_readers(db, 1)
    suppress(run, OLD)
    suppress(run, OLD)
    suppress(run, NEW, OLD)

    assert column(db, "select kind from consent_events") == ["suppressed"]
    assert one(db, "select count(*) from suppressions") == 1


def test_the_table_names_nobody(run, db):
    add_readers(db, 1)
    suppress(run, OLD)

    assert "reader1" not in str(dump(db)["suppressions"])
