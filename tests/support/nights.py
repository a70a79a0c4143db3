"""A database in which a night's pruning is due, and old jobs of every end."""

from typing import Any

from functions.jobs.prune import schedule
from shared.outbox import Schedule

# The rule is known for two days, and its slot of the last of them is nobody's yet.
KNOWN = """
    insert into job_schedules (schedule, rule, since, seen_at)
    values (%s, %s, clock_timestamp() - interval '2 days', clock_timestamp())
"""

JOBS = """
    insert into background_jobs (kind, status, attempts, created_at, finished_at)
    select 'test.old', status, 1, at, at
      from unnest(array['succeeded', 'cancelled', 'dead']) as status,
           generate_series(1, %s),
           lateral (select clock_timestamp() - %s::interval as at) as t
"""

LEFT = """
    select status, count(*) as jobs
      from background_jobs
     where kind = 'test.old'
     group by status order by status
"""

NIGHTS = """
    select slot.slot, job.status, job.run_at, job.result
      from job_slots slot
      left join background_jobs job on job.id = slot.job_id
     where slot.schedule = %s
     order by slot.slot
"""


def slot_has_come(db: Any, due: Schedule = schedule) -> None:
    db.execute(KNOWN, (due.name, due.written))


def add_old_jobs(db: Any, age: str = "31 days", *, times: int = 1) -> None:
    """Add a job that succeeded, one that was cancelled and a dead letter, so long ago."""
    db.execute(JOBS, (times, age))


def left(db: Any) -> dict[str, int]:
    """Return how many of the old jobs are left, by how they ended."""
    return {row["status"]: row["jobs"] for row in db.execute(LEFT).fetchall()}


def nights(db: Any) -> list[dict[str, Any]]:
    """Return the slots of the pruning, each with its job."""
    return db.execute(NIGHTS, (schedule.name,)).fetchall()


def pruning_jobs(db: Any) -> int:
    counted = db.execute("select count(*) from background_jobs where kind = 'outbox.prune'")
    return int(counted.fetchone()["count"])
