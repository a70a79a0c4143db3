"""Many jobs at once, and one that holds whatever is to be stored."""

from dataclasses import dataclass
from typing import ClassVar

from shared import outbox, tx


@dataclass(frozen=True)
class Note:
    kind: ClassVar[str] = "test.note"
    queue: ClassVar[str] = "bulk"

    text: object = None
    number: object = 1


async def ask(pairs, **options):
    async with tx.run():
        return await outbox.enqueue_many(pairs, **options)
