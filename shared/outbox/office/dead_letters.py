"""What a human does with one dead letter: try it again, or drop it."""

from dataclasses import dataclass
from typing import Literal

from psycopg.errors import UniqueViolation

from shared import tx
from shared.outbox.failure import clean
from shared.outbox.office.audit import NOTE_LIMIT, UNNAMED, record

Conflict = Literal["refuse", "drop"]

# Seven fresh attempts; the history stays. Held back while a live job has the key: the two would be
# one job twice, and which of them should be is for a human to say.
RETRY = """
    update background_jobs job
       set status = 'pending', attempts = 0, run_at = clock_timestamp(), finished_at = null,
           cancel_requested = false, payload = coalesce(%(payload)s::jsonb, payload)
     where id = %(id)s
       and status = 'dead'
       and not exists (
           select from background_jobs twin
            where twin.dedup_key = job.dedup_key
              and twin.status in ('pending', 'running'))
"""

WHY_NOT = """
    select job.status,
           (select twin.id from background_jobs twin
             where twin.dedup_key = job.dedup_key
               and twin.status in ('pending', 'running')
               and twin.id <> job.id) as twin
      from background_jobs job
     where id = %(id)s
"""

DROP = """
    update background_jobs
       set status = 'cancelled', finished_at = clock_timestamp()
     where id = %(id)s and status = 'dead'
"""


@dataclass(frozen=True, slots=True)
class Retried:
    """What became of a retry; `twin` is the id of the live job in a conflict."""

    outcome: Literal["retried", "dropped", "conflict", "not dead", "unknown"]
    status: str | None = None
    twin: int | None = None


@dataclass(frozen=True, slots=True)
class Obstacle:
    """The state of a job that could not be retried."""

    status: str
    twin: int | None


async def retry(job_id: int, *, on_conflict: Conflict = "refuse", by: str = UNNAMED) -> Retried:
    """Give a dead letter seven fresh attempts, due now.

    While a live job has its key the answer is a conflict. With `drop` the dead one is cancelled
    then: the live one does its work.
    """
    async with tx.run():
        if await revived(job_id):
            await record("retried", job_id, by=by)
            return Retried("retried", status="pending")
        why = await obstacle(job_id)
        if why.twin is None or on_conflict == "refuse":
            return why
        if not await tx.execute(DROP, id=job_id):  # somebody else was faster
            return await obstacle(job_id)
        await record("dropped", job_id, by=by, superseded_by=why.twin)
        return Retried("dropped", status="cancelled", twin=why.twin)


async def drop(job_id: int, *, note: str = "", by: str = UNNAMED) -> bool:
    """Cancel a dead letter that should never run; False if it is not dead."""
    async with tx.run():
        if not await tx.execute(DROP, id=job_id):
            return False
        return await record("dropped", job_id, by=by, note=clean(note, NOTE_LIMIT))


async def revived(job_id: int, payload: str | None = None) -> bool:
    """Make a dead letter pending unless a live job has its key."""
    try:
        async with tx.savepoint():
            return await tx.execute(RETRY, id=job_id, payload=payload) > 0
    except UniqueViolation:  # a twin was enqueued between the look and the write
        return False


async def obstacle(job_id: int) -> Retried:
    """Return why a job could not be retried."""
    found = await tx.row(Obstacle, WHY_NOT, id=job_id)
    if found is None:
        return Retried("unknown")
    if found.status != "dead":
        return Retried("not dead", status=found.status)
    return Retried("conflict", status="dead", twin=found.twin)
