"""Job newsletter.digest-calendar: see whether a digest is due in the garden's zone.

The zone stands in the database, so that the digests keep another calendar than the nightly jobs.
"""

from shared import outbox
from shared.newsletter.digests import calendar
from shared.newsletter.payloads import DigestCalendar


async def digest_calendar(job: DigestCalendar) -> dict[str, int]:
    """Enqueue the digests whose hour has come; a slot is taken once, however often one looks."""
    del job
    return {"due": (await calendar.look()).inserted}


handler = outbox.Handler(DigestCalendar, digest_calendar, timeout=20)

# The hour of every zone begins at one of these minutes of UTC: Nepal's at :15, India's at :30.
schedule = outbox.Schedule(
    "newsletter-digests",
    DigestCalendar(),
    at="0,15,30 * * * *",
    dedup_key="newsletter-digest-calendar",
)
