"""A queue, its workers and its enqueuers in one thread under one seed, with a clock of their own.

Workers are generators: each `yield` is a step of the real SQL and a moment at which they may be
killed. A killed worker is dropped and a new one begins. Some handlers stall until their lease is
over, some sends lose their answer. What was sent is written down here, outside the database.
"""

import random
from collections import Counter
from collections.abc import Awaitable, Callable, Generator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from shared import outbox, tx
from shared.outbox.ended import Ended, fence
from shared.outbox.job import Running
from shared.outbox.worker.ack import acknowledge
from shared.outbox.worker.successes import is_plain, succeed_all
from shared.outbox.worker.sweeping import sweep
from tests.support.jobs import Pick, Water, claim

EPOCH = datetime(2030, 6, 1, tzinfo=UTC)
LEASE = timedelta(seconds=120)
KEYS = ("oak", "ash", "elm", "fir", None)

KILLED = 0.04  # at each step
STALLS = 0.10  # past the lease
LOST_ANSWER = 0.10  # of sends

Step = Callable[[], Awaitable[Any]]
Actor = Generator[Step, Any, None]


@dataclass
class World:
    """Everything that one seed decides."""

    seed: int
    workers: int = 3
    now: datetime = EPOCH
    chaos: bool = True
    steps: int = 0
    kills: int = 0
    jobs: set[int] = field(default_factory=set)
    sends: Counter[int] = field(default_factory=Counter)
    excused: Counter[int] = field(default_factory=Counter)  # what may mean one copy more
    holders: dict[int, UUID] = field(default_factory=dict)
    late: int = 0
    broken: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self.actors: list[Actor] = [self.worker() for _ in range(self.workers)]
        self.pending: dict[int, Step] = {}

    def worker(self) -> Actor:
        """Claim, send, write the end, for ever."""
        while True:
            for running in (yield self.claim):
                yield from self.work(running)

    def work(self, running: Running) -> Actor:
        """Work one attempt as a handler does that sends a mail."""
        if self.chaos and self.random.random() < STALLS:
            self.now += LEASE * self.random.uniform(1.0, 1.5)
            yield self.sweep
        outcome = self.random.choices(["succeeded", "failed", "discarded", "snoozed"], OUTCOMES)[0]
        if not self.chaos:
            outcome = "succeeded"
        if outcome == "succeeded":
            self.sends[running.id] += 1
            self.excused[running.id] += 1  # until the end is written, this copy is a "maybe"
            if self.chaos and self.random.random() < LOST_ANSWER:
                outcome = "failed"
        ended = Ended(running, outcome, error="X", delay=timedelta(minutes=3))
        yield lambda: self.acknowledge(ended)

    async def claim(self) -> list[Running]:
        limit = self.random.randint(1, 3)
        claimed = await claim(limit, lease=LEASE, now=self.now)
        for running in claimed:
            self.say_if(running.attempt > outbox.MAX_ATTEMPTS, f"P5 attempt {running.attempt}")
            self.say_if(running.id in self.holders, f"P7 job {running.id} claimed while it is held")
            self.holders[running.id] = running.lease_id
        return claimed

    async def acknowledge(self, ended: Ended) -> None:
        job, lease = ended.running.id, ended.running.lease_id
        is_holder = self.holders.get(job) == lease
        is_written = await self.write(ended)
        if not is_holder:
            self.late += 1
        self.say_if(is_holder != is_written, f"P7 job {job}: {is_holder=} at its end")
        if is_holder:
            del self.holders[job]
            if ended.outcome == "succeeded":
                self.excused[job] -= 1  # sent and written: no maybe

    async def write(self, ended: Ended) -> bool:
        """Write an end as a worker does, at first in the short way, and tell whether it was."""
        tries_plain = is_plain(ended) and self.random.random() < 0.7
        if tries_plain and not await succeed_all([ended], now=self.now):
            return True
        done = await acknowledge([ended], now=self.now)
        return fence(ended) in done.verdicts

    async def sweep(self) -> None:
        await sweep(now=self.now)
        async with tx.run():
            held = await tx.rows(Held, HELD)
        leases = {one.id: one.lease_id for one in held}
        self.holders = {job: lease for job, lease in self.holders.items() if job in leases}

    async def enqueue(self) -> None:
        key = self.random.choice(KEYS)
        job = self.random.choice([Water, Pick])()
        mode = self.random.choice(["absorb", "rerun"])
        mode = "absorb" if key is None else mode  # without a key there is no twin
        async with tx.run():
            asked = await outbox.enqueue(job, dedup_key=key, run_at=self.now, on_running=mode)
        runs_again = mode == "rerun" and asked.id in self.holders
        self.excused[asked.id] += asked.created or runs_again
        self.jobs.add(asked.id)

    async def retry(self) -> None:
        async with tx.run():
            dead = await tx.scalar(int, "select min(id) from background_jobs where status = 'dead'")
        if dead is None:
            return
        if (await outbox.retry(dead)).outcome == "retried":
            self.excused[dead] += 1
            await self.due_now(dead)

    async def due_now(self, job: int) -> None:
        async with tx.run():
            await tx.execute(
                "update background_jobs set run_at = %(now)s where id = %(job)s",
                now=self.now,
                job=job,
            )

    def say_if(self, is_broken: bool, promise: str) -> None:
        if is_broken:
            self.broken.append(f"step {self.steps}: {promise}")

    async def step(self) -> None:
        """Let one actor make its next step, or somebody ask, look after the queue, or wait."""
        self.steps += 1
        self.now += timedelta(seconds=self.random.choice([0, 1, 20]))
        chance = self.random.random()
        if self.chaos and chance < ASKS:
            await self.random.choice([self.enqueue, self.enqueue, self.sweep, self.retry])()
            return
        number = self.random.randrange(len(self.actors))
        if self.chaos and self.random.random() < KILLED:
            self.kills += 1
            self.restart(number)
            return
        await self.go_on(number)

    async def go_on(self, number: int) -> None:
        """Make the step at which an actor stands, and let it come to its next one."""
        actor = self.actors[number]
        asked = self.pending.get(number) or next(actor)
        self.pending[number] = actor.send(await asked())

    def restart(self, number: int) -> None:
        """Kill a worker between two steps: what it held is left to the leases."""
        self.actors[number].close()
        self.actors[number] = self.worker()
        self.pending.pop(number, None)

    async def quiet_down(self) -> None:
        """No more faults: kill all, and let time pass until nothing lives."""
        self.chaos = False
        for number in range(len(self.actors)):
            self.restart(number)
        began = self.now
        while (due := await self.next_due()) is not None:
            self.now = max(self.now, due) + timedelta(seconds=1)
            await self.sweep()
            for number in range(len(self.actors)):
                for _ in range(2):
                    await self.go_on(number)
            if self.now > began + LONGEST:
                self.broken.append("P2 a job lives longer than the ladder and a lease")
                return

    async def next_due(self) -> datetime | None:
        async with tx.run():
            return await tx.scalar(datetime, NEXT)


@dataclass(frozen=True)
class Held:
    """A lease that the table knows."""

    id: int
    lease_id: UUID


OUTCOMES = (75, 18, 3, 4)
ASKS = 0.25
LONGEST = sum(outbox.LADDER, timedelta()) * 1.1 + LEASE + timedelta(minutes=10)

HELD = "select id, lease_id from background_jobs where status = 'running'"

NEXT = """
    select min(coalesce(leased_until, run_at))
      from background_jobs where status in ('pending', 'running')
"""
