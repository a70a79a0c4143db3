"""Write a batch of ends of which the server refuses one: the others, and that it was refused."""

import logging
from collections.abc import MutableSequence
from datetime import datetime

from psycopg import DataError, IntegrityError
from psycopg.errors import ProgramLimitExceeded, StatementTooComplex

from shared.outbox.ended import Ended, Fence
from shared.outbox.failure import describe
from shared.outbox.worker.ack import Acknowledged, acknowledge
from shared.outbox.worker.endings import failed

log = logging.getLogger("thistledown.outbox")

# What is wrong with the values themselves, by the server's word or the driver's: it stays wrong.
REFUSED = (
    DataError,
    IntegrityError,
    ProgramLimitExceeded,
    StatementTooComplex,
    ValueError,
    TypeError,
    OverflowError,
)


async def one_by_one(batch: MutableSequence[Ended], *, now: datetime | None) -> Acknowledged:
    """Write ends that were refused together; one that is refused alone is a failed attempt.

    It takes that one's place in the batch.
    """
    verdicts: dict[Fence, str] = {}
    locked: set[Fence] = set()
    for place, one in enumerate(batch):
        try:
            done = await acknowledge([one], now=now)
        except REFUSED as error:
            running = one.running
            log.error(
                "the end of job %d (%s) was refused: %s", running.id, running.kind, describe(error)
            )
            batch[place] = failed(running, error, remark="its end could not be written")
            done = await acknowledge([batch[place]], now=now)
        verdicts |= done.verdicts
        locked |= done.locked
    return Acknowledged(verdicts, locked)
