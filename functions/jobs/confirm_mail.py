"""Job newsletter.confirm-mail: ask a reader to prove that the address is theirs."""

from datetime import timedelta
from urllib.parse import urlencode

from shared import outbox, tx
from shared.mail.transport import open_transport
from shared.newsletter import garden
from shared.newsletter.delivering import asked_mails, pace, sending
from shared.newsletter.delivering.asked_mails import Prepared, Recipient
from shared.newsletter.garden import Garden
from shared.newsletter.keys import confirm_token_hash, new_confirm_token
from shared.newsletter.payloads import ConfirmMail
from shared.newsletter.readers import caps, confirmations, silent_mailboxes, suppressions
from shared.newsletter.readers.confirmations import Confirmation
from shared.newsletter.readers.never_again import never_again_token
from shared.newsletter.records import consent
from shared.newsletter.records.consent import Origin
from shared.settings import Settings, current


async def confirm_mail(job: ConfirmMail) -> None:
    """Rotate the token, then mail it: after a retry only the newest link works."""
    settings = current()
    transport = open_transport(settings.mail_url)
    ready = await prepare(job.subscriber_id, settings, timedelta(seconds=transport.deadline + 5))
    if ready is None:
        return  # confirmed, suppressed or mailed since: everyday life of a queue

    async def sent() -> None:
        await consent.record(job.subscriber_id, "mailed", Origin("mail", text=ready.text()))
        await caps.forget_the_past()

    await sending.send_asked(
        transport,
        ready.mail,
        settings,
        subscriber_id=job.subscriber_id,
        close=lambda: confirmations.mailed(job.subscriber_id),
        sent=sent,
    )


async def prepare(subscriber_id: int, settings: Settings, needs: timedelta) -> Prepared | None:
    """Rotate the token and write the letter around it; None when there is nothing to send.

    Raises:
        StaleLease: there is something to send, but not in the time that this attempt has left.
        DayIsFull: there is something to send, but not today.

    """
    token = new_confirm_token()
    async with tx.run():
        confirmation = await confirmations.open_for(subscriber_id)
        if confirmation is None:
            return None
        keys = settings.secret_key
        if await suppressions.holds(keys, confirmation.email):
            return None
        if await silent_mailboxes.find(keys, confirmation.mailbox):
            return None
        expires_at = await confirmations.rotate(
            confirmation.id, confirm_token_hash(token), needs=needs
        )
        if expires_at is None:
            raise outbox.StaleLease
        await pace.count_a_strangers(settings)
        expires = (await garden.day(expires_at)).isoformat()
        here = await garden.read()
    return letter(confirmation, token, expires, here, settings)


def letter(
    confirmation: Confirmation, token: str, expires: str, here: Garden, settings: Settings
) -> Prepared:
    """Compose the mail. It holds nothing that a stranger could have typed.

    A reader is told to be one already: the form must not say so, but the owner of the mailbox may
    know.
    """
    asking = "remind" if confirmation.is_reminded else "confirm"
    name = "already" if confirmation.is_reader else asking
    wish = never_again_token(
        settings.secret_key, confirmation.id, confirmation.email, confirmation.mailbox
    )
    at = f"{settings.functions_url}/newsletter"
    context = {
        "confirm_url": f"{at}/confirm?{urlencode({'token': token})}",
        "not_me_url": f"{at}/not-me?{urlencode({'token': wish})}",
        "expires": expires,
    }
    to = Recipient(confirmation.id, confirmation.address, confirmation.language)
    return asked_mails.write(name, to, context, here, settings)


handler = outbox.Handler(ConfirmMail, confirm_mail, timeout=45, breaker="mail")
