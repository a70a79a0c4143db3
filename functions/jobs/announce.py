"""Job newsletter.announce: turn a planned notification into deliveries and their jobs, at once.

The live check comes first: no letter may arrive before the page that it leads to.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

from shared import outbox, tx
from shared.newsletter import garden
from shared.newsletter.announcing import notifications
from shared.newsletter.announcing.evergreen_letter import try_out
from shared.newsletter.announcing.notifications import Notification, Page
from shared.newsletter.delivering import deliveries
from shared.newsletter.digests import telling
from shared.newsletter.pages.live_check import first_not_live
from shared.newsletter.payloads import Announce
from shared.settings import current

PATIENCE = timedelta(days=1)


class PageNotLive(RuntimeError):
    """The page of a note did not show its new version for a whole day."""

    def __init__(self, public: str) -> None:
        super().__init__(public)
        self.public = public


async def announce(job: Announce) -> None:
    """Fan out in one transaction, or wait until the garden shows what is to be announced."""
    async with tx.run():
        planned = await notifications.lock(job.notification_id)
        pages = await notifications.pages(job.notification_id)
    if planned is None or planned.status != "planned":
        return  # cancelled, or announced by an attempt whose answer was lost
    await require_live(planned, pages)
    async with tx.run():
        await garden.lock()  # two fan-outs at once would tell a reader of one note twice
        planned = await notifications.lock(job.notification_id)
        if planned is None or planned.status != "planned":
            return
        if await notifications.pages(planned.id) != pages:
            raise outbox.Snooze(timedelta(0))  # a manifest came in between: look once more
        candidates = await deliveries.fan_out(planned.id, planned.kind)
        if not candidates and planned.kind != "evergreen":
            await notifications.cancel(planned.id)  # what waited was told meanwhile, or is gone
        else:
            notes = await telling.freeze(planned.id, candidates=candidates)
            await require_sendable(notes, planned.kind, own=len(pages))
        await outbox.succeed()


async def require_live(planned: Notification, pages: list[Page]) -> None:
    """Snooze while a page is missing or old; after a day, fail and let a human look."""
    is_private = current().site_network == "private"
    missing = await first_not_live(pages, is_private=is_private)
    if missing is None:
        return
    waited = datetime.now(UTC) - planned.hold_until
    if waited > PATIENCE:
        raise PageNotLive(f"{missing.url} {missing.why}. Publish the garden, then retry this job.")
    raise outbox.Snooze(pause(waited))


async def require_sendable(notes: list[dict[str, Any]], kind: str, *, own: int) -> None:
    """Refuse a letter that cannot be composed once, before a thousand deliveries fail over it."""
    try:
        try_out(notes, await garden.read(), current(), kind=kind, own=own)
    except ValueError as error:
        why = getattr(error, "public", type(error).__name__)
        raise outbox.Discard(f"The letter cannot be written: {why}") from error


def pause(waited: timedelta) -> timedelta:
    """Look often at first, when a build or an upload is about to end, and seldom later."""
    if waited < timedelta(minutes=2):
        return timedelta(seconds=3)
    return timedelta(seconds=30) if waited < timedelta(hours=1) else timedelta(minutes=5)


handler = outbox.Handler(Announce, announce, timeout=50)
