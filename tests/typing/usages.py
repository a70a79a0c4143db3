"""How the outbox and the transaction are used, for pyright: right above, wrong below.

A line marked `refused` must be an error, every other line must not. Nothing here is ever run.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import ClassVar, Literal, assert_type

from shared import outbox, tx
from shared.outbox import Bulk, Enqueued, FanOut, Handler, Handlers, Report, Running


@dataclass(frozen=True, slots=True)
class Water:
    """Water one bed."""

    kind: ClassVar[str] = "garden.water"
    queue: ClassVar[str] = "bulk"

    bed_id: int


@dataclass(frozen=True, slots=True)
class Prune:
    """Prune one tree."""

    kind: ClassVar[str] = "garden.prune"
    queue: ClassVar[str] = "interactive"

    tree_id: int


@dataclass(frozen=True, slots=True)
class Homeless:
    """A job that does not say in which queue it waits."""

    kind: ClassVar[str] = "garden.homeless"

    bed_id: int


@dataclass(frozen=True, slots=True)
class Bed:
    """A row."""

    id: int
    name: str


BED = "select id, name from beds where id = %(id)s"


async def water(job: Water) -> None:
    """Work a job."""
    assert_type(outbox.current(), Running)
    if job.bed_id < 0:
        raise outbox.Discard("there is no such bed")
    raise outbox.Snooze(timedelta(minutes=5))


def prune(job: Prune) -> Bed:
    """Work a job in a thread."""
    assert_type(outbox.must_stop(), bool)
    return Bed(job.tree_id, "under the tree")


async def right() -> None:
    """Use everything as it is meant."""
    async with tx.run():
        assert_type(await tx.execute(BED, id=1), int)
        assert_type(await tx.rows(Bed, BED, id=1), list[Bed])
        assert_type(await tx.row(Bed, BED, id=1), Bed | None)
        assert_type(await tx.scalar(int, "select count(*) from beds"), int | None)
        assert_type(await tx.execute("delete from beds" + " where id = 1"), int)
        enqueued = await outbox.enqueue(Water(1), dedup_key="water-1", run_at=datetime.now(UTC))
        assert_type(enqueued, Enqueued)
        assert_type(await outbox.enqueue_many([("water-2", Water(2))]), Bulk)
        assert_type(await outbox.enqueue_from(Water, BED, id=1), int)
        assert_type(await outbox.fan_out("all-beds", Water, BED, id=1), FanOut)
        await outbox.enqueue(Water(1), dedup_key="a", on_waiting="replace", once_in=outbox.EVER)
    handlers = Handlers([Handler(Water, water, timeout=5)])
    assert_type(await outbox.tick(handlers, budget=10), Report)
    assert_type(await outbox.result(1, Bed), Bed | None)
    assert_type(await outbox.result(1, int), int | None)
    assert_type(await outbox.cancel(job_id=1), Literal["cancelled", "requested"] | None)
    Handlers([Handler(Prune, prune, timeout=900, renews=True)])
    work: Callable[[Water], object] = Handler(Water, water).work
    work(Water(1))


async def wrong(name: str, table: str) -> None:
    """Use everything as it must not be used."""
    await outbox.enqueue({"bed_id": 1})  # refused: a plain dict
    await outbox.enqueue(Homeless(1))  # refused: it names no queue
    await outbox.enqueue(Water("first"))  # refused: the id is a number
    await outbox.enqueue(Water(bed=1))  # refused: there is no such field
    await outbox.enqueue(Water(1), on_running="again")  # refused: absorb or rerun
    await outbox.enqueue(Water(1), on_waiting="later")  # refused: one of four words
    await outbox.enqueue(Water(1), run_at="tomorrow")  # refused: a time
    await outbox.enqueue_from(Water, f"select {name}")  # refused: SQL with a value in it
    await outbox.fan_out("all", Water, f"select {name}")  # refused: SQL with a value in it
    await outbox.enqueue_many([Water(1)])  # refused: pairs of a key and a job
    outbox.Schedule("a", Prune, at="07:00")  # refused: a job, not its class
    Handler(Prune, water)  # refused: the handler of another payload
    Handler(Water, prune)  # refused: the handler of another payload
    await outbox.result(1, "Bed")  # refused: a class, not its name
    await outbox.tick([Handler(Water, water)])  # refused: Handlers, not a list
    await tx.execute(f"delete from {table}")  # refused: SQL with a value in it
    await tx.execute("delete from beds where name = '" + name + "'")  # refused: put together
    await tx.rows(Bed, " ".join(("select * from", table)))  # refused: put together
    await tx.row(Bed, BED.replace("beds", table))  # refused: put together
    await tx.scalar(int, table)  # refused: any string
    (await outbox.enqueue(Water(1))).created = True  # refused: it is frozen
