"""How many jobs of a queue with limits may start now, counted over all workers.

Both limits are kept under the lock of the queue's row, so two workers never see the same free
place. Counting is a statement of its own, after the lock: a statement that had to wait for the
lock would still see the table as it was before.
"""

import logging
import time
from collections.abc import Sequence
from datetime import datetime

from psycopg.errors import LockNotAvailable

from shared import tx

log = logging.getLogger("thistledown.outbox")

# How long, in seconds, what is known of the limits holds, and how long a queue is left out whose
# row somebody keeps locked.
HOLDS = 1.0
RESTS = 5.0

LIMITED = """
    select queue
      from job_queues
     where queue = any(%(queues)s) and (max_running is not null or rate is not null)
"""

LOCK_IF_FREE = "select true from job_queues where queue = %(queue)s for update skip locked"
LOCK = "select from job_queues where queue = %(queue)s for update"

WAIT_BRIEFLY = "set local lock_timeout = '1s'"

# It locks the row, and fills the bucket by the time that has gone by. One that was never drawn from
# is full.
REFILL = """
    update job_queues
       set tokens = least(burst, coalesce(
               tokens + rate * greatest(0, extract(epoch from
                            coalesce(%(now)s, clock_timestamp()) - refilled_at)), burst)),
           refilled_at = coalesce(%(now)s, clock_timestamp())
     where queue = %(queue)s
"""

ALLOWED = """
    select least(
               max_running - (select count(*)
                                from background_jobs
                               where status = 'running' and queue = %(queue)s),
               floor(tokens),
               %(limit)s)::bigint
      from job_queues
     where queue = %(queue)s
"""

SPEND = "update job_queues set tokens = tokens - %(started)s where queue = %(queue)s"


class LimitedQueues:
    """Which of a worker's queues have limits, looked up every second."""

    def __init__(self, queues: Sequence[str]) -> None:
        self._queues = queues
        self._limited: set[str] = set()
        self._known_until = 0.0
        self._left_out: dict[str, float] = {}

    def are_none(self) -> bool:
        """Tell whether none has limits, as known for at most HOLDS seconds, or is left out."""
        is_known = time.monotonic() < self._known_until
        return is_known and not self._limited and len(self.open()) == len(self._queues)

    async def look(self) -> set[str]:
        """Return those that have limits, as known for half of HOLDS seconds."""
        if time.monotonic() >= self._known_until - HOLDS / 2:
            self._limited = await limited_queues(self._queues)
            self._known_until = time.monotonic() + HOLDS
        return self._limited

    def open(self) -> list[str]:
        """Return the queues but those that are left out for the moment."""
        now = time.monotonic()
        return [one for one in self._queues if self._left_out.get(one, now) <= now]

    def note(self, asked: Sequence[str], locked: Sequence[str]) -> None:
        """Leave out for a while those of the asked queues whose row somebody keeps locked."""
        for queue in asked:
            if queue not in locked:
                self._left_out.pop(queue, None)
                continue
            if queue not in self._left_out:
                log.warning("the queue %s rests: somebody keeps its limits locked", queue)
            self._left_out[queue] = time.monotonic() + RESTS


async def limited_queues(queues: Sequence[str]) -> set[str]:
    """Return those of the queues that have limits."""
    return {queue for (queue,) in await tx.at_once(LIMITED, {"queues": list(queues)})}


async def allowed(queue: str, limit: int, *, now: datetime | None) -> int | None:
    """Lock a queue's row until the transaction ends; return how many of its jobs may start.

    None when somebody has it locked and does not let go.
    """
    if not await is_ours(queue):
        return None
    await tx.execute(REFILL, queue=queue, now=now)
    permitted = await tx.scalar(int, ALLOWED, queue=queue, limit=limit)
    return limit if permitted is None else max(permitted, 0)


async def is_ours(queue: str) -> bool:
    """Lock a queue's row; other workers have it for a moment, and are waited for no longer."""
    if await tx.scalar(bool, LOCK_IF_FREE, queue=queue):
        return True
    try:
        async with tx.savepoint():
            await tx.execute(WAIT_BRIEFLY)
            await tx.execute(LOCK, queue=queue)
    except LockNotAvailable:
        return False
    return True


async def spend(queue: str, started: int) -> None:
    """Take a token out of the queue's bucket for every job that was started."""
    await tx.execute(SPEND, queue=queue, started=started)


def groups(queues: Sequence[str], limited: set[str]) -> list[list[str]]:
    """Return the queues in their order, in groups that one statement can claim from."""
    grouped: list[list[str]] = []
    for queue in queues:
        if grouped and not limited & {queue, grouped[-1][0]}:
            grouped[-1].append(queue)
        else:
            grouped.append([queue])
    return grouped
