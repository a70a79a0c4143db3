"""How an attempt ended: what the worker tells those who write it down and those who shut gates."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal
from uuid import UUID

from shared.outbox.job import Running

# succeeded, failed, discarded and cancelled end an attempt and are history. A snoozed, released or
# unknown one gives its attempt back and leaves no trace: the handler did not want it, the process
# stopped, or this process does not know the kind.
Outcome = Literal["succeeded", "failed", "discarded", "cancelled", "snoozed", "released", "unknown"]

Fence = tuple[int, UUID]


@dataclass(slots=True, unsafe_hash=True)  # frozen, it would take three times as long to make
class Ended:
    """How an attempt ended. `until` or `delay` say when a snoozed job is due; `result` is JSON."""

    running: Running
    outcome: Outcome
    error: str | None = None
    until: datetime | None = None
    delay: timedelta | None = None
    pauses_queue: bool = False
    acked_by_handler: bool = False
    fingerprint: str | None = None
    result: str | None = None
    is_outage: bool = False
    is_lasting: bool = False


def fence(ended: Ended) -> Fence:
    """Return what an attempt is known by: its job, and the lease under which it was worked."""
    return ended.running.id, ended.running.lease_id
