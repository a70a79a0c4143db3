"""The dead-letter office: dead letters in groups of one cause, and what the cause means.

A group is a kind and the fingerprint of the last failure. bulk.py releases or drops a whole one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from shared import tx
from shared.outbox.office.causes import Cause, cause

# Where a failure has no fingerprint, its text without digits stands for it: the line, the number of
# bytes and the id in it differ between failures of one cause. The texts are folded before they are
# looked at, since there are fewer of them than letters. The newest letter of a group speaks for it.
GROUPS = """
    with dead as (
        select job.id, job.kind, job.finished_at, final.fingerprint,
               case when final.fingerprint is null then final.error end as text
          from background_jobs job
          left join lateral (
               select fingerprint, error from job_attempts
                where job_id = job.id and outcome <> 'succeeded'
                order by id desc limit 1) as final on true
         where job.status = 'dead'
    ), folded as (
        select kind, fingerprint, text, count(*) as jobs, min(finished_at) as first_at,
               max(finished_at) as last_at, max(id) as example
          from dead
         group by kind, fingerprint, text
    ), grouped as (
        select kind, coalesce(fingerprint, regexp_replace(text, '[0-9]+', '', 'g'), '')
                     as fingerprint,
               sum(jobs)::bigint as jobs, min(first_at) as first_at, max(last_at) as last_at,
               max(example) as example
          from folded
         group by 1, 2
    )
    select grouped.*,
           (select error from job_attempts
             where job_id = example and outcome <> 'succeeded'
             order by id desc limit 1) as error
      from grouped
     order by last_at desc, kind, fingerprint
"""


@dataclass(frozen=True, slots=True)
class Group:
    """Dead letters of one cause, as the table has them."""

    kind: str
    fingerprint: str
    jobs: int
    first_at: datetime
    last_at: datetime
    example: int
    error: str | None


@dataclass(frozen=True, slots=True)
class DeadGroup:
    """Dead letters of one cause: how many, since when, the newest, and what its error means.

    `group` is a short name to type; it is the same as long as kind and fingerprint are.
    """

    group: str
    kind: str
    fingerprint: str
    jobs: int
    first_at: datetime
    last_at: datetime
    example: int
    error: str | None
    says: str
    remedy: str


async def dead_groups(causes: Sequence[Cause] = ()) -> list[DeadGroup]:
    """Return the dead letters by cause, the newest first; `causes` are the caller's own."""
    async with tx.run():
        found = await tx.rows(Group, GROUPS)
    return [explained(one, causes) for one in found]


def explained(one: Group, causes: Sequence[Cause]) -> DeadGroup:
    """Add to a group its name and what its error means."""
    short = sha256(f"{one.kind}\n{one.fingerprint}".encode()).hexdigest()[:8]
    meant = cause(one.error, causes)
    return DeadGroup(
        short,
        one.kind,
        one.fingerprint,
        one.jobs,
        one.first_at,
        one.last_at,
        one.example,
        one.error,
        meant.says,
        meant.remedy,
    )
