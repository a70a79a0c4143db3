"""Two hundred seeds of chaos on a clock of their own, and every promise kept in each.

SEEDS=N in the environment runs N others; a seed that ever failed is in seeds.txt, and is run again.
"""

import os
import random
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from shared import outbox, tx
from tests.simulation.world import World
from tests.support import figures
from tests.support.checker import PROMISES
from tests.support.jobs import on

FAILED_ONCE = Path(__file__).with_name("seeds.txt")
STEPS = 30

JOBS = "select id, status, attempts from background_jobs"


@dataclass(frozen=True)
class Stored:
    """How a job stands."""

    id: int
    status: str
    attempts: int


async def live(seed: int) -> World:
    """Let one seed happen, from an empty queue to a quiet one."""
    async with tx.run():
        await tx.execute("truncate background_jobs, job_attempts, job_queues restart identity")
        await tx.execute("select setseed(%(seed)s)", seed=seed % 1000 / 1000)  # the jitter's dice
    world = World(seed, workers=2 + seed % 3)
    for _ in range(3):
        await world.enqueue()
    for _ in range(STEPS):
        await world.step()
    await world.quiet_down()
    await hold_against(world)
    return world


async def hold_against(world: World) -> None:
    """Hold what happened against the table, once everything is quiet."""
    async with tx.run():
        jobs = await tx.rows(Stored, JOBS)
        for promise, broken in PROMISES.items():
            if "delivery" not in broken and "notif" not in broken:
                world.say_if(bool(await tx.execute(broken)), promise)
    world.say_if({job.id for job in jobs} != world.jobs, "P1 other jobs than were asked for")
    for job in jobs:
        sends, excused = world.sends[job.id], world.excused[job.id]
        world.say_if(job.status == "succeeded" and sends == 0, f"P4 job {job.id} never sent")
        world.say_if(sends > excused, f"P4 job {job.id}: {sends} copies, {excused} excused")


def test_p2_p4_p5_p6_p7_hold_under_every_seed(database):
    past = [int(line) for line in FAILED_ONCE.read_text().split() if line.isdigit()]
    number = int(os.environ.get("SEEDS", "0"))
    fresh = random.sample(range(10**6), number) if number else range(200)
    seen = {"seeds": 0, "steps": 0, "kills": 0, "late ends": 0, "copies": 0}

    async def story():
        for seed in [*past, *fresh]:
            world = await live(seed)
            assert not world.broken, f"seed {seed}: {world.broken}"
            seen["seeds"] += 1
            seen["steps"] += world.steps
            seen["kills"] += world.kills
            seen["late ends"] += world.late
            seen["copies"] += sum(world.sends.values())

    on(database, story, size=1)
    figures.record("S", ", ".join(f"{value:,} {name}" for name, value in seen.items()))

    assert seen["kills"] > seen["seeds"] / 2
    assert seen["late ends"] > seen["seeds"] / 20


def test_a_seed_happens_twice_in_the_same_way(database):
    async def story():
        return [await live(7), await live(7)]

    first, second = on(database, story, size=1)

    assert (first.sends, first.kills, first.late) == (second.sends, second.kills, second.late)


def test_the_ladder_is_thirty_two_hours_and_thirty_six_minutes_to_the_second():
    total = sum(outbox.LADDER, timedelta())

    assert total == timedelta(hours=32, minutes=36)
    assert outbox.MAX_ATTEMPTS == 7
