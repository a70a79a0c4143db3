"""A job queue and transactional outbox in one Postgres table.

Knows nothing of newsletters, HTTP or templates; with `shared.tx` it can be lifted out whole.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from shared.outbox.enqueue import Enqueued, enqueue, enqueue_from, enqueue_many
from shared.outbox.fence import HOLDS_LEASE, lease_parameters
from shared.outbox.job import Handler, Handlers, Job, Running, current
from shared.outbox.ladder import LADDER, MAX_ATTEMPTS
from shared.outbox.outcomes import Discard, PauseQueue, Snooze
from shared.outbox.payload import BadPayload

# Who only enqueues, as a request does, must not wait for the worker's half to load.
WORKER = {
    "ack": ("StaleLease", "succeed"),
    "dead_letters": ("Retried", "retry"),
    "inspect": (
        "Attempt",
        "Failing",
        "StoredJob",
        "Waiting",
        "cancel",
        "failing",
        "history",
        "jobs",
        "run_now",
        "waiting",
    ),
    "report": ("Report",),
    "ticking": ("tick",),
}

if TYPE_CHECKING:
    from shared.outbox.ack import StaleLease, succeed
    from shared.outbox.dead_letters import Retried, retry
    from shared.outbox.inspect import (
        Attempt,
        Failing,
        StoredJob,
        Waiting,
        cancel,
        failing,
        history,
        jobs,
        run_now,
        waiting,
    )
    from shared.outbox.report import Report
    from shared.outbox.ticking import tick
else:

    def __getattr__(name: str) -> object:
        """Import what is asked for the first time."""
        for module, names in WORKER.items():
            if name in names:
                found = getattr(import_module(f"{__name__}.{module}"), name)
                globals()[name] = found
                return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "HOLDS_LEASE",
    "LADDER",
    "MAX_ATTEMPTS",
    "Attempt",
    "BadPayload",
    "Discard",
    "Enqueued",
    "Failing",
    "Handler",
    "Handlers",
    "Job",
    "PauseQueue",
    "Report",
    "Retried",
    "Running",
    "Snooze",
    "StaleLease",
    "StoredJob",
    "Waiting",
    "cancel",
    "current",
    "enqueue",
    "enqueue_from",
    "enqueue_many",
    "failing",
    "history",
    "jobs",
    "lease_parameters",
    "retry",
    "run_now",
    "succeed",
    "tick",
    "waiting",
]
