"""A letter that cannot be written is one dead letter for the gardener, not one for each reader."""

from shared import outbox
from shared.newsletter.announcing import notifications
from tests.support.garden import Garden
from tests.support.rows import column, one

NAMES = [f"note{number:02}" for number in range(60)]


def test_too_long_a_letter_is_refused_before_anything_is_fanned_out(garden: Garden, db):
    garden.confirmed_reader("ada@example.org")
    garden.show(*map(garden.site.note, NAMES))
    long = {"excerpt": "word " * 390}
    many = [garden.site.note(name, "evergreen", **long) for name in NAMES]
    digest = garden.show(*many).json()["digest"]
    garden.show(*many, query=f"?confirm={digest}")
    garden.tick()
    [job] = garden.call(lambda: outbox.jobs(status="dead"))
    nothing = one(db, "select count(*) from deliveries")
    cancelled = garden.call(lambda: notifications.cancel(1))

    assert "The letter cannot be written" in str(job.last_error)
    assert "90 kB" in str(job.last_error)
    assert nothing == 0
    assert cancelled
    assert column(db, "select note_id from announced_notes") == []
    assert garden.inbox() == []
