"""Job newsletter.follow-mail: ask whether somebody really waits for one note to grow."""

from datetime import timedelta
from urllib.parse import urlencode

from shared import outbox, tx
from shared.mail.transport import open_transport
from shared.newsletter import garden
from shared.newsletter.delivering import asked_mails, pace, sending
from shared.newsletter.delivering.asked_mails import Prepared, Recipient
from shared.newsletter.garden import Garden
from shared.newsletter.keys import confirm_token_hash, new_confirm_token
from shared.newsletter.payloads import FollowMail
from shared.newsletter.readers import following, silent_mailboxes, suppressions
from shared.newsletter.readers.following import OpenWish
from shared.newsletter.readers.never_again import never_again_token
from shared.newsletter.records import consent
from shared.newsletter.records.consent import Origin
from shared.settings import Settings, current


async def follow_mail(job: FollowMail) -> None:
    """Rotate the token of a wish, then mail it: after a retry only the newest link works."""
    settings = current()
    transport = open_transport(settings.mail_url)
    async with tx.run():
        wish = await following.open_wish(job.wish_id)
        if wish is None or await suppressions.holds(settings.secret_key, wish.email):
            return  # taken back, suppressed or mailed since
        if await silent_mailboxes.find(settings.secret_key, wish.mailbox):
            return
        ready = await prepare(wish, settings, timedelta(seconds=transport.deadline + 5))

    async def sent() -> None:
        await consent.record(wish.subscriber_id, "note mailed", Origin("mail", text=ready.text()))

    await sending.send_asked(
        transport,
        ready.mail,
        settings,
        subscriber_id=wish.subscriber_id,
        close=lambda: following.mailed(wish.id),
        sent=sent,
    )


async def prepare(wish: OpenWish, settings: Settings, needs: timedelta) -> Prepared:
    """Rotate the token and write the letter around it, in the ambient transaction.

    Raises:
        StaleLease: there is something to send, but not in the time that this attempt has left.
        DayIsFull: there is something to send, but not today.

    """
    token = new_confirm_token()
    expires_at = await following.rotate(wish.id, confirm_token_hash(token), needs=needs)
    if expires_at is None:
        raise outbox.StaleLease
    await pace.count_a_strangers(settings)
    expires = (await garden.day(expires_at)).isoformat()
    return letter(wish, token, expires, await garden.read(), settings)


def letter(wish: OpenWish, token: str, expires: str, here: Garden, settings: Settings) -> Prepared:
    """Compose the mail. The note is called as the garden calls it, whatever was typed."""
    at = f"{settings.functions_url}/newsletter"
    never = never_again_token(settings.secret_key, wish.subscriber_id, wish.email, wish.mailbox)
    context = {
        "note_title": wish.title,
        "confirm_url": f"{at}/confirm?{urlencode({'token': token})}",
        "not_me_url": f"{at}/not-me?{urlencode({'token': never})}",
        "expires": expires,
    }
    to = Recipient(wish.subscriber_id, wish.address, wish.language)
    return asked_mails.write("follow", to, context, here, settings)


handler = outbox.Handler(FollowMail, follow_mail, timeout=45, breaker="mail")
