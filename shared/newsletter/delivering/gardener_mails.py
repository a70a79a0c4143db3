"""What the gardener is told by mail: that sending had stopped, and what a week has brought."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Literal, LiteralString

from shared import tx
from shared.mail.compose import compose, split_mailbox
from shared.mail.message_id import message_id_of
from shared.mail.transport import Mail
from shared.newsletter.delivering.stops import Stop
from shared.newsletter.garden import Garden
from shared.newsletter.keys import derived
from shared.newsletter.readers.followers import Followed
from shared.newsletter.readers.subscribers import SUPPRESSED
from shared.settings import Settings

# A week that was not told is told with the next one, but no more than two.
WEEK: LiteralString = (
    "with held as ("
    + SUPPRESSED
    + """
    ), week as (
        select greatest(coalesce((select until from gardener_told where what = 'weekly'),
                                 clock_timestamp() - interval '7 days'),
                        clock_timestamp() - interval '14 days') as since,
               clock_timestamp() as until
    )
    select since, until,
           (since at time zone zone)::date as first_day,
           (until at time zone zone)::date as last_day,
           (select count(distinct subscriber_id) from consent_events
             where kind = 'confirmed' and happened_at > since and happened_at <= until) as joined,
           (select count(distinct subscriber_id) from consent_events
             where kind = 'unsubscribed' and happened_at > since and happened_at <= until
               and subscriber_id not in (select subscriber_id from held)) as left,
           (select count(distinct subscriber_id) from consent_events
             where kind = 'suppressed' and happened_at > since and happened_at <= until) as gone,
           (select count(*) from deliveries
             where status = 'sent' and sent_at > since and sent_at <= until) as sent,
           (select count(*) from background_jobs where status = 'dead') as stuck,
           (select count(*) from subscribers
             where status = 'confirmed' and id not in (select subscriber_id from held)) as readers,
           (select count(*) from subscribers
             where status = 'pending' and id not in (select subscriber_id from held))
           as unconfirmed
      from week cross join garden
"""
)

TOLD = """
    insert into gardener_told (what, until) values (%(what)s, %(until)s)
    on conflict (what) do update set until = excluded.until
"""

# What the garden's clocks show.
SHOWN = """
    select %(since)s::timestamptz at time zone zone as since,
           %(now)s::timestamptz at time zone zone as now,
           zone
      from garden
"""

LAST_ALERT = "select until from gardener_told where what = 'alert'"

PLAIN, CLOCK = "%Y-%m-%d %H:%M", "%H:%M"


@dataclass(frozen=True, slots=True)
class Week:
    """What happened since the last page, and how things stand."""

    since: datetime
    until: datetime
    first_day: date
    last_day: date
    joined: int
    left: int
    gone: int
    sent: int
    stuck: int
    readers: int
    unconfirmed: int

    @property
    def is_quiet(self) -> bool:
        """Tell whether there is nothing to say."""
        return not (self.joined or self.left or self.gone or self.sent or self.stuck)


@dataclass(frozen=True, slots=True)
class Shown:
    """When sending stopped and when it went on, on the garden's clocks and without their zone."""

    since: datetime
    now: datetime
    zone: str


async def week() -> Week:
    """Return the week since the last page."""
    found = await tx.row(Week, WEEK)
    assert found is not None  # noqa: S101  (a claimed database has one garden)
    return found


async def shown(since: datetime, now: datetime) -> Shown:
    """Return how the garden's clocks show a stop and its end."""
    found = await tx.row(Shown, SHOWN, since=since, now=now)
    assert found is not None  # noqa: S101  (a claimed database has one garden)
    return found


async def told(what: Literal["weekly", "alert"], until: datetime) -> None:
    """Remember what the gardener was told last."""
    await tx.execute(TOLD, what=what, until=until)


async def last_alert() -> datetime | None:
    """Return when the last alert left, None before the first."""
    return await tx.scalar(datetime, LAST_ALERT)


def weekly(
    one: Week, to: str, here: Garden, settings: Settings, *, followed: Sequence[Followed] = ()
) -> Mail:
    """Compose the page about a week."""
    days = {"since": one.first_day.isoformat(), "until": one.last_day.isoformat()}
    return written(
        "weekly",
        f"weekly {one.until:%G-%V}",
        to,
        here,
        settings,
        {**asdict(one), **days, "followed": [(note.title, note.readers) for note in followed]},
    )


def alert(stop: Stop, to: str, here: Garden, settings: Settings, *, clocks: Shown) -> Mail:
    """Compose the mail about a stop. It can only be read when mail leaves again."""
    is_one_day = clocks.since.date() == clocks.now.date()
    return written(
        "alert",
        f"alert {stop.since.isoformat()}",
        to,
        here,
        settings,
        {
            "stopped_at": f"{clocks.since:{PLAIN}}",
            "goes_on_at": f"{clocks.now:{CLOCK if is_one_day else PLAIN}}",
            "zone": clocks.zone,
            "cause": stop.why,
            "said": stop.said,
            "waiting": stop.waiting,
            "resume_option": "--queue bulk" if stop.why == "quota" else "--breaker mail",
        },
    )


def written(
    template: str,
    name: str,
    to: str,
    here: Garden,
    settings: Settings,
    context: dict[str, object],
) -> Mail:
    """Compose a mail to the gardener, in the garden's language; a retry is the same mail."""
    return compose(
        template,
        sender=settings.mail_from,
        to=split_mailbox("To", to)[1],
        message_id=message_id_of(
            derived(settings.secret_key[0], b"message id", name.encode()).hex()[:32],
            settings.mail_from,
        ),
        language=here.language or "en",
        context={"garden_title": here.name, "garden_url": settings.site_url, **context},
    )
