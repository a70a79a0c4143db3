"""What a tick did, in numbers."""

import logging
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from shared.outbox.ended import Ended

log = logging.getLogger("thistledown.outbox")

COUNTED_AS = {
    "succeeded": "succeeded",
    "failed": "retried",
    "discarded": "dead",
    "cancelled": "cancelled",
    "snoozed": "snoozed",
    "released": "released",
    "unknown": "unknown",
}


@dataclass(slots=True)
class Report:
    """What a tick did; `seconds` is how long it took, `next_due_at` when the next is needed.

    `next_job_at` leaves the calendar out: what that has begins no sooner for being waited for.
    """

    claimed: int = 0
    succeeded: int = 0
    retried: int = 0
    dead: int = 0
    rescued: int = 0
    snoozed: int = 0
    released: int = 0
    unknown: int = 0
    cancelled: int = 0
    stale: int = 0
    unknown_kinds: list[str] = field(default_factory=list[str])
    paused: str | None = None
    next_due_at: datetime | None = None
    next_job_at: datetime | None = None
    seconds: float = 0.0

    def as_json(self) -> dict[str, Any]:
        """Return the report with times as ISO 8601."""
        times = {name: getattr(self, name) for name in ("next_due_at", "next_job_at")}
        written = {name: at.isoformat() if at else None for name, at in times.items()}
        return {**asdict(self), **written, "seconds": round(self.seconds, 3)}

    def count(self, one: Ended, verdict: str | None) -> None:
        """Count an attempt; without a verdict its lease had been somebody else's."""
        running = one.running
        name = COUNTED_AS[one.outcome]
        if verdict is None and one.acked_by_handler:
            name = "succeeded"
        elif verdict is None:
            name = "stale"
            log.warning("stale_ack: job %d (%s) had lost its lease", running.id, running.kind)
        elif verdict in ("dead", "cancelled"):
            name = verdict
        if one.outcome == "unknown" and running.kind not in self.unknown_kinds:
            self.unknown_kinds.append(running.kind)
        setattr(self, name, getattr(self, name) + 1)
