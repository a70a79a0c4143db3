"""A job queue and transactional outbox in one Postgres table.

Knows nothing of newsletters, HTTP or templates; with `shared.tx` it can be lifted out whole.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from shared.outbox.enqueue import enqueue, enqueue_from, wake_up
from shared.outbox.fence import HOLDS_LEASE, lease_parameters
from shared.outbox.inserting import Enqueued
from shared.outbox.job import Handler, Handlers, Job, Running, current
from shared.outbox.ladder import LADDER, MAX_ATTEMPTS
from shared.outbox.outcomes import Discard, Outage, PauseQueue, Snooze
from shared.outbox.payload import BadPayload
from shared.outbox.windows import EVER

# Who only enqueues, as a request does, must not wait for the worker's half to load.
WORKER = {
    "ack": ("StaleLease", "succeed"),
    "audit": ("Action", "actions", "note"),
    "batch": ("Bulk", "enqueue_many"),
    "bulk": ("Dropped", "Released", "drop_all", "release"),
    "causes": ("Cause", "cause"),
    "correcting": ("edit",),
    "counts": ("Failing", "HeldBack", "Waiting", "failing", "held_back", "waiting"),
    "dead_letters": ("Retried", "drop", "retry"),
    "doctor": ("Diagnosis", "Finding", "diagnose"),
    "exposition": ("prometheus",),
    "fanning_out": ("FanOut", "fan_out"),
    "inspect": ("Attempt", "StoredJob", "cancel", "history", "jobs", "run_now"),
    "json_lines": ("JsonLines",),
    "keeper": ("must_stop",),
    "metrics": ("Summary", "summary"),
    "office": ("DeadGroup", "dead_groups"),
    "pausing": ("limits", "pause", "resume"),
    "pruning": ("Pruned", "prune"),
    "report": ("Report",),
    "results": ("BadResult", "result"),
    "schedules": ("Schedule", "Scheduled", "enqueue_scheduled"),
    "serving": ("serve",),
    "standing": ("BreakerGate", "Gates", "KindGate", "QueueGate", "gates"),
    "ticking": ("tick",),
    "tracing": ("trace",),
}

if TYPE_CHECKING:
    from shared.outbox.ack import StaleLease, succeed
    from shared.outbox.audit import Action, actions, note
    from shared.outbox.batch import Bulk, enqueue_many
    from shared.outbox.bulk import Dropped, Released, drop_all, release
    from shared.outbox.causes import Cause, cause
    from shared.outbox.correcting import edit
    from shared.outbox.counts import Failing, HeldBack, Waiting, failing, held_back, waiting
    from shared.outbox.dead_letters import Retried, drop, retry
    from shared.outbox.doctor import Diagnosis, Finding, diagnose
    from shared.outbox.exposition import prometheus
    from shared.outbox.fanning_out import FanOut, fan_out
    from shared.outbox.inspect import Attempt, StoredJob, cancel, history, jobs, run_now
    from shared.outbox.json_lines import JsonLines
    from shared.outbox.keeper import must_stop
    from shared.outbox.metrics import Summary, summary
    from shared.outbox.office import DeadGroup, dead_groups
    from shared.outbox.pausing import limits, pause, resume
    from shared.outbox.pruning import Pruned, prune
    from shared.outbox.report import Report
    from shared.outbox.results import BadResult, result
    from shared.outbox.schedules import Schedule, Scheduled, enqueue_scheduled
    from shared.outbox.serving import serve
    from shared.outbox.standing import BreakerGate, Gates, KindGate, QueueGate, gates
    from shared.outbox.ticking import tick
    from shared.outbox.tracing import trace
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
    "EVER",
    "HOLDS_LEASE",
    "LADDER",
    "MAX_ATTEMPTS",
    "Action",
    "Attempt",
    "BadPayload",
    "BadResult",
    "BreakerGate",
    "Bulk",
    "Cause",
    "DeadGroup",
    "Diagnosis",
    "Discard",
    "Dropped",
    "Enqueued",
    "Failing",
    "FanOut",
    "Finding",
    "Gates",
    "Handler",
    "Handlers",
    "HeldBack",
    "Job",
    "JsonLines",
    "KindGate",
    "Outage",
    "PauseQueue",
    "Pruned",
    "QueueGate",
    "Released",
    "Report",
    "Retried",
    "Running",
    "Schedule",
    "Scheduled",
    "Snooze",
    "StaleLease",
    "StoredJob",
    "Summary",
    "Waiting",
    "actions",
    "cancel",
    "cause",
    "current",
    "dead_groups",
    "diagnose",
    "drop",
    "drop_all",
    "edit",
    "enqueue",
    "enqueue_from",
    "enqueue_many",
    "enqueue_scheduled",
    "failing",
    "fan_out",
    "gates",
    "held_back",
    "history",
    "jobs",
    "lease_parameters",
    "limits",
    "must_stop",
    "note",
    "pause",
    "prometheus",
    "prune",
    "release",
    "result",
    "resume",
    "retry",
    "run_now",
    "serve",
    "succeed",
    "summary",
    "tick",
    "trace",
    "waiting",
    "wake_up",
]
