"""Hand a mail to the transport, and what its failure means for the job that wanted to send it."""

from shared import outbox, tx
from shared.mail.transport import Mail, NotSent, Throttled, Transport, TransportFailed
from shared.newsletter.delivering import stops
from shared.settings import Settings

# The name may come a second time where the first answer was lost: it is the same mail.
ACCEPTED = """
    insert into accepted_mails (provider_id, subscriber_id, delivery_id)
    values (%(provider_id)s, %(subscriber_id)s, %(delivery_id)s)
    on conflict (provider_id) do nothing
"""


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
