"""For tests of whoever uses the queue: work what is due, see what waits, let time pass."""

from dataclasses import dataclass, fields, replace
from datetime import timedelta
from typing import Any, TypeVar, cast

from shared import tx
from shared.outbox.ended import Ended
from shared.outbox.enqueuing.encoding import encode
from shared.outbox.job import Handler, Handlers, Job, Running
from shared.outbox.misuse import check_handlers
from shared.outbox.payload import decode
from shared.outbox.worker.ack import acknowledge
from shared.outbox.worker.report import Report
from shared.outbox.worker.ticking import tick
from shared.outbox.worker.work import work

J = TypeVar("J", bound=Job)

EMPTY = """
    with windows as (delete from job_windows),
         fan_outs as (delete from job_fan_outs),
         slots as (delete from job_slots),
         queues as (delete from job_queues),
         kinds as (delete from job_kinds),
         breakers as (delete from job_breakers)
    delete from background_jobs
"""

LIVE = """
    select id, payload::text as payload
      from background_jobs
     where kind = %(kind)s and status in ('pending', 'running')
     order by run_at, id
"""

# Born with a lease: no tick can take it, and no other job is taken with it.
BEGIN = """
    insert into background_jobs (queue, kind, payload, status, attempts, lease_id, started_at,
                                 leased_until)
    values (%(queue)s, %(kind)s, %(payload)s::jsonb, 'running', 1, gen_random_uuid(),
            clock_timestamp(), clock_timestamp() + %(lease)s)
    returning id, kind, queue, payload::text as payload, attempts as attempt, lease_id,
              leased_until
"""

STATUS = "select status from background_jobs where id = %(id)s"

# How the end of an attempt that took too long begins.
LATE = "TimeoutError: the attempt took longer"

PASS = (
    """
    update background_jobs
       set run_at = run_at - %(time)s, leased_until = leased_until - %(time)s
     where status in ('pending', 'running')
    """,
    "update job_queues set paused_until = paused_until - %(time)s,"
    " refilled_at = refilled_at - %(time)s",
    "update job_kinds set paused_until = paused_until - %(time)s",
    "update job_breakers set open_until = open_until - %(time)s",
    "update job_windows set until = until - %(time)s where until < 'infinity'",
)


@dataclass(frozen=True, slots=True)
class Performed:
    """How an attempt ended, what the handler raised, and the state that its job is in now.

    `error` is the sentence that the job's history has of a failure. An attempt that took longer
    than its timeout has raised a TimeoutError, whatever the handler made of its cancellation.
    """

    job_id: int
    outcome: str
    status: str
    raised: BaseException | None
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Live:
    """A job that waits or runs."""

    id: int
    payload: str


async def drain(handlers: Handlers, *, budget: float = 60.0, concurrency: int = 1) -> Report:
    """Run every due job now, and those that they cause, and return the report.

    `budget` is in seconds. With a `concurrency` of 1 jobs run in order of their run_at.

    Raises:
        RuntimeError: inside an open transaction.

    """
    check_handlers(handlers, Handlers)
    lease = max(120.0, 2 * handlers.longest)
    enough = max(budget, handlers.longest)
    return await tick(handlers, budget=enough, lease=lease, concurrency=concurrency)


async def enqueued(kind: type[J]) -> list[J]:
    """Return the jobs of a kind that wait or run, in the order in which they are due."""
    async with tx.run():
        found = await tx.rows(Live, LIVE, kind=kind.kind)
    return [cast("J", decode(kind, one.payload)) for one in found]


async def assert_enqueued(kind: type[J], **wanted: Any) -> J:
    """Return the first waiting job of a kind whose fields have these values.

    Raises:
        AssertionError: there is none; the text lists those that there are.

    """
    found = await enqueued(kind)
    for job in found:
        if has(job, wanted):
            return job
    asked = f"{kind.kind} with {wanted}" if wanted else kind.kind
    there = "\n".join(f"  {job!r}" for job in found) or "  (none of this kind)"
    raise AssertionError(f"No job {asked} is enqueued. There are:\n{there}")


async def refute_enqueued(kind: type[Job], **unwanted: Any) -> None:
    """See that no job of a kind waits whose fields have these values.

    Raises:
        AssertionError: naming the first that does.

    """
    for job in await enqueued(kind):
        if has(job, unwanted):
            raise AssertionError(f"{job!r} is enqueued, and should not be.")


async def perform(handler: Handler[J], job: J) -> Performed:
    """Run a handler once on a job, in a real attempt with a row and a lease of its own.

    Nothing else that is due is touched. What the handler raises is in the answer, and its end is
    in the table.

    Raises:
        RuntimeError: inside an open transaction, which the handler would not have.
        BadPayload: the job cannot be enqueued.

    """
    if tx.is_open():
        raise RuntimeError("A handler opens its own transactions: call it outside `tx.run()`.")
    raised: list[BaseException] = []
    running = await begun(job, lease=timedelta(seconds=2 * handler.timeout + 20))
    ended = await work(remembering(handler, raised), running)
    await acknowledge([ended])
    async with tx.run():
        status = await tx.scalar(str, STATUS, id=running.id)
    found = TimeoutError(ended.error) if is_late(ended) else next(iter(raised), None)
    return Performed(running.id, ended.outcome, status or "deleted", found, ended.error)


async def time_passes(time: timedelta) -> None:
    """Let time pass for all that the queue waits for: jobs, leases, pauses, breakers, windows."""
    async with tx.run():
        for statement in PASS:
            await tx.execute(statement, time=time)


async def begun(job: Job, *, lease: timedelta) -> Running:
    """Store a job as running and return its attempt."""
    async with tx.run():
        running = await tx.row(
            Running, BEGIN, queue=job.queue, kind=job.kind, payload=encode(job), lease=lease
        )
    assert running is not None  # noqa: S101  (an insert returns its row)
    return running


def is_late(ended: Ended) -> bool:
    """Tell an attempt that was cut off because its time was up."""
    return ended.outcome == "failed" and (ended.error or "").startswith(LATE)


def remembering(handler: Handler[J], raised: list[BaseException]) -> Handler[J]:
    """Return the handler; what it raises is also put into the list."""
    work = handler.work

    async def waited(job: J) -> object:
        try:
            found: Any = work(job)
            return await found
        except BaseException as error:
            raised.append(error)
            raise

    def plain(job: J) -> object:
        try:
            return work(job)
        except BaseException as error:
            raised.append(error)
            raise

    return replace(handler, work=plain if handler.runs_in_thread else waited)


def has(job: Job, wanted: dict[str, Any]) -> bool:
    """Tell whether a job's fields have these values.

    Raises:
        TypeError: a field has another name.

    """
    known = {field.name for field in fields(job)}
    if unknown := sorted(wanted.keys() - known):
        raise TypeError(f"{type(job).__name__} has no field {unknown[0]!r}; it has {sorted(known)}")
    return all(getattr(job, name) == value for name, value in wanted.items())
