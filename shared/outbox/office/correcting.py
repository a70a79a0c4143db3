"""Correct the payload of a dead letter and try it again."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from shared import tx
from shared.outbox.job import Handlers
from shared.outbox.office.audit import UNNAMED, record
from shared.outbox.office.dead_letters import Retried, obstacle, revived
from shared.outbox.payload import BadPayload, decode, problems, readable, stored_json

BEFORE = """
    select kind, payload::text as payload
      from background_jobs
     where id = %(id)s and status = 'dead'
       for update
"""


@dataclass(frozen=True, slots=True)
class Before:
    """A dead letter as it was before somebody corrected it."""

    kind: str
    payload: str


async def edit(
    job_id: int,
    payload: Mapping[str, object],
    *,
    handlers: Handlers | None = None,
    by: str = UNNAMED,
) -> Retried:
    """Correct the payload of a dead letter and give it seven fresh attempts, due now.

    Its key stays. The payload is checked as at enqueue and, where `handlers` know the kind, decoded
    as its handler would.

    Raises:
        BadPayload: it cannot or must not be stored; the text names the path.
        Undecodable: it does not fit the class of its kind.

    """
    text = stored_json(dict(payload), "payload", BadPayload)
    async with tx.run():
        before = await tx.row(Before, BEFORE, id=job_id)
        if before is None:
            return await obstacle(job_id)
        handler = handlers.get(before.kind) if handlers else None
        if handler is not None:
            decode(handler.job, text)
        if not await revived(job_id, text):
            return await obstacle(job_id)
        await record("edited", job_id, by=by, changed=changes(readable(before.payload), payload))
        return Retried("retried", status="pending")


def changes(before: object, after: Mapping[str, object]) -> dict[str, object]:
    """Return what each changed field was before; a value that must not be kept is withheld."""
    if not isinstance(before, dict):
        return {"payload": "no object"}
    old = cast("dict[str, object]", before)
    return {
        field: "withheld" if any(problems({field: old.get(field)}, "payload")) else old.get(field)
        for field in sorted({*old, *after})
        if (field in old, old.get(field)) != (field in after, after.get(field))
    }
