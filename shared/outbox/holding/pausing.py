"""Hold jobs back and let them go again: queues, kinds, everything, and how much of a queue at once.

Whatever a gate holds stays pending and keeps its place: its run_at is not touched, no attempt is
burned, and its key stays taken. What a person does here leaves its line in the trail.
"""

from datetime import UTC, datetime
from math import ceil

from shared import tx
from shared.outbox.failure import clean
from shared.outbox.holding import origin
from shared.outbox.holding.held import let_go
from shared.outbox.office.audit import record_on_gate

# PostgreSQL's 'infinity' is a time that Python cannot read. No job can be due as late as this.
FOR_GOOD = datetime(9999, 12, 31, tzinfo=UTC)

REASON_LIMIT = 1000

# Whatever is reckoned from a limit stays a number and a time that can be written: at most a million
# jobs, at a time or a second, and at least one a year.
MOST = 1_000_000
SLOWEST = 1 / 31_536_000

PAUSE_QUEUE = """
    insert into job_queues (queue, paused_until, paused_because)
    values (%(name)s, %(until)s, %(because)s)
    on conflict (queue) do update
       set paused_until = excluded.paused_until, paused_because = excluded.paused_because
"""

PAUSE_KIND = """
    insert into job_kinds (kind, paused_until, paused_because)
    values (%(name)s, %(until)s, %(because)s)
    on conflict (kind) do update
       set paused_until = excluded.paused_until, paused_because = excluded.paused_because
"""

RESUME_QUEUE = """
    update job_queues set paused_until = null, paused_because = null
     where queue = %(name)s and paused_until is not null
"""

RESUME_KIND = """
    update job_kinds set paused_until = null, paused_because = null
     where kind = %(name)s and paused_until is not null
"""

# The next tick lets one job through; what closes a breaker is only that one's success.
PROBE_NOW = """
    update job_breakers set open_until = clock_timestamp()
     where breaker = %(name)s and status = 'open'
"""

# Tokens that are there stay there, as far as they fit: setting a limit again is no way around it.
LIMIT = """
    insert into job_queues as queue (queue, max_running, rate, burst, tokens, refilled_at)
    values (%(queue)s, %(max_running)s, %(rate)s, %(burst)s::integer, %(burst)s::integer,
            case when %(rate)s::float8 is not null then clock_timestamp() end)
    on conflict (queue) do update
       set max_running = excluded.max_running,
           rate = excluded.rate,
           burst = excluded.burst,
           tokens = least(coalesce(queue.tokens, excluded.tokens), excluded.burst),
           refilled_at = case when excluded.rate is not null
                              then coalesce(queue.refilled_at, excluded.refilled_at) end
"""


async def pause(
    *,
    queue: str | None = None,
    kind: str | None = None,
    everything: bool = False,
    until: datetime | None = None,
    because: str | None = None,
    by: str | None = None,
) -> None:
    """Start no job of a queue or of a kind until a time, or for good; or nothing at all.

    What is running goes on. `because` is shown to whoever asks, so it holds no secret; addresses
    in it are left out. A pause replaces the one before. `by` is who wants it, if somebody. Joins
    the ambient transaction when there is one.

    Raises:
        ValueError: not exactly one of `queue`, `kind` and `everything`, a time without a zone, or a
            time for everything, which only `resume` ends.

    """
    require_one(queue, kind, everything or None)
    if until is not None and until.tzinfo is None:
        raise ValueError("A pause needs a time with a zone, as in datetime.now(UTC).")
    if until is not None and everything:
        raise ValueError("Everything is paused until it is resumed: leave the time out.")
    because = clean(because, REASON_LIMIT) if because else None
    async with tx.run():
        if everything:
            await origin.pause(because)
        else:
            await tx.execute(
                PAUSE_QUEUE if queue else PAUSE_KIND,
                name=queue or kind,
                until=min(until or FOR_GOOD, FOR_GOOD),
                because=because,
            )
        if by is not None:
            ends = until.isoformat() if until else None
            gate = gate_of(queue=queue, kind=kind)
            await record_on_gate("paused", gate, by=by, until=ends, because=because)


async def resume(
    *,
    queue: str | None = None,
    kind: str | None = None,
    breaker: str | None = None,
    everything: bool = False,
    by: str | None = None,
) -> bool:
    """End a pause and let go what it held, in the old order; False if there was none.

    `breaker` sends the next probe of an open one now. `everything` takes the database for the right
    one, wherever it was restored. `by` is who wants it, if somebody. Held jobs are let go a
    thousand at a time, in transactions of their own; inside an ambient transaction that is left to
    the next tick.

    Raises:
        ValueError: not exactly one of them.

    """
    require_one(queue, kind, breaker, everything or None)
    async with tx.run():
        if everything:
            was_held = await origin.resume()
        else:
            statement = RESUME_QUEUE if queue else RESUME_KIND if kind else PROBE_NOW
            was_held = await tx.execute(statement, name=queue or kind or breaker) > 0
        if was_held and by is not None:
            gate = gate_of(queue=queue, kind=kind, breaker=breaker)
            await record_on_gate("resumed", gate, by=by)
    if kind and not tx.is_open():
        while await let_go():
            pass
    return was_held


async def limits(
    queue: str,
    *,
    max_running: int | None = None,
    rate: float | None = None,
    burst: int | None = None,
    by: str | None = None,
) -> None:
    """Limit a queue over all workers; what is not given is not limited.

    `max_running` jobs at a time; `rate` jobs a second on average, with at most `burst` at once
    (default: one second's worth). `by` is who wants it, if somebody. Joins the ambient transaction
    when there is one.

    Raises:
        ValueError: a limit of nothing or of more than a million, a rate of less than one job a
            year, or a burst without a rate.

    """
    for name, limit in (("max_running", max_running), ("rate", rate), ("burst", burst)):
        if limit is not None and not limit > 0:
            raise ValueError(f"{name} must be more than 0; to hold everything, pause the queue.")
        if limit is not None and limit > MOST:
            raise ValueError(f"{name} is more than {MOST}: leave it out to have no such limit.")
    if rate is not None and rate < SLOWEST:
        raise ValueError("rate is less than a job a year; to hold everything, pause the queue.")
    if burst is not None and rate is None:
        raise ValueError("A burst needs a rate that fills it up again.")
    if rate is not None and burst is None:
        burst = max(1, ceil(rate))
    async with tx.run():
        await tx.execute(LIMIT, queue=queue, max_running=max_running, rate=rate, burst=burst)
        if by is not None:
            gate = gate_of(queue=queue)
            await record_on_gate(
                "limited", gate, by=by, max_running=max_running, rate=rate, burst=burst
            )


def require_one(*given: object) -> None:
    """Refuse no gate, and more than one."""
    if sum(one is not None for one in given) != 1:
        raise ValueError("Name exactly one: a queue, a kind, a breaker or everything.")


def gate_of(**named: str | None) -> str:
    """Return a gate as the trail names it, such as queue:bulk; everything where none is named."""
    return next((f"{what}:{name}" for what, name in named.items() if name), "everything")
