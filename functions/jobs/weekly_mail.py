"""Job newsletter.weekly-mail: on Mondays tell the gardener what the week has brought."""

from datetime import timedelta

from shared import outbox, tx
from shared.mail.transport import open_transport
from shared.newsletter import garden
from shared.newsletter.delivering import gardener_mails, sending, stops
from shared.newsletter.payloads import WeeklyMail
from shared.newsletter.readers import followers
from shared.settings import current


async def weekly_mail(job: WeeklyMail) -> None:
    """Mail what happened since the last page; nothing to say, no mail."""
    del job
    settings = current()
    if settings.gardener_email is None:
        return
    async with tx.run():
        week = await gardener_mails.week()
        here = await garden.read()
        followed = await followers.most_followed()
    if week.is_quiet:
        return
    mail = gardener_mails.weekly(week, settings.gardener_email, here, settings, followed=followed)
    await sending.send_to_the_gardener(
        open_transport(settings.mail_url),
        mail,
        settings,
        told=lambda: gardener_mails.told("weekly", week.until),
    )


handler = outbox.Handler(WeeklyMail, weekly_mail, timeout=45, breaker=stops.BREAKER)

# A page that is days late is of no use; the next one tells of its week as well.
schedule = outbox.Schedule(
    "gardener-weekly",
    WeeklyMail(),
    at="06:00",
    days="mon",
    late=timedelta(days=3),
    dedup_key="newsletter-weekly",
)
