"""Put jobs into the table, in the ambient transaction."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, LiteralString

from shared import tx
from shared.outbox.job import Job
from shared.outbox.payload import check_key, encode

# DO UPDATE instead of DO NOTHING, for two reasons. It always returns the row, also one that was
# committed a moment ago. And it locks a pending twin until this transaction ends, so the twin
# cannot run before what this transaction writes can be seen.
ENQUEUE = """
    insert into background_jobs (queue, kind, payload, dedup_key, run_at)
    values (%(queue)s, %(kind)s, %(payload)s::jsonb, %(dedup_key)s,
            coalesce(%(run_at)s, clock_timestamp()))
    on conflict (dedup_key) where status in ('pending', 'running') do update
       set rerun_requested = background_jobs.rerun_requested
                             or (%(rerun)s and background_jobs.status = 'running'),
           run_at = case when %(sooner)s and background_jobs.status = 'pending'
                         then least(background_jobs.run_at, excluded.run_at)
                         else background_jobs.run_at end
    returning id, xmax = 0 as created
"""

ENQUEUE_FROM_HEAD = """
    insert into background_jobs (queue, kind, payload, dedup_key)
    select %(job_queue)s, %(job_kind)s, chosen.payload, chosen.dedup_key
      from (
"""

ENQUEUE_FROM_TAIL = """
           ) as chosen (payload, dedup_key)
    on conflict (dedup_key) where status in ('pending', 'running') do nothing
"""


@dataclass(frozen=True, slots=True)
class Enqueued:
    """The live job of a key, and whether this call created it."""

    id: int
    created: bool


async def enqueue(
    job: Job,
    *,
    dedup_key: str | None = None,
    run_at: datetime | None = None,
    on_running: Literal["absorb", "rerun"] = "absorb",
    sooner: bool = False,
) -> Enqueued:
    """Enqueue a job in the ambient transaction, unless a live one has its key.

    While the twin is running, `absorb` leaves it at that: whatever it has already read stays read.
    `rerun` guarantees one more run after it ends. A twin that waits, as on a late rung of the
    ladder, goes on waiting, unless `sooner` says that this request's `run_at` counts if it is
    earlier.

    Raises:
        NoTransaction: outside `tx.run()`.
        BadPayload: naming the path of what cannot be stored.
        ValueError: `run_at` has no time zone.

    """
    if dedup_key is not None:
        check_key(dedup_key)
    if run_at is not None and run_at.tzinfo is None:
        raise ValueError("run_at needs a time zone, as in datetime.now(UTC).")
    enqueued = await tx.row(
        Enqueued,
        ENQUEUE,
        queue=job.queue,
        kind=job.kind,
        payload=encode(job),
        dedup_key=dedup_key,
        run_at=run_at,
        rerun=on_running == "rerun",
        sooner=sooner,
    )
    assert enqueued is not None  # noqa: S101  (DO UPDATE always returns the row)
    return enqueued


async def enqueue_many(jobs: Iterable[tuple[str, Job]]) -> list[Enqueued]:
    """Enqueue several (dedup key, job) pairs, in key order so that two of these never deadlock."""
    pairs = sorted(jobs, key=lambda pair: pair[0])
    return [await enqueue(job, dedup_key=key) for key, job in pairs]


async def enqueue_from(kind: type[Job], chosen: LiteralString, /, **parameters: object) -> int:
    """Enqueue one job for each row of a select, in one statement; return how many were created.

    The select yields two columns: the payload as jsonb, ids only, and the dedup key. Order it by
    what the key is made of, so that two of these over the same rows never deadlock.
    """
    statement = ENQUEUE_FROM_HEAD + chosen + ENQUEUE_FROM_TAIL
    return await tx.execute(statement, **parameters, job_queue=kind.queue, job_kind=kind.kind)
