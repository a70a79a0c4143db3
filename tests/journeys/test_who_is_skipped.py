"""An announcement is over when nobody waits any more, however many of its readers are skipped."""

from tests.support.garden import Garden
from tests.support.jobs import make_due
from tests.support.rows import add_readers, column, one, total

LEAVE = "update subscribers set status = 'unsubscribed' where id between 11 and 70"

# As many as a batch of claims may hold come first: sixty of them in a row have left.
LATER = """
    update background_jobs set run_at = clock_timestamp() + interval '1 hour'
     where (payload ->> 'delivery_id')::int > 80 and status = 'pending'
"""


def test_n33_sixty_in_a_row_who_have_left_do_not_end_an_announcement_early(garden: Garden, db):
    add_readers(db, 100)
    garden.show(garden.site.note("oak"))
    garden.show(garden.site.note("oak", "evergreen"))
    garden.fan_out()
    db.execute(LEAVE)
    make_due(db)
    db.execute(LATER)
    garden.tick()
    half_way = total(db)
    make_due(db)
    garden.tick()

    assert half_way == {"candidates": 100, "sent": 20, "skipped": 60, "failed": 0, "pending": 20}
    assert total(db) == {"candidates": 100, "sent": 40, "skipped": 60, "failed": 0, "pending": 0}
    assert column(db, "select distinct reason from deliveries where status = 'skipped'") == [
        "unsubscribed"
    ]
    assert len(garden.inbox()) == 40
    assert one(db, "select count(*) from background_jobs where status <> 'succeeded'") == 0
