"""What happens when every thread is taken, and where threads end with the process."""

import asyncio
import subprocess
import sys
import threading
import time

from shared import outbox
from shared.outbox.worker import threads
from tests.support.jobs import Water, enqueue, handlers, make_due, on, state


def test_a_job_for_which_no_thread_is_free_waits_without_burning_an_attempt(database, db):
    release, begun = threading.Event(), []

    def work(job):
        begun.append(job.plant)
        release.wait(30)

    async def story():
        jobs = [await enqueue(Water(n)) for n in range(threads.MOST + 1)]
        everywhere = {"budget": 20, "concurrency": threads.MOST + 1}
        full = await outbox.tick(handlers(work, timeout=2), **everywhere)
        release.set()
        await asyncio.sleep(0.5)
        last = [job for job in jobs if state(db, job) == ("pending", 0)]
        make_due(db)
        return full, last, await outbox.tick(handlers(work, timeout=10), **everywhere)

    full, last, after = on(database, story)

    assert (full.retried, full.snoozed) == (threads.MOST, 1)
    assert len(last) == 1
    assert after.succeeded == threads.MOST + 1
    assert max(begun) == threads.MOST
    assert len(begun) == 2 * threads.MOST + 1


def test_a_job_that_waits_for_a_thread_when_the_tick_ends_is_handed_back(database, db):
    release = threading.Event()

    async def story():
        for n in range(threads.MOST + 1):
            await enqueue(Water(n))
        tick = asyncio.create_task(
            outbox.tick(
                handlers(lambda job: release.wait(30)),
                budget=20,
                grace=1,
                concurrency=threads.MOST + 1,
            )
        )
        await asyncio.sleep(1)
        tick.cancel()
        await asyncio.wait([tick])

    on(database, story)
    release.set()

    counted = db.execute(
        "select status, count(*) as jobs from background_jobs group by 1 order by 1"
    )
    assert [tuple(one.values()) for one in counted] == [("pending", 1), ("running", threads.MOST)]


HANGS = """
import asyncio, threading, time
from shared.outbox.worker.threads import Call

async def main():
    asyncio.create_task(watch(Call(1, lambda payload: time.sleep(600), None)))
    await asyncio.sleep(0.2)

async def watch(call):
    await call

asyncio.run(main())
print("ended")
"""


def test_a_thread_that_hangs_does_not_keep_the_process_from_ending():
    began = time.monotonic()

    ended = subprocess.run(
        [sys.executable, "-c", HANGS], capture_output=True, text=True, timeout=60, check=True
    )

    assert ended.stdout == "ended\n"
    assert time.monotonic() - began < 30


def test_the_end_of_a_thread_that_outlives_its_loop_is_nobody_s_error(database):
    release, ended = threading.Event(), threading.Event()

    def work(job):
        release.wait(30)
        ended.set()

    async def story():
        await enqueue(Water())
        return await outbox.tick(handlers(work, timeout=0.3), budget=20)

    assert on(database, story).retried == 1
    release.set()
    assert ended.wait(10)


FORKS = """
import asyncio, os
from shared.outbox.worker.threads import Call

async def main():
    return await Call(1, lambda payload: payload, os.getpid())

assert asyncio.run(main()) == os.getpid()
child = os.fork()
if child == 0:
    asyncio.run(main())
    os._exit(7)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def test_a_fork_has_threads_of_its_own():
    ended = subprocess.run(
        [sys.executable, "-c", FORKS], capture_output=True, text=True, timeout=60, check=True
    )

    assert ended.stdout == "7\n"


def test_threads_may_begin_anew(database):
    async def story():
        threads.begin_anew()
        await enqueue(Water())
        return await outbox.tick(handlers(lambda job: None), budget=20)

    assert on(database, story).succeeded == 1
