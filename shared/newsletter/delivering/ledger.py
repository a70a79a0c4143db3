"""What a gardener sees of deliveries that went another way than `sent`, and how one is given up."""

from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString

from shared import tx
from shared.newsletter.delivering.fates import FATES
from shared.newsletter.payloads import EvergreenMail

REMARKABLE: LiteralString = (
    FATES
    + """
    select subscriber_id, fate as status, reason, ambiguous
      from fates
     where fate not in ('pending', 'sent') or ambiguous > 0 or reason is not null
     order by fate, id
"""
)

# Why: of what has failed, as much as a line can hold; of what waits, what its job waits for.
SHARES: LiteralString = (
    FATES
    + """
    select case when fate = 'sending' then 'pending' else fate end as fate, because as reason,
           count(*) as deliveries
      from fates
      left join background_jobs job
        on job.dedup_key = 'newsletter-evergreen-' || fates.id
       and job.status in ('pending', 'running')
     cross join lateral (
        select case
                   when fate = 'sent' then null
                   when fate in ('postponed', 'skipped') then reason
                   when fate = 'failed' and is_dead then 'as dead letters'
                   when fate = 'failed' and reason ~ '^[45][0-9][0-9] ' then 'refused'
                   when fate = 'failed' then reason
                   when job.status = 'running' then 'being sent'
                   when starts_with(held_by, 'breaker:') then 'while the mail server is out'
                   when exists (select from job_kinds
                                 where kind = job.kind and paused_until > clock_timestamp()
                                   and starts_with(paused_because, 'MAIL_PER_DAY'))
                   then 'for tomorrow: the day is full'
                   when held_by is not null
                     or exists (select from job_origin where paused_since is not null)
                     or exists (select from job_queues
                                 where queue = job.queue and paused_until > clock_timestamp())
                     or exists (select from job_kinds
                                 where kind = job.kind and paused_until > clock_timestamp())
                   then 'paused'
                   when run_at > clock_timestamp() and attempts > 0 then 'to be tried again'
                   when run_at > clock_timestamp() then 'for later'
                   else 'due'
               end as because) as told
     group by 1, 2
     order by 1, 3 desc, 2
"""
)

# Two letters are the least that have a pace.
PROGRESS: LiteralString = (
    FATES
    + """
    select done, total,
           case when sent > 1 then 60 * sent / seconds end as per_minute,
           case when sent > 1 and done < total
                then clock_timestamp() + (total - done) * seconds / sent * interval '1 second'
           end as ends_at
      from (select count(*) as total,
                   count(*) filter (where fate not in ('pending', 'sending')) as done,
                   count(*) filter (where sent_at > since) as sent,
                   extract(epoch from clock_timestamp()
                                      - min(sent_at) filter (where sent_at > since))::float8
                   as seconds
              from fates
             cross join (select clock_timestamp() - interval '10 minutes' as since) as recent
           ) as counted
"""
)

# What was being sent when its worker died may have arrived: that stays countable.
GIVE_UP = """
    update deliveries
       set status = 'failed',
           reason = %(reason)s,
           ambiguous = ambiguous + (status = 'sending')::int
     where id = %(id)s
       and status in ('pending', 'sending')
"""


@dataclass(frozen=True, slots=True)
class Remarkable:
    """A delivery that was not simply sent: it failed, was skipped or postponed, or came twice."""

    subscriber_id: int
    status: str
    reason: str | None
    ambiguous: int


@dataclass(frozen=True, slots=True)
class Share:
    """How many deliveries of a notification have a fate for a reason."""

    fate: str
    reason: str | None
    deliveries: int


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a notification is: deliveries that have ended, and all of them.

    `per_minute` is how many letters went out a minute over the last ten minutes, and `ends_at` when
    the last will have gone at that pace; None where there is no pace.
    """

    done: int
    total: int
    per_minute: float | None
    ends_at: datetime | None


async def progress(notification_id: int) -> Progress | None:
    """Return how far a notification is, and when it may have reached everybody."""
    return await tx.row(
        Progress, PROGRESS, notification_id=notification_id, kind=EvergreenMail.kind
    )


async def shares(notification_id: int) -> list[Share]:
    """Return what became of every delivery of a notification, counted by reason."""
    return await tx.rows(Share, SHARES, notification_id=notification_id, kind=EvergreenMail.kind)


async def remarkable(notification_id: int) -> list[Remarkable]:
    """Return the deliveries of a notification about which there is something to say."""
    return await tx.rows(
        Remarkable, REMARKABLE, notification_id=notification_id, kind=EvergreenMail.kind
    )


async def give_up(delivery_id: int, *, reason: str) -> bool:
    """End a delivery that will never be sent; False if it has ended before."""
    return await tx.execute(GIVE_UP, id=delivery_id, reason=reason) > 0
