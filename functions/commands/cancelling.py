"""Cancel a job, and with it what it would have done for a reader, in one transaction."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, cast

from functions.commands.called import me
from shared import outbox, tx
from shared.newsletter.announcing import notifications
from shared.newsletter.delivering import ledger
from shared.newsletter.payloads import Announce, EvergreenMail

REASON = "cancelled by the gardener"


class Ended(Protocol):
    """A job that will not run."""

    @property
    def id(self) -> int:
        """Its number."""
        ...

    @property
    def kind(self) -> str:
        """What it would have done."""
        ...

    @property
    def payload(self) -> object:
        """For whom."""
        ...


class NotesHeld(Exception):
    """The job is a planned notification's, which must be cancelled instead to free its notes."""

    def __init__(self, job: int, notification: int) -> None:
        super().__init__(self.__doc__)
        self.job = job
        self.notification = notification


@dataclass(frozen=True, slots=True)
class Cancelled:
    """Whether a job was cancelled, or is to stop, and its delivery given up."""

    done: bool
    gave_up: bool = False
    is_asked: bool = False


async def cancelled(job_id: int, *, note: str = "") -> Cancelled:
    """Cancel a job that waits or is dead, or ask one that runs to stop.

    Not one that writes to readers: it may have written, and its deliveries are to be told apart.

    Raises:
        NotesHeld: it is the job of a notification that is still planned.

    """
    async with tx.run():
        found = await outbox.jobs(job_id=job_id)
        if not found:
            return Cancelled(done=False)
        await require_free(found[0])
        if found[0].status == "running" and found[0].kind in (Announce.kind, EvergreenMail.kind):
            return Cancelled(done=False)
        if found[0].status == "dead":
            done = await outbox.drop(job_id, note=note, by=me())
        else:
            answer = await outbox.cancel(job_id=job_id, by=me())
            if answer == "requested":
                return Cancelled(done=True, is_asked=True)
            done = answer is not None
        return Cancelled(done, done and await give_up(found) > 0)


async def give_up(ended: Sequence[Ended]) -> int:
    """End what jobs would have done, in the open transaction; return how many deliveries failed.

    Raises:
        NotesHeld: one is the job of a notification that is still planned.

    """
    failed = 0
    for job in ended:
        await require_free(job)
        delivery = named_in(job, EvergreenMail.kind, "delivery_id")
        failed += delivery is not None and await ledger.give_up(delivery, reason=REASON)
    return failed


async def require_free(job: Ended) -> None:
    """Refuse the job of a notification that is still planned."""
    notification = named_in(job, Announce.kind, "notification_id")
    if notification is None:
        return
    locked = await notifications.lock(notification)
    if locked is not None and locked.status == "planned":
        raise NotesHeld(job.id, notification)


def named_in(job: Ended, kind: str, name: str) -> int | None:
    """Return the id in the payload of a job of this kind, None if it is of another."""
    payload = job.payload
    if job.kind != kind or not isinstance(payload, dict):
        return None
    value = cast("dict[str, object]", payload).get(name)
    return value if isinstance(value, int) else None
