"""Job newsletter.evergreen-mail: one letter to one reader, and the truth about it in its row."""

from datetime import UTC, timedelta
from urllib.parse import urlencode, urlsplit

from shared import outbox, tx
from shared.mail.compose import compose
from shared.mail.message_id import message_id_for
from shared.mail.transport import (
    Mail,
    RecipientRefused,
    Transport,
    TransportFailed,
    open_transport,
)
from shared.newsletter import deliveries, garden, suppressions
from shared.newsletter.consent import Origin
from shared.newsletter.deliveries import Taken
from shared.newsletter.garden import Garden
from shared.newsletter.keys import unsubscribe_token
from shared.newsletter.payloads import EvergreenMail
from shared.settings import Settings, current


async def evergreen_mail(job: EvergreenMail) -> None:
    """Take the delivery, send it, and record it as sent together with the job's own end."""
    settings = current()
    transport = open_transport(settings.mail_url)
    async with tx.run():
        taken = await take(job.delivery_id, settings, transport)
        here = await garden.read()
    if taken is None or taken.status == "skipped":
        return
    await hand_over(taken, letter(taken, here, settings), transport, settings)


async def take(delivery_id: int, settings: Settings, transport: Transport) -> Taken | None:
    """Take the delivery for this attempt; None when there is nothing left to do.

    Raises:
        StaleLease: there is something to do, but not in the time that this attempt has left.

    """
    reader = await deliveries.reader(delivery_id)
    if reader is None or reader.status in ("sent", "skipped"):
        return None
    taken = await deliveries.take(
        delivery_id,
        email=reader.email,
        message_id=message_id_for(settings.mail_from, settings.secret_key[0], delivery_id),
        keys=settings.secret_key,
        needs=timedelta(seconds=transport.deadline + 5),
    )
    if taken is None:
        raise outbox.StaleLease
    return taken


async def hand_over(taken: Taken, mail: Mail, transport: Transport, settings: Settings) -> None:
    """Send, and write down what came of it. A lost answer leaves the row as it is: maybe sent."""
    try:
        await transport.send(mail)
    except RecipientRefused as refused:
        await end(taken, "failed", refused.public, settings)
    except TransportFailed as failed:
        last = outbox.current().attempt >= outbox.MAX_ATTEMPTS
        async with tx.run():
            await deliveries.end(
                taken.id,
                lease=outbox.current().lease_id,
                status="failed" if last else "pending",
                reason=failed.public,
            )
        raise
    else:
        await end(taken, "sent", None, settings)


async def end(taken: Taken, status: str, reason: str | None, settings: Settings) -> None:
    """End the delivery and the job in one transaction, or neither if the lease is over."""
    async with tx.run():
        lease = outbox.current().lease_id
        if not await deliveries.end(taken.id, lease=lease, status=status, reason=reason):
            raise outbox.StaleLease
        if status == "failed":
            await suppressions.suppress(
                settings.secret_key,
                subscriber_id=taken.subscriber_id,
                email=taken.email,
                reason=reason or "refused",
                origin=Origin("mail server"),
            )
        await outbox.succeed()


def letter(taken: Taken, here: Garden, settings: Settings) -> Mail:
    """Compose the letter with this reader's own way out."""
    token = unsubscribe_token(settings.secret_key[0], taken.subscriber_id, taken.id)
    leave = f"{settings.functions_url}/newsletter/unsubscribe?{urlencode({'token': token})}"
    host = urlsplit(settings.site_url).hostname or settings.site_url
    confirmed = taken.confirmed_at.astimezone(UTC).date().isoformat() if taken.confirmed_at else ""
    return compose(
        "evergreen",
        sender=settings.mail_from,
        to=taken.address,
        message_id=taken.message_id,
        reply_to=settings.reply_to,
        language=taken.language,
        headers={
            "List-Id": f"<{host}>",
            "List-Unsubscribe": f"<{leave}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
        context={
            "garden_title": here.name,
            "garden_url": settings.site_url,
            "notes": taken.letter,
            "unsubscribe_url": leave,
            "confirmed_on": confirmed,
            "confirmed_where": host,
            "postal_address": settings.postal_address,
            "gardener": settings.mail_from.partition("<")[0].strip() or here.name,
        },
    )


handler = outbox.Handler(EvergreenMail, evergreen_mail, timeout=45)
