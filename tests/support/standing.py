"""A worker that stands ready and claims jobs by their names, for tests of that."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

from shared import outbox, tx
from shared.outbox.holding import allowance
from shared.outbox.job import Running
from shared.outbox.worker import claim, claimer, listening
from shared.outbox.worker.report import Report
from tests.support.jobs import Pick, Water, enqueue, nothing

LONG = 60.0
PATIENCE = 30.0

# The jobs that only see whether a worker claims by name.
WARM = 1_000_000


@dataclass
class Standing:
    """What one saw of workers that stand."""

    came: list[int] = field(default_factory=list[int])
    named: list[int] = field(default_factory=list[int])
    asked: list[int] = field(default_factory=list[int])
    reports: list[Report] = field(default_factory=list[Report])
    stopping: asyncio.Event = field(default_factory=asyncio.Event)
    serving: list[asyncio.Task[None]] = field(default_factory=list[asyncio.Task[None]])


@contextmanager
def spied(seen: Standing, **patience: float):
    """Note which jobs are claimed by name; what `patience` names is waited for that long."""
    original = claimer.claim_named

    async def noted(connection: Any, job: int, **options: Any) -> Running | None:
        seen.asked.append(job)
        found = await original(connection, job, **options)
        if found is not None:
            seen.named.append(found.id)
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(claimer, "claim_named", noted)
        patch.setattr(listening, "PAUSE", 0.2)
        knows = patience.get("knows", LONG)
        patch.setattr(claimer, "CLEAR", knows)
        patch.setattr(allowance, "HOLDS", knows)
        patch.setattr(claim, "PATIENCE", patience.get("answers", claim.PATIENCE))
        yield


@asynccontextmanager
async def standing(
    work: Callable[[Any], Awaitable[None]] = nothing,
    *,
    listen_on: str,
    jobs: outbox.Handlers | None = None,
    patience: dict[str, float] | None = None,
    workers: int = 1,
    **options: Any,
) -> AsyncGenerator[Standing]:
    """Serve, from when a job was claimed by its name, until the block ends."""
    seen = Standing()

    async def noted(job: Any) -> None:
        if job.plant != WARM:
            seen.came.append(job.plant)
            await work(job)

    own = outbox.Handlers([outbox.Handler(one, noted, timeout=1) for one in (Water, Pick)])
    options = {"every": LONG, "reported": seen.reports.append} | options
    with spied(seen, **(patience or {})):
        for _ in range(workers):
            serving = outbox.serve(
                jobs or own, seen.stopping, listen_on=tx.Pool(listen_on), **options
            )
            seen.serving.append(asyncio.create_task(serving))
        try:
            await until_it_claims_by_name(seen)
            yield seen
        finally:
            seen.stopping.set()
            await asyncio.gather(*seen.serving, return_exceptions=True)


async def until_it_claims_by_name(seen: Standing) -> None:
    """Enqueue jobs until one more is claimed by its name, and let the worker stand again."""
    before = len(seen.named)
    async with asyncio.timeout(PATIENCE):
        while len(seen.named) == before:
            await name(Water(WARM))
            await asyncio.sleep(0.1)
    await asyncio.sleep(0.2)


async def name(job: outbox.Job, **options: Any) -> int:
    """Enqueue a job whose id is told to the workers."""
    return (await outbox.enqueue_alone(job, wake=True, **options)).id


async def enqueue_silently(job: outbox.Job) -> int:
    """Enqueue a job of which a worker that stands hears nothing."""
    return await enqueue(job)


async def say(*texts: str) -> None:
    """Send notifications on the channel of the workers, in one transaction."""
    async with tx.run():
        for text in texts:
            await tx.execute("select pg_notify('background_jobs', %(text)s)", text=text)


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.02)
