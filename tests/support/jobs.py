"""Jobs that tests enqueue, and how they run a coroutine on a database of their own."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, ClassVar, TypeVar
from uuid import uuid4

import psycopg
from psycopg.rows import DictRow

from shared import outbox, tx
from shared.outbox.holding.allowance import limited_queues
from shared.outbox.job import QUEUES, Running
from shared.outbox.worker.claim import claim_or_hold
from tests.support.pgbouncer import through

T = TypeVar("T")

LEASE = timedelta(seconds=120)


@dataclass(frozen=True)
class Water:
    """A bulk job."""

    kind: ClassVar[str] = "test.water"
    queue: ClassVar[str] = "bulk"

    plant: int = 1


@dataclass(frozen=True)
class Pick:
    """An interactive job."""

    kind: ClassVar[str] = "test.pick"
    queue: ClassVar[str] = "interactive"

    plant: int = 1


Work = Callable[[Any], Awaitable[None]]


async def nothing(job: object) -> None:
    """Work a job by doing nothing."""


def handlers(water: Work = nothing, pick: Work = nothing, timeout: float = 10.0) -> outbox.Handlers:
    """Return handlers for both kinds."""
    return outbox.Handlers(
        [outbox.Handler(Water, water, timeout), outbox.Handler(Pick, pick, timeout)]
    )


@asynccontextmanager
async def using(url: str, *, size: int = 20, patience: float = 5.0):
    """Use a database for the transactions of this process, and leave no connection behind."""
    pool = tx.Pool(through(url), size=size, patience=patience)
    tx.use(pool)
    try:
        yield pool
    finally:
        await pool.close()
        tx.use(None)


def on(url: str, block: Callable[[], Coroutine[Any, Any, T]], *, size: int = 20) -> T:
    """Run a coroutine in a loop of its own, with `url` as the ambient database."""

    async def main() -> T:
        async with using(url, size=size):
            return await block()

    return asyncio.run(main())


async def enqueue(job: outbox.Job, **options: Any) -> int:
    """Enqueue in a transaction of its own and return the id."""
    async with tx.run():
        return (await outbox.enqueue(job, **options)).id


async def claim(
    limit: int,
    *,
    lease: timedelta,
    queues: Sequence[str] = QUEUES,
    now: datetime | None = None,
) -> list[Running]:
    """Claim so many jobs as a worker would, in one go."""
    limited = await limited_queues(queues)
    found = await claim_or_hold(
        limit, lease=lease, lease_id=uuid4(), queues=queues, limited=limited, now=now
    )
    return found.running


async def claim_one(*, now: datetime | None = None) -> Running:
    """Claim one job as a worker would, and return its lease."""
    claimed = await claim(1, lease=LEASE, now=now)
    assert len(claimed) == 1
    return claimed[0]


def expire(db: psycopg.Connection[DictRow], job_id: int) -> None:
    """Let a job's lease be over, as if its worker had been killed long ago."""
    db.execute(
        "update background_jobs set leased_until = clock_timestamp() - interval '1 s'"
        " where id = %s",
        (job_id,),
    )


def make_due(db: psycopg.Connection[DictRow]) -> None:
    """Make every waiting job due."""
    db.execute(
        "update background_jobs set run_at = clock_timestamp() - interval '1 s'"
        " where status = 'pending'"
    )


def row(db: psycopg.Connection[DictRow], job_id: int) -> DictRow:
    """Return a job's row."""
    found = db.execute("select * from background_jobs where id = %s", (job_id,)).fetchone()
    assert found is not None
    return found


def state(db: psycopg.Connection[DictRow], job_id: int) -> tuple[str, int]:
    """Return a job's status and attempts."""
    found = db.execute(
        "select status, attempts from background_jobs where id = %s", (job_id,)
    ).fetchone()
    assert found is not None
    return found["status"], found["attempts"]


def outcomes(db: psycopg.Connection[DictRow], job_id: int) -> list[str]:
    """Return how a job's attempts ended, oldest first; a success at the end is in the job's row."""
    ended = db.execute("select outcome from job_attempts where job_id = %s order by id", (job_id,))
    found = [attempt["outcome"] for attempt in ended]
    return [*found, "succeeded"] if state(db, job_id)[0] == "succeeded" else found
