"""A worker in a process of its own, as a server or a function runs one, for jobs that misbehave.

`python -m tests.support.worker URL BUDGET GRACE` runs one tick over the kinds below and prints the
report as JSON.
"""

import asyncio
import ctypes
import json
import os
import resource
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from shared import outbox
from tests.support.jobs import Pick, Water, nothing, using


@dataclass(frozen=True)
class Poison:
    """A job that ends its worker."""

    kind: ClassVar[str] = "test.poison"
    queue: ClassVar[str] = "bulk"

    how: str = "exit"


async def die(job: Poison) -> None:
    """End or block the process."""
    if job.how == "exit":
        await asyncio.sleep(0.3)
        os._exit(3)
    if job.how == "block":
        time.sleep(600)
    if job.how == "hold":  # holds the interpreter's lock, so that no Python thread can run
        ctypes.PyDLL(None).sleep(600)
    if job.how == "crash":
        await asyncio.sleep(0.3)
        ctypes.string_at(0)
    if job.how == "memory":
        fill_memory()
    if job.how == "recurse":
        recurse()
    if job.how == "wait":
        print("waiting", flush=True)
        await asyncio.sleep(600)


def fill_memory() -> None:
    """Take 16 MiB after the other until the process has no more."""
    in_use = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (in_use + 200 * 2**20, resource.RLIM_INFINITY))
    taken: list[bytearray] = []
    while True:
        taken.append(bytearray(16 * 2**20))


def recurse() -> int:
    """Call itself for ever."""
    return recurse() + 1


async def main(url: str, budget: float, grace: float) -> None:
    """Run one tick and print what it did."""
    jobs = outbox.Handlers(
        [
            outbox.Handler(Poison, die, timeout=budget / 2),
            outbox.Handler(Water, nothing, timeout=1),
            outbox.Handler(Pick, nothing, timeout=1),
        ]
    )
    async with using(url):
        report = await outbox.tick(jobs, budget=budget, grace=grace, concurrency=4)
    print(json.dumps(report.as_json()))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], float(sys.argv[2]), float(sys.argv[3])))
