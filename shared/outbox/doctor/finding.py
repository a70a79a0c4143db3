"""What the doctor looks with and what it says: one sentence and one remedy for each finding."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from shared.outbox.job import Handlers


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong, in a sentence, and what mends it."""

    check: str
    says: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Unseen:
    """Something that could not be looked at, and why."""

    check: str
    why: str


@dataclass(frozen=True, slots=True)
class Thresholds:
    """From where on something is worth saying. Versions are as in `server_version_num`."""

    idle_transaction: timedelta = timedelta(minutes=1)
    snapshot: timedelta = timedelta(minutes=5)
    lock_wait: timedelta = timedelta(seconds=5)
    overdue: timedelta = timedelta(minutes=5)
    lease_over: timedelta = timedelta(minutes=2)
    clock: timedelta = timedelta(seconds=2)
    connections: float = 0.8
    dead_tuples: int = 20_000
    index_bytes: int = 64 * 1024 * 1024
    transaction_age: int = 1_000_000_000
    shortest_timeout: timedelta = timedelta(seconds=30)
    oldest_version: int = 140_000


def the_time() -> datetime:
    """Return what this machine's clock shows."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Look:
    """What the checks know: who works which kinds, what is too much, and this machine's clock."""

    handlers: Handlers | None = None
    thresholds: Thresholds = field(default_factory=Thresholds)
    clock: Callable[[], datetime] = the_time


def spoken(span: timedelta) -> str:
    """Return a length of time in its largest fitting unit."""
    seconds = round(span.total_seconds())
    for unit, name in ((86400, "days"), (3600, "h"), (60, "min")):
        if seconds >= 2 * unit:
            return f"{seconds // unit} {name}"
    return f"{span.total_seconds():.1f} s" if seconds < 10 else f"{seconds} s"


def many(count: int, one: str) -> str:
    """Return a count with its noun."""
    return f"{count} {one if count == 1 else one + 's'}"


def waits(count: int) -> str:
    """Return how many jobs wait."""
    return f"{many(count, 'job')} {'waits' if count == 1 else 'wait'}"
