"""Breakers: after a few outages in a row the jobs behind one wait, and no attempt is burned.

An outage is a failure of something that is out for everybody, such as a mail server that refuses
connections: with a thousand jobs due, a thousand attempts would be burned on it in a minute. The
outages are counted in Postgres, over all workers. Every transition re-checks the state under the
row's lock, so two workers never make the same one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from shared import tx

# So many outages without a success between them open a breaker.
THRESHOLD = 5

# For how long, in seconds: doubled with every probe that fails, with up to a tenth on top.
FIRST_REST = 30.0
LONGEST_REST = 900.0

# So often it would have to fail until it rests for the longest: as long as what lasts does at once.
LASTING = 5

# It locks the row, new or old, until the transaction ends.
LOCK = """
    insert into job_breakers (breaker) values (%(breaker)s)
    on conflict (breaker) do update set breaker = excluded.breaker
"""

# An outage of an attempt that began before the breaker opened comes late and changes nothing.
COUNT = """
    update job_breakers
       set kinds = array(select distinct unnest(kinds || %(kinds)s::text[]) order by 1),
           failures = seen.counted,
           last_error = %(error)s,
           status = case when seen.counted < %(threshold)s then 'closed' else 'open' end,
           trips = trips + %(trips)s * (seen.counted >= %(threshold)s)::int,
           opened_at = case when seen.counted < %(threshold)s then opened_at else seen.now end,
           open_until = case when seen.counted >= %(threshold)s
                             then seen.now + interval '1 second' * (1 + 0.1 * random())
                                  * least(%(longest)s, %(first)s * 2 ^ least(trips, 20)) end
      from (select breaker as name, coalesce(%(now)s, clock_timestamp()) as now,
                   %(outages)s + case when %(afresh)s then 0 else failures end as counted
              from job_breakers) as seen
     where breaker = %(breaker)s and breaker = seen.name and status = 'closed'
    returning breaker, status, failures, kinds, open_until, last_error
"""

# A probe that fails leaves it open, for twice as long.
OPEN_AGAIN = """
    update job_breakers
       set status = 'open',
           failures = failures + 1,
           trips = trips + %(trips)s,
           last_error = %(error)s,
           probe_job = null,
           open_until = coalesce(%(now)s, clock_timestamp())
                        + interval '1 second' * (1 + 0.1 * random())
                        * least(%(longest)s, %(first)s * 2 ^ least(trips, 20))
     where breaker = %(breaker)s and status = 'probing' and probe_job = any(%(ids)s)
"""

FORGET = """
    update job_breakers
       set failures = 0, trips = 0
     where breaker = %(breaker)s and status = 'closed' and (failures > 0 or trips > 0)
"""


@dataclass(frozen=True, slots=True)
class Outages:
    """What a batch of ended attempts says of a breaker: how many outages, the last of which.

    `afresh` says that a success came before them; `ids` are the jobs. One that lasts until somebody
    mends it opens the breaker alone.
    """

    breaker: str
    kinds: Sequence[str]
    outages: int
    error: str | None
    afresh: bool
    ids: Sequence[int]
    is_lasting: bool = False


@dataclass(frozen=True, slots=True)
class CountedBreaker:
    """A breaker that was closed, after an outage was counted."""

    breaker: str
    status: str
    failures: int
    kinds: list[str]
    open_until: datetime | None
    last_error: str | None

    @property
    def sentence(self) -> str:
        """Say that it has opened, what that means and when it is tried again."""
        counted = "an outage" if self.failures == 1 else f"{self.failures} outages in a row"
        return (
            f"breaker {self.breaker} is open: {counted}, the last: "
            f"{self.last_error}. Jobs of {', '.join(self.kinds)} wait without losing an attempt; "
            f"after {self.open_until} one of them tries again."
        )


async def count(seen: Outages, *, now: datetime | None) -> CountedBreaker | None:
    """Count outages in the open transaction; return the breaker if they opened it."""
    rest = {
        "first": LONGEST_REST if seen.is_lasting else FIRST_REST,
        "longest": LONGEST_REST,
        "trips": LASTING if seen.is_lasting else 1,
        "now": now,
        "error": seen.error,
    }
    await tx.execute(LOCK, breaker=seen.breaker)
    await tx.execute(OPEN_AGAIN, breaker=seen.breaker, ids=list(seen.ids), **rest)
    counted = await tx.row(
        CountedBreaker,
        COUNT,
        breaker=seen.breaker,
        kinds=list(seen.kinds),
        outages=seen.outages,
        afresh=seen.afresh,
        threshold=1 if seen.is_lasting else THRESHOLD,
        **rest,
    )
    return counted if counted is not None and counted.status == "open" else None


async def forget(breaker: str) -> None:
    """Forget in the open transaction the outages that were counted before something worked."""
    await tx.execute(FORGET, breaker=breaker)
