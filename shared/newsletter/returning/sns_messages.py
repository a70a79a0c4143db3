"""What becomes of a message of an allowed topic, whether it came by HTTP or through a queue."""

from collections.abc import Sequence
from dataclasses import replace

from shared.mail.notices import ses
from shared.mail.notices.sns import NOTIFICATION, SUBSCRIPTION, Envelope
from shared.newsletter.returning import bounces, topics, webhooks


async def take_in(envelope: Envelope, keys: Sequence[str]) -> None:
    """Act on a message in the ambient transaction: once, however often it is shown.

    A subscription is not confirmed here but by a job: no request waits for somebody else's answer.
    """
    if not await webhooks.is_first("sns", envelope.message_id):
        return
    if envelope.kind == SUBSCRIPTION and envelope.token:
        await topics.ask(envelope.topic, envelope.token)
    if envelope.kind == NOTIFICATION:
        notice = replace(ses.read(envelope.message), name=envelope.message_id)
        await bounces.take_in(notice, "ses", keys)
