"""Hand a mail to the transport, and what its failure means for the job that wanted to send it."""

from collections.abc import Awaitable, Callable

from shared import outbox, tx
from shared.mail.transport import (
    Mail,
    NotSent,
    RecipientRefused,
    Throttled,
    Transport,
    TransportFailed,
)
from shared.newsletter.delivering import pace, stops
from shared.newsletter.readers import subscribers, suppressions
from shared.newsletter.records.consent import Origin
from shared.settings import Settings

Step = Callable[[], Awaitable[None]]

# The name may come a second time where the first answer was lost: it is the same mail.
ACCEPTED = """
    insert into accepted_mails (provider_id, subscriber_id, delivery_id)
    values (%(provider_id)s, %(subscriber_id)s, %(delivery_id)s)
    on conflict (provider_id) do nothing
"""


async def send_asked(
    transport: Transport,
    mail: Mail,
    settings: Settings,
    *,
    subscriber_id: int,
    close: Step,
    sent: Step | None = None,
) -> None:
    """Send a mail that `pace.count_a_strangers` has counted, and end the running job with it.

    `close` writes down that nothing waits for the mail any more, since it went or never can; `sent`
    what else is to be said once it went. Each runs in the transaction that ends the job. Where its
    mail server does not know an address, it is suppressed.

    Raises:
        PauseQueue: too many mails went.
        NotSent: it did not go, and may the next time.

    """
    try:
        name = await hand_over(transport, mail, settings)
    except RecipientRefused as refused:
        await give_up(subscriber_id, refused.public, settings, close)
        return
    except NotSent as failure:
        await pace.give_a_strangers_back(settings)
        slow_down(failure)
        raise
    async with tx.run():
        await accepted(name, subscriber_id=subscriber_id)
        await close()
        if sent is not None:
            await sent()
        await outbox.succeed()


async def send_to_the_gardener(
    transport: Transport, mail: Mail, settings: Settings, *, told: Step
) -> None:
    """Send a mail to GARDENER_EMAIL, and end the running job with it and with what `told` writes.

    Raises:
        Discard: the gardener's mail server does not know the address.
        PauseQueue: too many mails went.
        NotSent: it did not go, and may the next time.

    """
    try:
        await hand_over(transport, mail, settings)
    except RecipientRefused as refused:
        raise outbox.Discard(f"GARDENER_EMAIL takes no mail: {refused.public}") from refused
    except NotSent as failure:
        slow_down(failure)
        raise
    async with tx.run():
        await told()
        await outbox.succeed()


async def give_up(subscriber_id: int, reason: str, settings: Settings, close: Step) -> None:
    """Suppress an address that its mail server does not know; one that was erased is unknown."""
    async with tx.run():
        email = await subscribers.email_of(subscriber_id)
        if email is not None:
            await suppressions.suppress(
                settings.secret_key,
                subscriber_id=subscriber_id,
                email=email,
                reason=reason,
                origin=Origin("mail server"),
            )
            await close()
        await outbox.succeed()


async def hand_over(transport: Transport, mail: Mail, settings: Settings) -> str | None:
    """Send, and return what the other side calls the mail, if it says so.

    When it turns out that nothing leaves at all, the gardener is told of it, once.

    Raises:
        NotSent: what `Transport.send` raises.

    """
    try:
        return await transport.send(mail)
    except TransportFailed as failure:
        await stops.notice(failure, settings)
        raise


async def accepted(name: str | None, *, subscriber_id: int, delivery_id: int | None = None) -> None:
    """Keep what a service calls a mail that it took, with the end of its job."""
    if name is not None:
        await tx.execute(
            ACCEPTED, provider_id=name, subscriber_id=subscriber_id, delivery_id=delivery_id
        )


def burns_an_attempt(failure: NotSent) -> bool:
    """Tell a failure that the ladder counts from one in which the job just waits."""
    if isinstance(failure, TransportFailed):
        return not (failure.is_lasting or isinstance(failure, Throttled))
    return True


def slow_down(failure: NotSent) -> None:
    """Let the queue of the running job rest for a while, if too many mails went.

    Raises:
        PauseQueue: they did.

    """
    if isinstance(failure, Throttled):
        because = f"The mail server takes no more for now: {failure.public}"
        raise outbox.PauseQueue(failure.pause, because) from failure
