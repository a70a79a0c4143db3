"""Pauses that handlers ask for: their queue rests until the last time that any has named."""

import logging
from collections.abc import Sequence
from datetime import datetime

from psycopg.errors import LockNotAvailable

from shared import tx

log = logging.getLogger("thistledown.outbox")

# Why it was paused is of interest as long as that pause stands.
PAUSE = """
    with clock as (
        select coalesce(%(now)s, clock_timestamp()) as now
    )
    insert into job_queues (queue, paused_because, paused_until)
    select %(queue)s, %(because)s,
           (select max(coalesce(until, clock.now + interval '1 second' * delay))
              from unnest(%(until)s::timestamptz[], %(delays)s::float8[]) as asked (until, delay))
      from clock
    on conflict (queue) do update
       set paused_until = greatest(job_queues.paused_until, excluded.paused_until),
           paused_because = case when job_queues.paused_until > (select now from clock)
                                 then coalesce(job_queues.paused_because, excluded.paused_because)
                                 else excluded.paused_because end
"""


async def let_rest(
    queue: str,
    until: Sequence[datetime | None],
    delays: Sequence[float | None],
    *,
    because: str | None = None,
    now: datetime | None,
) -> None:
    """Let a queue rest, in the open transaction, for the longest that was asked for, and why.

    Of each place in the lists one has a time, or a number of seconds. It is passed by when somebody
    keeps the queue's row locked: no end of an attempt waits for a stranger.
    """
    try:
        async with tx.savepoint():
            await tx.execute(
                PAUSE, queue=queue, until=until, delays=delays, because=because, now=now
            )
    except LockNotAvailable:
        log.warning("the queue %s is not paused: somebody keeps its row locked", queue)
