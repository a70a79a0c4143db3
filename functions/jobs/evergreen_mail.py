"""Job newsletter.evergreen-mail: one letter to one reader, and the truth about it in its row."""

from datetime import timedelta

from shared import outbox, tx
from shared.mail.transport import (
    AnswerLost,
    Mail,
    NotSent,
    RecipientRefused,
    Transport,
    open_transport,
)
from shared.newsletter import garden
from shared.newsletter.announcing.evergreen_letter import letter
from shared.newsletter.delivering import deliveries, pace, sending
from shared.newsletter.delivering.deliveries import Taken
from shared.newsletter.payloads import EvergreenMail
from shared.newsletter.readers import suppressions
from shared.newsletter.records.consent import Origin
from shared.newsletter.returning.marks import Mark
from shared.newsletter.returning.return_path import marked_message_id, returning
from shared.settings import Settings, current


async def evergreen_mail(job: EvergreenMail) -> None:
    """Take the delivery, send it, and record it as sent together with the job's own end."""
    settings = current()
    transport = open_transport(settings.mail_url)
    try:
        async with tx.run():
            taken = await take(job.delivery_id, settings, transport)
            if taken is None or taken.status == "skipped":
                return
            # Inside, so that a letter that cannot be composed leaves no trace of a sending.
            mail = letter(taken, await garden.read(), settings)
            await pace.count(settings)
    except pace.DayIsFull as full:
        await pace.rest(full)
        raise
    mail = returning(mail, Mark("delivery", taken.id), settings)
    await hand_over(taken, mail, transport, settings)


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
        message_id=marked_message_id(Mark("delivery", delivery_id), settings),
        keys=settings.secret_key,
        needs=timedelta(seconds=transport.deadline + 5),
    )
    if taken is None:
        raise outbox.StaleLease
    return taken


async def hand_over(taken: Taken, mail: Mail, transport: Transport, settings: Settings) -> None:
    """Send, and write down what came of it."""
    try:
        name = await sending.hand_over(transport, mail, settings)
    except RecipientRefused as refused:
        await refuse(taken, refused.public, settings)
    except NotSent as failure:
        await give_back(taken, failure, settings)
        sending.slow_down(failure)
        raise
    else:
        async with tx.run():
            await sending.accepted(name, subscriber_id=taken.subscriber_id, delivery_id=taken.id)
            await end(taken, "sent")


async def refuse(taken: Taken, reason: str, settings: Settings) -> None:
    """End a delivery that its mail server will never take, and write to that address no more."""
    async with tx.run():
        await end(taken, "failed", reason)
        await suppressions.suppress(
            settings.secret_key,
            subscriber_id=taken.subscriber_id,
            email=taken.email,
            reason=reason,
            origin=Origin("mail server"),
        )


async def end(taken: Taken, status: deliveries.Status, reason: str | None = None) -> None:
    """End the delivery and the job together, or neither if the lease is over."""
    lease = outbox.current().lease_id
    if not await deliveries.end(taken.id, lease=lease, status=status, reason=reason):
        raise outbox.StaleLease
    await outbox.succeed()


async def give_back(taken: Taken, failure: NotSent, settings: Settings) -> None:
    """Leave the delivery to the next attempt; after the last it has failed.

    If even this cannot be written, the row stays `sending`, which the next attempt takes for maybe
    sent.
    """
    running = outbox.current()
    is_last = running.attempt >= outbox.MAX_ATTEMPTS and sending.burns_an_attempt(failure)
    async with tx.run():
        await pace.give_back(settings)
        await deliveries.end(
            taken.id,
            lease=running.lease_id,
            status="failed" if is_last else "pending",
            reason=failure.public,
            maybe_sent=isinstance(failure, AnswerLost),
        )


handler = outbox.Handler(EvergreenMail, evergreen_mail, timeout=45, breaker="mail")
