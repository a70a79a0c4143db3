"""A worker in a process of its own that ticks for some seconds, beside others of its kind.

`python -m tests.support.gate_worker URL SECONDS HOLD` works letters, each for HOLD seconds.
"""

import asyncio
import sys
import time

from shared import outbox
from tests.support.gates import Letter
from tests.support.jobs import using


async def main(url: str, seconds: float, hold: float) -> None:
    """Tick again and again until the time is over."""

    async def work(job: Letter) -> None:
        await asyncio.sleep(hold)

    jobs = outbox.Handlers([outbox.Handler(Letter, work, timeout=1)])
    until = time.monotonic() + seconds
    async with using(url):
        while time.monotonic() < until:
            await outbox.tick(jobs, budget=2, concurrency=8)
            await asyncio.sleep(0.02)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], float(sys.argv[2]), float(sys.argv[3])))
