"""The tables `job_schedules` and `job_slots`: jobs that are due by the calendar, one for each slot.

Every process may ask as often as it likes: a slot is a row, and whoever writes it enqueues the job
in the same transaction. The time is the database's.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from psycopg.errors import LockNotAvailable

from shared import tx
from shared.outbox.calendar.cron import Rule, rule
from shared.outbox.enqueuing.encoding import check_key, encode
from shared.outbox.enqueuing.enqueue import enqueue
from shared.outbox.job import Job

log = logging.getLogger("thistledown.outbox")

KNOWN = """
    select schedule, known.since, known.seen_at, clock.now,
           (select max(slot) from job_slots where job_slots.schedule = asked.schedule) as latest
      from unnest(%(schedules)s::text[], %(rules)s::text[]) as asked (schedule, rule)
     cross join (select coalesce(%(now)s, clock_timestamp()) as now) as clock
      left join job_schedules known using (schedule, rule)
"""

# Written seldom, not with every look.
SEEN = """
    insert into job_schedules (schedule, rule, since, seen_at)
    values (%(schedule)s, %(rule)s, %(now)s, %(now)s)
    on conflict (schedule, rule) do update
       set seen_at = greatest(job_schedules.seen_at, excluded.seen_at)
"""

# What nobody has asked for in a while was changed: should it come back, it is new.
FORGET = """
    delete from job_schedules
     where schedule = %(schedule)s
       and rule <> %(rule)s
       and seen_at < %(now)s - interval '1 hour'
"""

TAKE = """
    insert into job_slots (schedule, slot) values (%(schedule)s, %(slot)s) on conflict do nothing
"""

TAKEN = """
    update job_slots set job_id = %(job_id)s where schedule = %(schedule)s and slot = %(slot)s
"""

SEEN_AGAIN_AFTER = timedelta(minutes=5)

WAIT_BRIEFLY = "set local lock_timeout = '1s'"

# Of which schedules it was said that they wait.
_waiting: set[str] = set()


@dataclass(frozen=True, slots=True)
class Schedule:
    """A job that is due again and again, under a name that is its own.

    `at` is a time of day such as `07:00`, with `days` such as `mon-fri`, or cron's five fields; in
    the named `zone`. Of slots that were missed, as while nothing ran, the latest is made up for,
    unless it is longer ago than `late`. With a `dedup_key` a slot adds no job while that of an
    earlier slot is live.
    """

    name: str
    job: Job
    at: str
    days: str = "*"
    zone: str = "UTC"
    late: timedelta | None = None
    dedup_key: str | None = None

    def __post_init__(self) -> None:
        """Refuse what could never be enqueued."""
        if not self.name:
            raise ValueError("A schedule needs a name.")
        encode(self.job)
        if self.dedup_key is not None:
            check_key(self.dedup_key)
        if self.late is not None and self.late < timedelta(0):
            raise ValueError(
                f"The schedule {self.name} has late={self.late}: how long ago a missed slot may be "
                "to be made up for, so not less than nothing."
            )
        rule(self.at, self.days, self.zone)

    @property
    def rule(self) -> Rule:
        """The moments at which it is due."""
        return rule(self.at, self.days, self.zone)

    @property
    def written(self) -> str:
        """The rule as it is written in the table."""
        return f"{self.at} {self.days} {self.zone}"


@dataclass(frozen=True, slots=True)
class Scheduled:
    """How many jobs were inserted, and when the next slot is."""

    inserted: int
    next_at: datetime | None


@dataclass(frozen=True, slots=True)
class Known:
    """What the tables know of a schedule; `since` and `seen_at` are None for a new rule."""

    schedule: str
    since: datetime | None
    seen_at: datetime | None
    now: datetime
    latest: datetime | None


async def enqueue_scheduled(
    schedules: Sequence[Schedule], *, now: datetime | None = None
) -> Scheduled:
    """Enqueue the jobs whose slot has come, each once whoever asks, in a transaction of its own.

    `now` is for tests only: without it the time is the database's.

    Raises:
        ValueError: two schedules have one name.

    """
    by_name = {one.name: one for one in sorted(schedules, key=lambda one: one.name)}
    if len(by_name) < len(schedules):
        raise ValueError("Two schedules have one name: keep one, rename the other.")
    if not by_name:
        return Scheduled(0, None)

    async def all_due() -> Scheduled:
        known = await tx.rows(
            Known,
            KNOWN,
            schedules=[*by_name],
            rules=[one.written for one in by_name.values()],
            now=now,
        )
        inserted = 0
        for one in sorted(known, key=lambda one: one.schedule):
            inserted += await due(by_name[one.schedule], one)
        return Scheduled(inserted, min(by_name[one.schedule].rule.next(one.now) for one in known))

    return await tx.retrying(all_due)


async def due(schedule: Schedule, known: Known) -> bool:
    """Enqueue the job of the latest slot if it is nobody's yet; tell whether one was made.

    What somebody keeps locked, such as the live job of its key, is left for the next look.
    """
    slot = schedule.rule.last(known.now)
    slot = slot if is_open(slot, schedule, known) else None
    is_unseen = known.seen_at is None or known.now - known.seen_at > SEEN_AGAIN_AFTER
    if slot is None and not is_unseen:
        return False
    try:
        async with tx.savepoint():
            await tx.execute(WAIT_BRIEFLY)
            if is_unseen:
                await see(schedule, known)
            is_made = slot is not None and await take(schedule, slot)
    except LockNotAvailable:
        if schedule.name not in _waiting:
            log.warning("the schedule %s waits: somebody keeps it or its job locked", schedule.name)
        _waiting.add(schedule.name)
        return False
    _waiting.discard(schedule.name)
    return is_made


async def see(schedule: Schedule, known: Known) -> None:
    """Write that somebody asks for this rule of a schedule, and for no other."""
    named = {"schedule": schedule.name, "rule": schedule.written, "now": known.now}
    await tx.execute(SEEN, **named)
    await tx.execute(FORGET, **named)


async def take(schedule: Schedule, slot: datetime) -> bool:
    """Enqueue the job of a slot if it is nobody's yet; tell whether one was made."""
    if not await tx.execute(TAKE, schedule=schedule.name, slot=slot):
        return False
    enqueued = await enqueue(schedule.job, dedup_key=schedule.dedup_key, run_at=slot)
    await tx.execute(TAKEN, schedule=schedule.name, slot=slot, job_id=enqueued.id)
    return enqueued.created


def is_open(slot: datetime, schedule: Schedule, known: Known) -> bool:
    """Tell whether a slot's job is wanted: not of before the rule, not done, not too long ago."""
    if known.since is None or slot <= known.since:
        return False
    if known.latest is not None and slot <= known.latest:
        return False
    return schedule.late is None or known.now - slot <= schedule.late
