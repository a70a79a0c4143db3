"""The table `job_fan_outs`: a select becomes jobs and a record of it, in one statement."""

from dataclasses import dataclass
from typing import LiteralString

from psycopg.errors import UniqueViolation

from shared import tx
from shared.outbox.enqueuing.encoding import check_key, layout
from shared.outbox.job import Job

# A key that was used before makes the condition false, and the select is not even begun.
HEAD: LiteralString = """
    with chosen as materialized (
        select payload, dedup_key
          from (
"""

MADE: LiteralString = """
               ) as rows (payload, dedup_key)
         where not exists (select from job_fan_outs where key = %(fan_out)s)
    ), made as (
        insert into background_jobs (queue, kind, payload, dedup_key)
        select %(job_queue)s, %(job_kind)s, payload, dedup_key from chosen
"""

# To be ready for a clash costs a third more, so it is asked for only after one.
PASSING_LIVE: LiteralString = """
        on conflict (dedup_key) where status in ('pending', 'running') do nothing
"""

RECORD: LiteralString = """
        returning 1
    )
    insert into job_fan_outs (key, kind, chosen, inserted)
    select %(fan_out)s, %(job_kind)s,
           (select count(*) from chosen), (select count(*) from made)
     where not exists (select from job_fan_outs where key = %(fan_out)s)
    returning id, chosen, inserted, skipped, true as created
"""

CONSTRAINTS = ("background_jobs_dedup", "one_fan_out_for_each_key")

# Who asks second waits for the whole statement of the first, which takes seconds where there are
# many rows; other locks are waited for as briefly as ever.
PATIENCE = "60s"

LOCK_TIMEOUT = "select current_setting('lock_timeout')"
SET_LOCK_TIMEOUT = "select set_config('lock_timeout', %(lock_timeout)s, true)"

RECORDED = """
    select id, chosen, inserted, skipped, false as created
      from job_fan_outs
     where key = %(fan_out)s
"""


@dataclass(frozen=True, slots=True)
class FanOut:
    """What a fan-out did: rows chosen = jobs inserted + skipped, which had a live job already.

    `created` is False for one that was done before: the numbers are those of that time.
    """

    id: int
    chosen: int
    inserted: int
    skipped: int
    created: bool


async def fan_out(
    key: str, kind: type[Job], chosen: LiteralString, /, **parameters: object
) -> FanOut:
    """Enqueue one job for each row of a select, once for each key, and record how many.

    Jobs and record are one statement in the ambient transaction. The select is as for
    `enqueue_from`. Two of these with one key at once: the second waits for the first, at most a
    minute.

    Raises:
        NoTransaction: outside `tx.run()`.
        BadPayload: the key cannot be stored.
        TypeError: it is no class of jobs.
        LockNotAvailable: the first one has not ended within a minute.

    """
    check_key(key)
    layout(kind)  # refuses a class that is no job's
    own = {"fan_out": key, "job_queue": kind.queue, "job_kind": kind.kind}
    parameters |= own
    clash, done = await attempt(HEAD + chosen + MADE + RECORD, parameters)
    if clash == "background_jobs_dedup":
        clash, done = await attempt(HEAD + chosen + MADE + PASSING_LIVE + RECORD, parameters)
    done = done or await tx.row(FanOut, RECORDED, fan_out=key)
    assert done is not None  # noqa: S101  (either it was recorded now or before)
    return done


async def attempt(
    statement: LiteralString, parameters: dict[str, object]
) -> tuple[str | None, FanOut | None]:
    """Run the statement; return which of our constraints undid it, or what it did."""
    try:
        async with tx.savepoint():
            before = await tx.scalar(str, LOCK_TIMEOUT)
            await tx.execute(SET_LOCK_TIMEOUT, lock_timeout=PATIENCE)
            done = await tx.row(FanOut, statement, **parameters)
            await tx.execute(SET_LOCK_TIMEOUT, lock_timeout=before)
            return None, done
    except UniqueViolation as error:
        if error.diag.constraint_name not in CONSTRAINTS:
            raise
        return error.diag.constraint_name, None
