"""What a human does with a dead letter."""

from dataclasses import dataclass
from typing import Literal

from psycopg.errors import UniqueViolation

from shared import tx

# Seven fresh attempts; the history stays. Held back while a live job has the key: the two would be
# one job twice, and which of them should be is for a human to say.
RETRY = """
    update background_jobs job
       set status = 'pending', attempts = 0, run_at = clock_timestamp(), finished_at = null
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


@dataclass(frozen=True, slots=True)
class Retried:
    """What became of a retry; `twin` is the id of the live job in a conflict."""

    outcome: Literal["retried", "conflict", "not dead", "unknown"]
    status: str | None = None
    twin: int | None = None


@dataclass(frozen=True, slots=True)
class Obstacle:
    """The state of a job that could not be retried."""

    status: str
    twin: int | None


async def retry(job_id: int) -> Retried:
    """Give a dead letter seven fresh attempts, due now."""
    async with tx.run():
        try:
            async with tx.savepoint():
                if await tx.execute(RETRY, id=job_id):
                    return Retried("retried", status="pending")
        except UniqueViolation:
            pass  # a twin was enqueued between the look and the write
        obstacle = await tx.row(Obstacle, WHY_NOT, id=job_id)
    if obstacle is None:
        return Retried("unknown")
    if obstacle.status != "dead":
        return Retried("not dead", status=obstacle.status)
    return Retried("conflict", status="dead", twin=obstacle.twin)
