"""Job newsletter.settings-mail: mail a reader the link to what she may choose."""

from datetime import timedelta
from urllib.parse import urlencode

from shared import outbox, tx
from shared.mail.compose import compose
from shared.mail.transport import Mail, NotSent, RecipientRefused, open_transport
from shared.newsletter import garden
from shared.newsletter.delivering import pace, sending
from shared.newsletter.garden import Garden
from shared.newsletter.keys import new_confirm_token, settings_token_hash
from shared.newsletter.payloads import SettingsMail
from shared.newsletter.readers import preferences, suppressions
from shared.newsletter.readers.preferences import Asking
from shared.newsletter.records.consent import Origin
from shared.newsletter.returning.marks import Mark
from shared.newsletter.returning.return_path import marked_message_id, returning
from shared.settings import Settings, current


async def settings_mail(job: SettingsMail) -> None:
    """Make a token, then mail it: after a retry only the newest link works."""
    settings = current()
    transport = open_transport(settings.mail_url)
    mail = await prepare(job.subscriber_id, settings, timedelta(seconds=transport.deadline + 5))
    if mail is None:
        return  # erased, suppressed or mailed since
    try:
        name = await sending.hand_over(transport, mail, settings)
    except RecipientRefused as refused:
        await give_up(job.subscriber_id, refused.public, settings)
        return
    except NotSent as failure:
        await pace.give_a_strangers_back(settings)
        sending.slow_down(failure)
        raise
    async with tx.run():
        await sending.accepted(name, subscriber_id=job.subscriber_id)
        await preferences.mailed(job.subscriber_id)
        await outbox.succeed()


async def prepare(subscriber_id: int, settings: Settings, needs: timedelta) -> Mail | None:
    """Make the token and write the mail around it; None when there is nothing to send.

    Raises:
        StaleLease: there is something to send, but not in the time that this attempt has left.
        DayIsFull: there is something to send, but not today.

    """
    token = new_confirm_token()
    async with tx.run():
        asking = await preferences.asking(subscriber_id)
        if asking is None or await suppressions.holds(settings.secret_key, asking.email):
            return None
        if not await preferences.rotate(asking.id, settings_token_hash(token), needs=needs):
            raise outbox.StaleLease
        await pace.count_a_strangers(settings)
        here = await garden.read()
    return letter(asking, token, here, settings)


def letter(asking: Asking, token: str, here: Garden, settings: Settings) -> Mail:
    """Compose the mail."""
    at = f"{settings.functions_url}/newsletter/preferences"
    mark = Mark("subscriber", asking.id)
    mail = compose(
        "settings",
        sender=settings.mail_from,
        to=asking.address,
        message_id=marked_message_id(mark, settings),
        reply_to=settings.reply_to,
        language=asking.language,
        context={
            "garden_title": here.name,
            "garden_url": settings.site_url,
            "preferences_url": f"{at}?{urlencode({'token': token})}",
            "hours": round(preferences.TOKEN_LIVES.total_seconds() / 3600),
        },
    )
    return returning(mail, mark, settings)


async def give_up(subscriber_id: int, reason: str, settings: Settings) -> None:
    """Suppress an address that its mail server does not know any more."""
    async with tx.run():
        asking = await preferences.asking(subscriber_id)
        if asking is not None:
            await suppressions.suppress(
                settings.secret_key,
                subscriber_id=subscriber_id,
                email=asking.email,
                reason=reason,
                origin=Origin("mail server"),
            )
            await preferences.mailed(subscriber_id)
        await outbox.succeed()


handler = outbox.Handler(SettingsMail, settings_mail, timeout=45, breaker="mail")
