"""Rows that an older program has written are read by their class as it is today."""

from dataclasses import dataclass
from typing import ClassVar

import pytest

from shared import outbox
from tests.support.jobs import make_due, on, row


@dataclass(frozen=True)
class Repot:
    """Move a plant; it was once told by the name of the pot instead of its size."""

    kind: ClassVar[str] = "test.repot"
    queue: ClassVar[str] = "bulk"

    plant: int
    size: int = 10

    @classmethod
    def upcast(cls, stored):
        if "pot" in stored:
            return {"plant": stored["plant"], "size": {"small": 10, "large": 30}[stored["pot"]]}
        return stored if stored != {"plant": -1} else None


def worked(database, db, payload):
    """Return what a handler is given for a stored payload, the job and the tick's report."""
    seen = []

    async def work(job):
        seen.append(job)

    jobs = outbox.Handlers([outbox.Handler(Repot, work)])
    (job,) = db.execute(
        "insert into background_jobs (kind, payload) values ('test.repot', %s) returning id",
        (payload,),
    ).fetchall()
    make_due(db)
    return seen, job["id"], on(database, lambda: outbox.tick(jobs, budget=40))


@pytest.mark.parametrize(
    ("payload", "job"),
    [
        ('{"plant": 1, "pot": "large"}', Repot(1, 30)),
        ('{"plant": 2, "size": 15}', Repot(2, 15)),
        ('{"plant": 3}', Repot(3)),
    ],
)
def test_an_upcaster_is_given_every_stored_shape(database, db, payload, job):
    seen, _, report = worked(database, db, payload)

    assert report.succeeded == 1
    assert seen == [job]


@pytest.mark.parametrize(
    ("payload", "error"),
    [
        ('{"plant": 1, "pot": "huge"}', "KeyError (test_upcast.py:"),
        ('{"plant": -1}', "Undecodable: the payload is not an object"),
        ('{"pot": "small", "plant": "one"}', "Undecodable: the payload's field 'plant' is not int"),
        ('{"size": 30}', "Undecodable: the payload lacks the field 'plant'"),
        ('{"pots": 1}', "Undecodable: the payload has an unknown field 'pots'"),
        ("[]", "Undecodable: the payload is not an object"),
    ],
)
def test_case_26_what_an_upcaster_cannot_read_climbs_the_ladder(database, db, payload, error):
    seen, job, report = worked(database, db, payload)

    assert (report.retried, seen) == (1, [])
    assert row(db, job)["status"] == "pending"
    (attempt,) = db.execute("select error from job_attempts").fetchall()
    assert attempt["error"].startswith(error)
