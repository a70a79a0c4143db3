"""Numbers of thousands of digits, and keys that cannot be stored: told by path on every way."""

from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from shared import outbox, tx
from shared.outbox.payload import DIGITS
from shared.outbox.results import BadResult, encode_result
from tests.support.jobs import Water, on

LONG = 10**5000


@dataclass(frozen=True)
class Count:
    kind: ClassVar[str] = "test.count"
    queue: ClassVar[str] = "bulk"

    leaves: Any


async def one(job, key=None):
    async with tx.run():
        await outbox.enqueue(job, dedup_key=key)


async def many(job, key=None):
    async with tx.run():
        await outbox.enqueue_many([(key, job), ("another", job)])


async def many_with_ids(job, key=None):
    async with tx.run():
        await outbox.enqueue_many([(key, job), ("another", job)], ids=True)


WAYS = pytest.mark.parametrize("way", [one, many, many_with_ids])


@WAYS
@pytest.mark.parametrize(
    ("job", "told"),
    [
        (Water(LONG), "Water: payload.plant has more than 4300 digits"),
        (Count(-LONG), "Count: payload.leaves has more than 4300 digits"),
        (Count({"of": [1, LONG]}), r"Count: payload.leaves.of\[1\] has more than 4300 digits"),
        (Count({LONG: 1}), "Count: payload.leaves has a key of type int"),
    ],
    ids=["field", "negative", "within", "key"],
)
def test_a_number_that_python_could_not_read_back_is_refused_by_its_path(database, way, job, told):
    with pytest.raises(outbox.BadPayload, match=told):
        on(database, lambda: way(job))


@WAYS
def test_the_longest_number_is_stored(database, db, way):
    longest = 10**DIGITS - 1

    on(database, lambda: way(Count(longest), "plant"))

    assert on(database, outbox.jobs)[-1].payload == {"leaves": longest}


@WAYS
@pytest.mark.parametrize("key", ["a\x00b", "a\ud800b", ""])
def test_a_key_that_cannot_be_stored_is_refused_in_words(database, way, key):
    with pytest.raises(outbox.BadPayload, match="dedup_key"):
        on(database, lambda: way(Water(), key))


def test_a_result_with_a_long_number_is_refused_by_its_path():
    with pytest.raises(BadResult, match=r"result\.leaves has more than 4300 digits"):
        encode_result({"leaves": LONG})
