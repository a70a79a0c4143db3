"""The audit trail: what people did to jobs and gates, written in the transaction that does it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, LiteralString

from shared import tx
from shared.outbox.failure import clean

Act = Literal["retried", "released", "edited", "dropped", "cancelled", "hurried", "noted"]
ActOnGate = Literal["paused", "resumed", "limited"]

UNNAMED = "unnamed"
NAME_LIMIT = 100
NOTE_LIMIT = 1000

RECORD = """
    insert into job_actions (by, action, job_id, detail)
    select %(by)s, %(action)s, id, %(detail)s::jsonb
      from background_jobs
     where id = %(job_id)s
"""

RECORD_ON_GATE = """
    insert into job_actions (by, action, gate, detail)
    values (%(by)s, %(action)s, %(gate)s, %(detail)s::jsonb)
"""

# The gates' lines lie together in the index of jobs and ids, behind those of all jobs.
ON_JOB: LiteralString = """
    select id, at, by, action, job_id, gate, detail
      from job_actions
     where job_id = %(job_id)s and id > %(after)s
"""

ON_GATES: LiteralString = """
    select id, at, by, action, job_id, gate, detail
      from job_actions
     where job_id is null and id > %(after)s
"""

OLDEST: LiteralString = "order by job_id, id limit %(limit)s"
NEWEST: LiteralString = "order by job_id desc, id desc limit %(limit)s"


@dataclass(frozen=True, slots=True)
class Action:
    """What somebody did to a job or to a gate; `detail` says what else there is to know about it.

    A gate is `queue:NAME`, `kind:NAME`, `breaker:NAME` or `everything`.
    """

    id: int
    at: datetime
    by: str
    action: Act | ActOnGate
    job_id: int | None
    gate: str | None
    detail: dict[str, object]


async def actions(
    job_id: int | None = None, *, after: int = 0, limit: int = 1000, newest: bool = False
) -> list[Action]:
    """Return what people did to a job or, without one, to the gates; oldest first.

    `after` is the id of the last one seen. With `newest` the `limit` cuts off the oldest ones
    instead of the newest.
    """
    async with tx.run():
        found = await tx.rows(
            Action,
            (ON_GATES if job_id is None else ON_JOB) + (NEWEST if newest else OLDEST),
            job_id=job_id,
            after=after,
            limit=limit,
        )
    return list(reversed(found)) if newest else found


async def note(job_id: int, text: str, *, by: str = UNNAMED) -> bool:
    """Write a remark into the trail of a job; False if there is no such job.

    Raises:
        ValueError: the remark is empty.

    """
    said = clean(text, NOTE_LIMIT)
    if not said:
        raise ValueError("A note needs a text.")
    async with tx.run():
        return await record("noted", job_id, by=by, note=said)


async def record(action: Act, job_id: int, *, by: str, **detail: object) -> bool:
    """Write what is being done to a job, in the ambient transaction; False if there is no job."""
    written = await tx.execute(
        RECORD, action=action, job_id=job_id, by=name(by), detail=as_detail(detail)
    )
    return written > 0


async def record_on_gate(act: ActOnGate, gate: str, *, by: str, **detail: object) -> None:
    """Write what is being done to a gate, in the ambient transaction."""
    await tx.execute(RECORD_ON_GATE, action=act, gate=gate, by=name(by), detail=as_detail(detail))


def name(by: str) -> str:
    """Return who acts, fit to be kept: no address, no control character, not too long."""
    return clean(by, NAME_LIMIT) or UNNAMED


def as_detail(detail: Mapping[str, object]) -> str:
    """Return what there is to know as JSON, leaving out what is empty."""
    return json.dumps({key: value for key, value in detail.items() if value not in (None, "")})
