"""One run of a case: the world is arranged, the job enqueued, worked, and what came of it read."""

import asyncio
import inspect
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any, TypeVar, cast

from shared import tx
from shared.outbox.enqueuing.enqueue import enqueue
from shared.outbox.job import Handlers
from shared.outbox.testing.case import After, Broken, Case
from shared.outbox.testing.queue import EMPTY
from shared.outbox.worker.report import Report
from shared.outbox.worker.ticking import tick
from shared.tx.ambient import configured_pool

T = TypeVar("T")

KEY = "case-log"

# Of two jobs the one that did not succeed is the one to look at.
READ = """
    select status, attempts,
           (select error from job_attempts
             where job_id = background_jobs.id and error is not null
             order by id desc limit 1) as error
      from background_jobs
     where kind = %(kind)s and starts_with(dedup_key, %(key)s)
     order by status = 'succeeded', id desc
     limit 1
"""

# Every lease over and every wait at its end, as if all night had passed.
MORNING = """
    update background_jobs
       set leased_until = case when status = 'running'
                               then clock_timestamp() - interval '1 s' end,
           run_at = clock_timestamp() - interval '1 s'
     where status in ('pending', 'running') and kind = %(kind)s
"""


@dataclass(frozen=True, slots=True)
class Stored:
    """What the table says of the job."""

    status: str
    attempts: int
    error: str | None


async def prepare(case: Case) -> None:
    """Empty the outbox, arrange the world and enqueue the job."""
    async with tx.run():
        await tx.execute(EMPTY)
    async with tx.run():
        await done(case.arrange())
    await ask(case)


async def ask(case: Case) -> None:
    """Enqueue the job, which has a key, once more unless it waits already."""
    async with tx.run():
        await enqueue(case.job, dedup_key=KEY, on_running="rerun")


async def work(case: Case, *, concurrency: int = 1) -> Report:
    """Work what is due, by a tick with time for one job of this handler and a little more."""
    timeout = case.handler.timeout
    return await tick(
        Handlers([case.handler]),
        budget=timeout + 10,
        lease=2 * timeout + 120,  # a handler may ask for time enough before it begins
        concurrency=concurrency,
    )


async def recover(case: Case) -> Report:
    """Work the job as the queue would on later ticks: expired leases first, then what waits."""
    async with tx.run():
        await tx.execute(MORNING, kind=case.name)
    await work(case)
    async with tx.run():
        await tx.execute(MORNING, kind=case.name)
    return await work(case)


async def look(case: Case) -> After:
    """Read what came of the job."""
    async with tx.run():
        stored = await tx.row(Stored, READ, kind=case.name, key=KEY)
        seen = await done(case.effects())
    if stored is None:
        raise Broken(f"The job {case.name} is gone from its table: a handler must not delete it.")
    return After(stored.status, stored.attempts, stored.error, seen)


async def reference(case: Case) -> After:
    """Return what an undisturbed run leaves behind.

    Raises:
        Broken: such a run fails, or nothing shows that it took place.

    """
    await prepare(case)
    async with tx.run():
        before = await done(case.effects())
    await work(case)
    after = await look(case)
    if after.status != "succeeded":
        raise Broken(
            f"{case.name} does not succeed even undisturbed: it is {after.status} after "
            f"{after.attempts} attempt(s), with the error: {after.error}.\n"
            "Look at what arrange() prepares and at what the handler needs of its surroundings."
        )
    if after.effects == before:
        raise Broken(
            f"effects() returns the same before and after {case.name} was worked: "
            f"{before!r}.\nIt would see no fault. Let it read what the handler changes."
        )
    return after


def on_database(url: str, block: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run a coroutine in a loop of its own with `url` as the database of its transactions."""

    async def with_pool() -> T:
        async with using(url):
            return await block()

    with asyncio.Runner() as runner:
        return runner.run(with_pool())


@asynccontextmanager
async def using(url: str) -> AsyncGenerator[None]:
    """Use a database in the block, and afterwards the one that was used before."""
    before = used_before()
    pool = tx.Pool(url)
    tx.use(pool)
    try:
        yield
    finally:
        tx.use(before)
        await pool.close()


def used_before() -> tx.Pool | None:
    """Return the pool of the process, None when it has none."""
    try:
        return configured_pool()
    except RuntimeError:
        return None


def wrapped(
    case: Case, *, began: Callable[[], None], ended: Callable[[], None] = lambda: None
) -> Case:
    """Return the case with a handler that says when it begins and ends."""
    work = case.handler.work

    async def waited(job: Any) -> object:
        began()
        try:
            return await done(work(job))
        finally:
            ended()

    def plain(job: Any) -> object:
        began()
        try:
            return work(job)
        finally:
            ended()

    own = plain if case.handler.runs_in_thread else waited
    return replace(case, handler=replace(case.handler, work=own))


async def done(found: object) -> object:
    """Wait for what may have to be waited for."""
    return await cast("Awaitable[object]", found) if inspect.isawaitable(found) else found
