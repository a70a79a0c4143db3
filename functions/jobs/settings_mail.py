"""Job newsletter.settings-mail: mail a reader the link to what she may choose."""

from datetime import timedelta
from urllib.parse import urlencode

from shared import outbox, tx
from shared.mail.transport import Mail, open_transport
from shared.newsletter import garden
from shared.newsletter.delivering import asked_mails, pace, sending
from shared.newsletter.delivering.asked_mails import Recipient
from shared.newsletter.garden import Garden
from shared.newsletter.keys import new_confirm_token, settings_token_hash
from shared.newsletter.payloads import SettingsMail
from shared.newsletter.readers import preferences, suppressions
from shared.newsletter.readers.preferences import Asking
from shared.settings import Settings, current


async def settings_mail(job: SettingsMail) -> None:
    """Make a token, then mail it: after a retry only the newest link works."""
    settings = current()
    transport = open_transport(settings.mail_url)
    mail = await prepare(job.subscriber_id, settings, timedelta(seconds=transport.deadline + 5))
    if mail is None:
        return  # erased, suppressed or mailed since
    await sending.send_asked(
        transport,
        mail,
        settings,
        subscriber_id=job.subscriber_id,
        close=lambda: preferences.mailed(job.subscriber_id),
    )


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
    context = {
        "preferences_url": f"{at}?{urlencode({'token': token})}",
        "hours": round(preferences.TOKEN_LIVES.total_seconds() / 3600),
    }
    to = Recipient(asking.id, asking.address, asking.language)
    return asked_mails.write("settings", to, context, here, settings).mail


handler = outbox.Handler(SettingsMail, settings_mail, timeout=45, breaker="mail")
