"""Job newsletter.alert-mail: tell the gardener that sending had stopped, as soon as mail leaves."""

from datetime import UTC, datetime, timedelta

from shared import outbox, tx
from shared.mail.transport import Mail, open_transport
from shared.newsletter import garden
from shared.newsletter.delivering import gardener_mails, sending, stops
from shared.newsletter.payloads import AlertMail
from shared.settings import Settings, current

# What goes and comes back all the time is not told every time.
AT_MOST_EVERY = timedelta(hours=1)


async def alert_mail(job: AlertMail) -> None:
    """Mail what had stopped, unless nothing had.

    It stands before all letters and behind the same breaker, so it may be the very mail that finds
    out whether it works again.
    """
    settings = current()
    mail = await prepare(job, settings)
    if mail is None:
        return
    await sending.send_to_the_gardener(
        open_transport(settings.mail_url),
        mail,
        settings,
        told=lambda: gardener_mails.told("alert", datetime.now(UTC)),
    )


async def prepare(job: AlertMail, settings: Settings) -> Mail | None:
    """Compose the mail; None when there is nothing to tell, or nobody to tell it to."""
    if settings.gardener_email is None:
        return None
    async with tx.run():
        stop = await stops.stop_of(job)
        if stop is None:
            return None
        now, last = datetime.now(UTC), await gardener_mails.last_alert()
        if last is not None and now - last < AT_MOST_EVERY:
            raise outbox.Snooze(last + AT_MOST_EVERY)
        here = await garden.read()
        clocks = await gardener_mails.shown(stop.since, now)
    return gardener_mails.alert(stop, settings.gardener_email, here, settings, clocks=clocks)


handler = outbox.Handler(AlertMail, alert_mail, timeout=45, breaker=stops.BREAKER)
