"""How a job is told: what waiting means, and every attempt in one line."""

from functions.commands import show
from shared import outbox
from shared.outbox import Attempt, StoredJob

Told = list[tuple[StoredJob, list[Attempt]]]


async def with_history(
    *,
    job_id: int | None = None,
    status: str | None = None,
    kind: str | None = None,
    limit: int = 1,
    after: int | None = None,
) -> Told:
    """Return jobs, each with its attempts."""
    found = await outbox.jobs(job_id=job_id, status=status, kind=kind, limit=limit, after=after)
    return [(job, await outbox.history(job.id)) for job in found]


def as_object(job: StoredJob, history: list[Attempt]) -> dict[str, object]:
    """Return a job with its history for JSON."""
    fields = {name: getattr(job, name) for name in StoredJob.__slots__}
    return {**fields, "history": history}


def due(job: StoredJob) -> str:
    """Return when a waiting job is due."""
    return f", due {show.due(job.run_at)}" if job.status == "pending" else ""


def print_history(history: list[Attempt]) -> None:
    """Print attempts as a table, an error that comes again only once."""
    before = [None, *(one.error for one in history)]
    show.table(
        ["attempt", "outcome", "ended", "took", "error"],
        [
            [
                one.attempt,
                one.outcome,
                show.when(one.finished_at),
                show.length(one.finished_at - one.started_at) if one.started_at else "",
                "the same" if one.error and one.error == last else one.error,
            ]
            for one, last in zip(history, before, strict=False)
        ],
    )
