"""Job newsletter.purge: each night forget who asked a month ago and has nothing to wait for."""

from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import ClassVar

from shared import outbox
from shared.newsletter.records import purging

BUDGET = 30.0
PAUSE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Purge:
    """Forget people who wait for nothing, and what the caps have counted in past days."""

    kind: ClassVar[str] = "newsletter.purge"
    queue: ClassVar[str] = "bulk"


async def purge(job: Purge) -> dict[str, object]:
    """Forget as many as fit into the budget; go on in a minute while that leaves some over."""
    del job
    purged = await purging.purge(budget=BUDGET)
    if not purged.is_complete:
        raise outbox.Snooze(PAUSE)
    return asdict(purged)


handler = outbox.Handler(Purge, purge, timeout=45)

schedule = outbox.Schedule("newsletter-purge", Purge(), at="03:30", dedup_key="newsletter-purge")
