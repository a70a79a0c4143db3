"""Put a job into the table, in the ambient transaction or in one of its own."""

from datetime import datetime, timedelta
from typing import LiteralString

from shared import tx
from shared.outbox.enqueuing.encoding import check_key, encode, layout
from shared.outbox.enqueuing.inserting import Enqueued, OnRunning, OnWaiting, insert
from shared.outbox.enqueuing.windows import in_window
from shared.outbox.job import Job
from shared.outbox.misuse import check_choices, check_time

ENQUEUE_FROM_HEAD = """
    insert into background_jobs (queue, kind, payload, dedup_key)
    select %(job_queue)s, %(job_kind)s, chosen.payload, chosen.dedup_key
      from (
"""

ENQUEUE_FROM_TAIL = """
           ) as chosen (payload, dedup_key)
    on conflict (dedup_key) where status in ('pending', 'running') do nothing
"""

# However often it is sent, a transaction wakes the workers once, when it commits.
WAKE = "select pg_notify('background_jobs', '')"


async def enqueue(
    job: Job,
    *,
    dedup_key: str | None = None,
    run_at: datetime | None = None,
    on_running: OnRunning = "absorb",
    on_waiting: OnWaiting = "keep",
    once_in: timedelta | None = None,
    wake: bool = False,
) -> Enqueued:
    """Enqueue a job in the ambient transaction, unless a live one has its key.

    While the twin is running, `absorb` leaves it at that: whatever it has already read stays read.
    `rerun` guarantees one more run after it ends.

    A twin that waits, as on a late rung of the ladder, goes on waiting with `keep`. With `sooner`
    this request's `run_at` counts if it is earlier, with `reschedule` in any case: each request
    then puts the run off. `replace` also gives the twin this job's payload and fresh attempts.

    With `once_in` the key is taken for so long after a job was created, whatever becomes of that
    job; `EVER` is for always. `wake` tells workers that listen, when the transaction commits.

    Raises:
        NoTransaction: outside `tx.run()`.
        BadPayload: naming the path of what cannot be stored.
        TypeError: the job is none, `run_at` no datetime or `once_in` no timedelta.
        ValueError: `run_at` has no time zone, a choice is misspelt, or what is about the twin of a
            job is asked for without a key.

    """
    parameters = checked(job, dedup_key, run_at, on_running, on_waiting)
    if once_in is None:
        return await insert(parameters, on_waiting, wake=wake)
    enqueued = await in_window(parameters, on_waiting, once_in)
    if wake:
        await wake_up()
    return enqueued


async def enqueue_alone(
    job: Job,
    *,
    dedup_key: str | None = None,
    run_at: datetime | None = None,
    on_running: OnRunning = "absorb",
    on_waiting: OnWaiting = "keep",
    wake: bool = False,
) -> Enqueued:
    """Enqueue a job that no business row causes, in a transaction of its own.

    It means what `enqueue` means and is one round trip, where `tx.run()` around that takes two.
    There is no `once_in`, which needs more than one statement.

    Raises:
        RuntimeError: inside `tx.run()`, of whose transaction the job would be no part.
        Unavailable: the database could not be reached; nothing was written.
        CommitUnknown: the connection was lost before the answer came, or none came in 5 seconds.
            With a key it is safe to ask again.
        BadPayload, TypeError, ValueError: as `enqueue`.

    """
    if tx.is_open():
        raise RuntimeError("A transaction is open: `enqueue` commits the job with what it writes.")
    parameters = checked(job, dedup_key, run_at, on_running, on_waiting)
    return await insert(parameters, on_waiting, wake=wake, alone=True)


async def enqueue_from(kind: type[Job], chosen: LiteralString, /, **parameters: object) -> int:
    """Enqueue one job for each row of a select, in one statement; return how many were created.

    The select yields two columns: the payload as jsonb, ids only, and the dedup key. Order it by
    what the key is made of, so that two of these over the same rows never deadlock.

    Raises:
        NoTransaction: outside `tx.run()`.
        TypeError: it is no class of jobs.

    """
    layout(kind)  # refuses a class that is no job's
    statement = ENQUEUE_FROM_HEAD + chosen + ENQUEUE_FROM_TAIL
    return await tx.execute(statement, **parameters, job_queue=kind.queue, job_kind=kind.kind)


async def wake_up() -> None:
    """Tell the workers that listen that there is something to do, when the transaction commits.

    Raises:
        NoTransaction: outside `tx.run()`.

    """
    await tx.execute(WAKE)


def checked(
    job: Job,
    dedup_key: str | None,
    run_at: datetime | None,
    on_running: OnRunning,
    on_waiting: OnWaiting,
) -> dict[str, object]:
    """Return a job as the parameters of its statement.

    Raises:
        BadPayload, TypeError, ValueError: as `enqueue`.

    """
    if run_at is not None:
        check_time(run_at)
    if dedup_key is not None:
        check_key(dedup_key)
    if on_running != "absorb" or on_waiting != "keep":
        check_choices(on_running, on_waiting, dedup_key)
    payload = encode(job)  # first: it sees whether this is a job
    return {
        "queue": job.queue,
        "kind": job.kind,
        "payload": payload,
        "dedup_key": dedup_key,
        "run_at": run_at,
        "rerun": on_running == "rerun",
    }
