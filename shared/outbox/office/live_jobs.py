"""What is done with one job that is not over: hurry it while it waits, cancel it."""

from dataclasses import dataclass
from typing import Literal

from shared import tx
from shared.outbox.office.audit import record

RUN_NOW = """
    update background_jobs set run_at = clock_timestamp() where id = %(id)s and status = 'pending'
"""

# One that runs is only asked: its worker looks every few seconds, and writes the end.
CANCEL = """
    update background_jobs
       set status = case when status = 'running' then 'running' else 'cancelled' end,
           finished_at = case when status = 'running' then null else clock_timestamp() end,
           cancel_requested = status = 'running',
           rerun_requested = false
     where (status = 'pending' and (id = %(id)s or dedup_key = %(dedup_key)s))
        or (status in ('dead', 'running') and id = %(id)s)
    returning id, case when status = 'running' then 'requested' else 'cancelled' end as outcome
"""

Cancelling = Literal["cancelled", "requested"]


@dataclass(frozen=True, slots=True)
class Cancelled:
    """A job that is cancelled, or whose worker is asked to stop it."""

    id: int
    outcome: Cancelling


async def run_now(job_id: int, *, by: str | None = None) -> bool:
    """Make a pending job due now; False if it is not pending. `by` is who wants it, if somebody."""
    async with tx.run():
        if not await tx.execute(RUN_NOW, id=job_id):
            return False
        if by is not None:
            await record("hurried", job_id, by=by)
        return True


async def cancel(
    *, job_id: int | None = None, dedup_key: str | None = None, by: str | None = None
) -> Cancelling | None:
    """Cancel a pending job by its id or its key, a dead or a running one by its id; None if none.

    A running job is "requested" to stop: within a few seconds its worker cancels the handler, and
    the job ends as cancelled, unless the handler has succeeded first. Joins the ambient transaction
    when there is one. `by` is who wants it, if somebody.

    Raises:
        ValueError: neither `job_id` nor `dedup_key` is given, or both are.

    """
    if (job_id is None) == (dedup_key is None):
        raise ValueError("Say which job: cancel(job_id=7) or cancel(dedup_key='plant-7').")
    async with tx.run():
        found = await tx.row(Cancelled, CANCEL, id=job_id, dedup_key=dedup_key)
        if found is not None and by is not None:
            detail = {"running": True} if found.outcome == "requested" else {}
            await record("cancelled", found.id, by=by, **detail)
        return found.outcome if found is not None else None
