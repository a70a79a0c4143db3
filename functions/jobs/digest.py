"""Job newsletter.digest: plan a notification for whom something waits; nothing to say, no mail."""

from shared import outbox, tx
from shared.newsletter.digests import calendar
from shared.newsletter.payloads import Digest
from shared.settings import current


async def digest(job: Digest) -> None:
    """Plan it, held back like every notification, and end with it or not at all."""
    async with tx.run():
        planned = await calendar.plan(job.pace, hold=current().announce_hold)
        await outbox.succeed({"notification": planned.id if planned else None})


handler = outbox.Handler(Digest, digest, timeout=50)
