"""A process that looks for what is due by the calendar, again and again, for a few seconds.

`python -m tests.support.scheduler URL SECONDS` prints how far its own clock is from the database's,
in seconds, then how many jobs it has enqueued.
"""

import asyncio
import sys
import time
from datetime import datetime

from shared import outbox, tx
from tests.support.jobs import Water, using

EVERY_MINUTE = outbox.Schedule("every-minute", Water(1), at="* * * * *")


async def main(url: str, seconds: float) -> None:
    inserted = 0
    async with using(url):
        async with tx.run():
            now = await tx.scalar(datetime, "select clock_timestamp()")
        print(round(time.time() - now.timestamp()), flush=True)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            inserted += (await outbox.enqueue_scheduled([EVERY_MINUTE])).inserted
    print(inserted)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], float(sys.argv[2])))
