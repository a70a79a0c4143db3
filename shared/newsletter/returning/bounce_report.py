"""What the gardener sees of mails that came back: counts, and what our own side is to blame for."""

from dataclasses import dataclass
from datetime import datetime

from shared import tx
from shared.newsletter.returning.topics import Topic, listed

DAYS = 30

EVENTS = """
    select kind, source, count(*) as events, count(distinct subscriber_id) as readers,
           max(happened_at) as last_at
      from bounce_events
     where happened_at > clock_timestamp() - %(days)s * interval '1 day'
     group by kind, source
     order by kind, source
"""

REFUSALS = """
    select code, source, count(*) as events, max(happened_at) as last_at
      from bounce_events
     where kind = 'policy'
       and happened_at > clock_timestamp() - %(days)s * interval '1 day'
     group by code, source
     order by events desc, code
     limit 10
"""

IGNORED = """
    select source, why, sum(counted)::int as counted
      from bounces_ignored
     where day > (clock_timestamp() at time zone 'UTC')::date - %(days)s
     group by source, why
     order by source, why
"""


@dataclass(frozen=True, slots=True)
class Came:
    """How many events of a kind came from a source, and about how many readers."""

    kind: str
    source: str
    events: int
    readers: int
    last_at: datetime


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal over a policy: the mail server or the letter is to blame, not the reader."""

    code: str | None
    source: str
    events: int
    last_at: datetime


@dataclass(frozen=True, slots=True)
class Ignored:
    """How many messages of a source led to nothing, and why."""

    source: str
    why: str
    counted: int


@dataclass(frozen=True, slots=True)
class BounceReport:
    """What came back in the last thirty days."""

    events: list[Came]
    refusals: list[Refusal]
    ignored: list[Ignored]
    topics: list[Topic]


async def bounce_report() -> BounceReport:
    """Return the report of the last thirty days."""
    return BounceReport(
        await tx.rows(Came, EVENTS, days=DAYS),
        await tx.rows(Refusal, REFUSALS, days=DAYS),
        await tx.rows(Ignored, IGNORED, days=DAYS),
        await listed(),
    )
