"""The numbers of the queue in Prometheus's text format, version 0.0.4."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from shared.outbox.failure import ADDRESS
from shared.outbox.showing.metrics import Summary


@dataclass(frozen=True, slots=True)
class Sample:
    """One number and what it is of."""

    value: float
    labels: Mapping[str, str] = field(default_factory=dict[str, str])


def prometheus(summary: Summary) -> str:
    """Return the numbers as text for a scrape. All are gauges: rows come and go.

    A series that is not there counts nothing. No label holds an address.
    """
    return "".join(line for lines in families(summary) for line in lines)


def families(summary: Summary) -> Iterator[Iterator[str]]:
    """Yield the lines of each metric."""
    yield family(
        "outbox_jobs",
        "Live jobs and dead letters.",
        (
            Sample(one.jobs, {"queue": one.queue, "kind": one.kind, "status": one.status})
            for one in summary.jobs
        ),
    )
    yield family(
        "outbox_due",
        "Jobs that wait and are due, held ones among them.",
        (
            Sample(one.due, {"queue": one.queue, "kind": one.kind})
            for one in summary.jobs
            if one.status == "pending"
        ),
    )
    yield family(
        "outbox_oldest_due_seconds",
        "For how long the first job of a queue has been due; held jobs do not count.",
        (Sample(one.seconds, {"queue": one.queue}) for one in summary.oldest_due),
    )
    yield family("outbox_pending", "Jobs that wait.", [Sample(summary.pending)])
    yield family("outbox_running", "Jobs that a worker has.", [Sample(summary.running)])
    yield family("outbox_dead", "Dead letters.", [Sample(summary.dead)])
    yield family(
        "outbox_held",
        "Jobs that a pause or a breaker keeps back, of those that wait.",
        (Sample(one.jobs, {"held_by": one.held_by}) for one in summary.held),
    )
    yield from families_of_signs(summary)


def families_of_signs(summary: Summary) -> Iterator[Iterator[str]]:
    """Yield the lines of what an alarm looks at."""
    yield family(
        "outbox_paused",
        "1 for each queue or kind that is paused, or for everything.",
        (Sample(1, {"gate": one.gate, "name": one.name}) for one in summary.paused),
    )
    yield family(
        "outbox_breaker_open",
        "Whether a breaker keeps jobs back.",
        (Sample(one.is_open, {"breaker": one.breaker}) for one in summary.breakers),
    )
    yield family(
        "outbox_expired_leases",
        "Running jobs whose lease is over and that no tick has taken back.",
        [Sample(summary.expired_leases)],
    )
    yield family(
        "outbox_last_tick_age_seconds",
        "How long ago a worker looked, to the minute.",
        [Sample(age)] if (age := summary.last_tick_seconds) is not None else [],
    )
    yield family(
        "outbox_oldest_snapshot_seconds",
        "Age of the oldest transaction of others that keeps vacuum from cleaning up.",
        [Sample(summary.oldest_snapshot_seconds)],
    )


def family(name: str, says: str, samples: Iterable[Sample]) -> Iterator[str]:
    """Yield a metric's lines: what it is, then its samples."""
    yield f"# HELP {name} {says}\n"
    yield f"# TYPE {name} gauge\n"
    for one in samples:
        labels = ",".join(f'{key}="{escaped(value)}"' for key, value in one.labels.items())
        yield f"{name}{{{labels}}} {one.value:.15g}\n" if labels else f"{name} {one.value:.15g}\n"


def escaped(value: str) -> str:
    """Return a label's value without addresses, and with what the format wants escaped."""
    text = ADDRESS.sub("[address]", value)
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
