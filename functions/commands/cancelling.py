"""Cancel a job, and with it what it would have done for a reader, in one transaction."""

from dataclasses import dataclass
from typing import cast

from shared import outbox, tx
from shared.newsletter import ledger, notifications
from shared.newsletter.payloads import Announce, EvergreenMail
from shared.outbox import StoredJob

REASON = "cancelled by the gardener"


@dataclass(frozen=True, slots=True)
class Cancelled:
    """Whether a job was cancelled, and its delivery given up.

    `notification` is one that must be cancelled instead.
    """

    done: bool
    gave_up: bool = False
    notification: int | None = None


async def cancelled(job_id: int) -> Cancelled:
    """Cancel a job that waits or is dead."""
    async with tx.run():
        found = await outbox.jobs(job_id=job_id)
        if not found:
            return Cancelled(done=False)
        notification = named_in(found[0], Announce.kind, "notification_id")
        if notification is not None:
            locked = await notifications.lock(notification)
            if locked is not None and locked.status == "planned":
                return Cancelled(done=False, notification=notification)
        if not await outbox.cancel(job_id=job_id):
            return Cancelled(done=False)
        delivery = named_in(found[0], EvergreenMail.kind, "delivery_id")
        gave_up = delivery is not None and await ledger.give_up(delivery, reason=REASON)
    return Cancelled(done=True, gave_up=gave_up)


def named_in(job: StoredJob, kind: str, name: str) -> int | None:
    """Return the id in the payload of a job of this kind, None if it is of another."""
    payload = job.payload
    if job.kind != kind or not isinstance(payload, dict):
        return None
    value = cast("dict[str, object]", payload).get(name)
    return value if isinstance(value, int) else None
