"""What became of a statement whose answer was lost: which jobs are ours, which ends are written."""

from collections.abc import Sequence
from uuid import UUID

from shared import tx
from shared.outbox.ended import Ended, Fence
from shared.outbox.job import Running

ADOPT = """
    select id, kind, queue, payload::text, attempts, leased_until
      from background_jobs
     where status = 'running' and lease_id = %(lease_id)s
     order by run_at, id
"""

# What is left of an end that was written and whose answer got lost.
EFFECTS = """
    select ended.id, ended.lease_id
      from unnest(%(ids)s::bigint[], %(leases)s::uuid[], %(attempts)s::smallint[],
                  %(outcomes)s::text[]) as ended (id, lease_id, attempt, outcome)
     cross join lateral (
           select status, attempts from background_jobs where id = ended.id offset 0) as job
     where (job.status = 'succeeded' and ended.outcome = 'succeeded'
            and job.attempts = ended.attempt)
        or exists (select from job_attempts
                    where job_id = ended.id
                      and job_attempts.attempt = ended.attempt
                      and job_attempts.outcome = ended.outcome)
"""


async def adopt(lease_id: UUID) -> list[Running]:
    """Return what a claim has leased whose answer got lost."""
    found = await tx.at_once(ADOPT, {"lease_id": lease_id})
    return [
        Running(job_id, kind, queue, payload, attempt, lease_id, leased_until)
        for job_id, kind, queue, payload, attempt, leased_until in found
    ]


async def written_before(ended: Sequence[Ended]) -> set[Fence]:
    """Return those whose end is in the table already."""
    found = await tx.at_once(
        EFFECTS,
        {
            "ids": [one.running.id for one in ended],
            "leases": [one.running.lease_id for one in ended],
            "attempts": [one.running.attempt for one in ended],
            "outcomes": [one.outcome for one in ended],
        },
    )
    return {(job_id, lease_id) for job_id, lease_id in found}
