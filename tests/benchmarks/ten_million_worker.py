"""Tick until so many jobs are done, and print the resident memory after every so many, in KiB.

python -m tests.benchmarks.ten_million_worker DATABASE_URL JOBS EVERY
"""

import asyncio
import re
import sys
from pathlib import Path

from shared import outbox, tx
from tests.support.jobs import Water


def resident() -> int:
    """Return what this process has in memory now, in KiB."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path("/proc/self/status").read_text())
    assert found is not None
    return int(found[1])


async def main(url: str, jobs: int, every: int) -> None:
    done, enough = 0, asyncio.Event()

    async def water(job: Water) -> None:
        nonlocal done
        done += 1
        if done % every == 0:
            print(resident(), flush=True)
        if done == jobs:
            enough.set()

    tx.use(tx.Pool(url))
    ticking = asyncio.create_task(tick_on(outbox.Handlers([outbox.Handler(Water, water, 10.0)])))
    await asyncio.wait(
        {ticking, asyncio.create_task(enough.wait())}, return_when=asyncio.FIRST_COMPLETED
    )
    if ticking.done():
        await ticking  # it can only have failed
    ticking.cancel()
    await asyncio.wait([ticking])


async def tick_on(handlers: outbox.Handlers) -> None:
    while True:
        await outbox.tick(handlers)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
