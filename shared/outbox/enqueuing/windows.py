"""The table `job_windows`: keys that are taken for a while, also when their job has long ended."""

from datetime import timedelta
from typing import Any

from shared import tx
from shared.outbox.enqueuing.inserting import Enqueued, OnWaiting, insert
from shared.outbox.misuse import check_length

# As `once_in`: for always.
EVER = timedelta.max

# What is longer is for always, too: a timestamp ends some day.
LONGEST = timedelta(days=365_000)

# The row is locked from here to the end of the transaction, so two askers of one key take turns.
# A window that is over is opened anew, and then has no job yet.
OPEN = """
    insert into job_windows as known (dedup_key, until)
    values (%(dedup_key)s,
            coalesce(clock_timestamp() + make_interval(secs => %(seconds)s), 'infinity'))
    on conflict (dedup_key) do update
       set until = case when known.until > clock_timestamp() then known.until
                        else excluded.until end,
           job_id = case when known.until > clock_timestamp() then known.job_id end
    returning job_id
"""

TAKE = "update job_windows set job_id = %(job_id)s where dedup_key = %(dedup_key)s"


async def in_window(
    parameters: dict[str, Any], on_waiting: OnWaiting, once_in: timedelta
) -> Enqueued:
    """Enqueue a job unless its key was taken less than `once_in` ago; then return that job's id.

    Raises:
        TypeError: `once_in` is no timedelta.
        ValueError: there is no key, or `once_in` is not longer than nothing.

    """
    check_length(once_in)
    key = parameters["dedup_key"]
    if key is None:
        raise ValueError("once_in needs a dedup_key: once of what?")
    # As seconds: a day in which the clocks are set back has more hours than the day asked for.
    seconds = None if once_in > LONGEST else once_in.total_seconds()
    taken = await tx.scalar(int, OPEN, dedup_key=key, seconds=seconds)
    if taken is not None:
        return Enqueued(taken, created=False)
    enqueued = await insert(parameters, on_waiting)
    await tx.execute(TAKE, dedup_key=key, job_id=enqueued.id)
    return enqueued
