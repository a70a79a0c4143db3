"""The audit trail: what people did to jobs, written in the transaction that does it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from shared import tx
from shared.outbox.failure import clean

Act = Literal["retried", "released", "edited", "dropped", "cancelled", "hurried", "noted"]

UNNAMED = "unnamed"
NAME_LIMIT = 100
NOTE_LIMIT = 1000

RECORD = """
    insert into job_actions (by, action, job_id, detail)
    select %(by)s, %(action)s, id, %(detail)s::jsonb
      from background_jobs
     where id = %(job_id)s
"""

ACTIONS = """
    select id, at, by, action, job_id, detail
      from job_actions
     where job_id = %(job_id)s and id > %(after)s
     order by id
     limit %(limit)s
"""


@dataclass(frozen=True, slots=True)
class Action:
    """What somebody did to a job; `detail` says what else there is to know about it."""

    id: int
    at: datetime
    by: str
    action: Act
    job_id: int
    detail: dict[str, object]


async def actions(job_id: int, *, after: int = 0, limit: int = 1000) -> list[Action]:
    """Return what people did to a job, oldest first; `after` is the id of the last one seen."""
    async with tx.run():
        return await tx.rows(Action, ACTIONS, job_id=job_id, after=after, limit=limit)


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


def name(by: str) -> str:
    """Return who acts, fit to be kept: no address, no control character, not too long."""
    return clean(by, NAME_LIMIT) or UNNAMED


def as_detail(detail: Mapping[str, object]) -> str:
    """Return what there is to know as JSON, leaving out what is empty."""
    return json.dumps({key: value for key, value in detail.items() if value not in (None, "")})
