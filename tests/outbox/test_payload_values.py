"""What a payload, a result or a key holds is looked at when it is written, not when it is read."""

import json
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import ClassVar

import pytest

from shared import outbox, tx
from shared.outbox.enqueuing.encoding import encode, encode_all
from shared.outbox.job import current
from tests.support.jobs import Water, enqueue, handlers, on


class Size(IntEnum):
    SMALL = 1


class Colour(StrEnum):
    RED = "red"


@dataclass(frozen=True)
class CountLeaves:
    kind: ClassVar[str] = "test.count-leaves"
    queue: ClassVar[str] = "bulk"

    tree_id: int
    name: str = ""
    height: float = 1.0
    is_old: bool = False
    of: int | None = None


WRONG = [
    (CountLeaves("x"), "payload.tree_id is of type str, and the class says int"),
    (CountLeaves(None), "payload.tree_id is of type NoneType"),
    (CountLeaves(True), "payload.tree_id is of type bool"),
    (CountLeaves(1, name=2), "payload.name is of type int, and the class says str"),
    (CountLeaves(1, height="tall"), "payload.height is of type str"),
    (CountLeaves(1, height=10**400), "payload.height is of type int"),
    (CountLeaves(1, is_old=1), "payload.is_old is of type int"),
    (CountLeaves(1, name="ada@garden.example"), "payload.name holds an address"),
    (CountLeaves(1, of={"who": ["Ada <ada@garden.example>"]}), r"payload.of.who\[0\] holds an ad"),
    (CountLeaves(1, of={"ada@garden.example": 1}), "payload.of has a key that holds an address"),
]


@pytest.mark.parametrize(("job", "told"), WRONG)
def test_what_no_worker_could_read_and_no_human_should_is_refused(job, told):
    with pytest.raises(outbox.BadPayload, match=f"CountLeaves: {told}"):
        encode(job)
    with pytest.raises(outbox.BadPayload, match=f"CountLeaves: {told}"):
        encode_all([CountLeaves(1), job, CountLeaves(2)])


@dataclass(frozen=True)
class Label:
    """A payload of which the usual value is harmless at first sight."""

    kind: ClassVar[str] = "test.label"
    queue: ClassVar[str] = "bulk"

    tree_id: int
    text: str = ""


@dataclass(frozen=True)
class Unlock:
    kind: ClassVar[str] = "test.unlock"
    queue: ClassVar[str] = "bulk"

    gate_token: int


AT_FIRST_SIGHT = [
    (Label(1, "for ada@garden.example"), "Label: payload.text holds an address"),
    (Label(1, "a\x00b"), "Label: payload.text holds a NUL or half a surrogate pair"),
    (Label(1, "a\ud83c"), "Label: payload.text holds a NUL or half a surrogate pair"),
    (Label(1, "\udf31b"), "Label: payload.text holds a NUL or half a surrogate pair"),
    (Label(10**5000), "Label: payload.tree_id has more than 4300 digits"),
    (Label(-(10**5000)), "Label: payload.tree_id has more than 4300 digits"),
    (Label(1, "x" * 65 * 1024), "Label: payload has 6.... bytes"),
    (Label(1, "\x01" * 11 * 1024), "Label: payload has 6.... bytes"),
    (Unlock(1), "Unlock: payload.gate_token looks like a secret"),
]


@pytest.mark.parametrize(("job", "told"), AT_FIRST_SIGHT)
def test_what_is_wrong_with_a_text_or_a_number_is_seen_at_first_sight(job, told):
    with pytest.raises(outbox.BadPayload, match=told):
        encode(job)
    with pytest.raises(outbox.BadPayload, match=told):
        encode_all([job, job])


@pytest.mark.parametrize(
    "text", ["", "pkg@1.2", "a @ b.example", 'with "quotes" and \\', "嫩芽 🌱", "\x01\x1f\x7f"]
)
def test_a_text_at_which_nothing_is_wrong_is_written_as_it_is(text):
    assert json.loads(encode(Label(1, text))) == {"tree_id": 1, "text": text}
    assert encode_all([Label(1, text)]) == [encode(Label(1, text))]


def test_a_batch_with_one_wrong_job_writes_none(database, db):
    async def story():
        async with tx.run():
            jobs = [CountLeaves(1), CountLeaves("x")]
            await outbox.enqueue_many((f"k{n}", job) for n, job in enumerate(jobs))

    with pytest.raises(outbox.BadPayload, match=r"payload\.tree_id"):
        on(database, story)

    assert db.execute("select count(*) from background_jobs").fetchone() == {"count": 0}


@pytest.mark.parametrize(
    "job",
    [
        CountLeaves(1, "oak", 2.5, True, 3),
        CountLeaves(Size.SMALL, Colour.RED),
        CountLeaves(1, height=2),
        CountLeaves(1, height=1e20),
        CountLeaves(1, name="@garden, pkg@1.2.3, a @ b.example, me@localhost"),
    ],
)
@pytest.mark.parametrize("many", [False, True])
def test_what_fits_comes_back_as_it_was(database, job, many):
    found = []

    async def work(job):
        found.append(job)

    async def story():
        async with tx.run():
            if many:
                await outbox.enqueue_many([(None, job), (None, CountLeaves(7))])
            else:
                await outbox.enqueue(job)
        await outbox.tick(outbox.Handlers([outbox.Handler(CountLeaves, work)]), concurrency=1)

    on(database, story)

    assert found[0] == job
    assert [type(value) for value in vars(found[0]).values()][:4] == [int, str, float, bool]


@pytest.mark.parametrize("many", [False, True])
def test_a_key_holds_no_address(database, many):
    async def story():
        async with tx.run():
            if many:
                await outbox.enqueue_many([("to-ada@garden.example", Water())])
            else:
                await outbox.enqueue(Water(), dedup_key="to-ada@garden.example")

    with pytest.raises(outbox.BadPayload, match="dedup_key holds an address"):
        on(database, story)


def test_a_result_holds_no_address_either(database, db):
    async def water(job):
        current()
        return {"told": ["ada@garden.example"]}

    async def story():
        await enqueue(Water())
        await outbox.tick(handlers(water))

    on(database, story)

    found = db.execute("select error from job_attempts").fetchone()
    assert "BadResult: result.told[0] holds an address" in found["error"]
    assert "ada" not in found["error"]


def test_why_something_is_paused_is_told_without_addresses(database, db):
    async def story():
        await outbox.pause(kind="test.water", because="ask ada@garden.example\nfirst")
        await outbox.pause(everything=True, because="ada@garden.example knows")
        return await outbox.gates()

    gates = on(database, story)

    assert gates.kinds[0].paused_because == "ask [address] first"
    assert gates.paused_because == "[address] knows"
