"""A worker that ticks until SIGTERM and writes down, outside the database, whatever it begins.

`python -m tests.support.ticker URL RECORD [--seconds S] [--lease L] [--concurrency N] [--once]`
works test.water for S seconds each. The record gets a line of JSON {"plant", "pid", "at"} when an
attempt begins; standard output gets the report of every tick that claimed something. A database
that is away is waited for. SIGTERM ends it as an entry point ends: nothing more is claimed, what
runs is handed back.
"""

import argparse
import asyncio
import json
import os
import signal
import time
from contextlib import suppress
from pathlib import Path

import psycopg

from shared import outbox, tx
from tests.support.jobs import Pick, Water, using

PAUSE = 0.1
GRACE = 3.0


class Ticker:
    """What one process does until it is told to stop."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self.asked = asked
        work = self.work
        self.handlers = outbox.Handlers(
            [outbox.Handler(kind, work, timeout=asked.timeout) for kind in (Water, Pick)]
        )

    async def work(self, job: Water | Pick) -> None:
        """Write down that it began, in one append that no kill can tear, and take one's time."""
        line = {"plant": job.plant, "pid": os.getpid(), "at": time.time()}
        descriptor = os.open(self.asked.record, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        os.write(descriptor, (json.dumps(line) + "\n").encode())
        os.close(descriptor)
        await asyncio.sleep(self.asked.seconds)

    async def run(self) -> None:
        """Tick until the task is cancelled, or once."""
        async with using(self.asked.url, size=4):
            while True:
                with suppress(tx.Unavailable, psycopg.Error):
                    await self.tick()
                if self.asked.once:
                    return
                await asyncio.sleep(PAUSE)

    async def tick(self) -> None:
        """Tick, and say what it did."""
        report = await outbox.tick(
            self.handlers,
            budget=self.asked.budget,
            lease=self.asked.lease,
            grace=GRACE,
            concurrency=self.asked.concurrency,
        )
        if report.claimed or report.rescued:
            print(json.dumps(report.as_json()), flush=True)


async def main(asked: argparse.Namespace) -> None:
    """Run until SIGTERM."""
    running = asyncio.create_task(Ticker(asked).run())
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, running.cancel)
    print("{}", flush=True)  # it is there
    with suppress(asyncio.CancelledError):
        await running


def asked_for() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("record", type=Path)
    parser.add_argument("--seconds", type=float, default=0.0)
    parser.add_argument("--timeout", type=float, default=1.0)
    parser.add_argument("--lease", type=float, default=2.0)
    parser.add_argument("--budget", type=float, default=60.0)
    parser.add_argument("--concurrency", type=int, default=8)
    parser.add_argument("--once", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    asyncio.run(main(asked_for()))
