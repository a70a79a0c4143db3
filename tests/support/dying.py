"""A worker whose process ends in the middle of much else: what becomes of its neighbours.

`python -m tests.support.dying URL SECONDS` runs one tick; the job `test.poison` ends the process
half a second after it began, each job beside it takes so many seconds.
"""

import asyncio
import os
import sys

from shared import outbox
from tests.support.jobs import Water, using
from tests.support.worker import Poison


async def die(job: Poison) -> None:
    """End the process when there has been time to work."""
    await asyncio.sleep(0.5)
    os._exit(3)


async def main(url: str, seconds: float) -> None:
    """Run one tick that does not come to its end."""

    async def water(job: Water) -> None:
        await asyncio.sleep(seconds)

    jobs = outbox.Handlers([outbox.Handler(Poison, die), outbox.Handler(Water, water)])
    async with using(url):
        await outbox.tick(jobs, budget=60, concurrency=4)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], float(sys.argv[2])))
