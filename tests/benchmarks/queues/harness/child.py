"""One operation of one Python peer, in a fresh process.

    python -m tests.benchmarks.queues.harness.child PEER OPERATION URI N

It says JSON lines on stdout and takes one line, "stop", on stdin. Nothing but the peer's own
library is imported, and the measuring queries are the runner's, which keeps its peak memory
honest. node/child.mjs speaks the same way for the Node peers.
"""

import asyncio
import importlib
import json
import os
import sys
import time

PATIENCE = 240.0
RATE = 20.0  # jobs a second in W5


def payload(i):
    return {"i": i, "to": f"reader-{i:07d}@example.org", "note": "why-we-garden"}


def emit(event, **fields):
    print(json.dumps({"event": event, **fields}), flush=True)


async def stop_line():
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)


async def setup(peer, uri, n):
    await peer.setup(uri)
    emit("end")


async def enqueue_one(peer, uri, n):
    payloads = [payload(i) for i in range(n)]
    async with peer.producer(uri) as producer:
        began = time.perf_counter()
        for one in payloads:
            await producer.one(one)
        emit("end", seconds=time.perf_counter() - began)


async def enqueue_many(peer, uri, n):
    payloads = [payload(i) for i in range(n)]
    async with peer.producer(uri) as producer:
        began = time.perf_counter()
        await producer.many(payloads)
        emit("end", seconds=time.perf_counter() - began)


async def drain(peer, uri, n):
    """Start a worker on a full queue; say when every handler has run."""
    seen, all_run, first = bytearray(n), asyncio.Event(), None
    left, loop = n, asyncio.get_running_loop()

    def on_job(i):
        nonlocal left, first
        if first is None:
            first = time.time()
        if not seen[i]:
            seen[i] = 1
            left -= 1
            if not left:
                loop.call_soon_threadsafe(all_run.set)

    emit("start", t=time.time())
    async with peer.worker(uri, on_job):
        await asyncio.wait_for(all_run.wait(), PATIENCE)
        emit("all_run", t=time.time(), first=first)
        await stop_line()
        emit("end")
        leave()


async def serve(peer, uri, n):
    """Let a worker idle; note when each handler starts."""
    started, all_run = {}, asyncio.Event()
    loop = asyncio.get_running_loop()

    def on_job(i):
        started.setdefault(i, time.time())
        if len(started) == n:
            loop.call_soon_threadsafe(all_run.set)

    async with peer.worker(uri, on_job):
        await asyncio.sleep(2)
        emit("ready")
        await asyncio.wait_for(all_run.wait(), PATIENCE)
        emit("end", started=[started[i] for i in range(n)])
        leave()


async def produce(peer, uri, n):
    """Enqueue at a steady rate, one transaction each; note when each commit returned."""
    committed = []
    async with peer.producer(uri) as producer:
        one = getattr(producer, "one_and_wake", producer.one)
        begin = time.time()
        for i in range(n):
            await asyncio.sleep(max(0, begin + i / RATE - time.time()))
            await one(payload(i))
            committed.append(time.time())
    emit("end", committed=committed)


def leave():
    """Skip the peer's shutdown in good order: it is not what is measured."""
    sys.stdout.flush()
    os._exit(0)


OPERATIONS = {
    work.__name__: work for work in (setup, enqueue_one, enqueue_many, drain, serve, produce)
}

if __name__ == "__main__":
    name, operation, uri, count = sys.argv[1:5]
    peer = importlib.import_module(f"tests.benchmarks.queues.{name}")
    asyncio.run(OPERATIONS[operation](peer, uri, int(count)))
