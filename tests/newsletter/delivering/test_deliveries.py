"""A delivery belongs to the attempt that took it last."""

from uuid import UUID, uuid4

from shared.newsletter.delivering import deliveries
from tests.support.rows import add_readers
from tests.support.rows import deliveries as rows

MINE, ANOTHERS = uuid4(), uuid4()


def taken_by(db, lease: UUID) -> None:
    add_readers(db, 1)
    db.execute("insert into notifications (status, hold_until) values ('announced', now())")
    db.execute(
        "insert into deliveries (notification_id, subscriber_id, status, lease_id)"
        " values (1, 1, 'sending', %s)",
        (lease,),
    )


def test_an_attempt_that_was_overtaken_writes_no_end(run, db):
    taken_by(db, ANOTHERS)
    wrote = [
        run(lambda status=status: deliveries.end(1, lease=MINE, status=status, maybe_sent=True))
        for status in ("sent", "pending", "failed")
    ]

    assert wrote == [False] * 3
    assert rows(db) == [("sending", None, 0)]


def test_the_attempt_that_has_it_ends_it_once(run, db):
    taken_by(db, MINE)
    wrote = [run(lambda: deliveries.end(1, lease=MINE, status="sent")) for _ in range(2)]

    assert wrote == [True, False]
    assert rows(db) == [("sent", None, 0)]
