"""A job queue and transactional outbox in one Postgres table.

Knows nothing of newsletters, HTTP or templates; with `shared.tx` it can be lifted out whole.

- `enqueuing`: the ways into the table
- `worker`: claim, work, write how it ended
- `holding`: pauses, limits, breakers, a database restored from a backup
- `calendar`: jobs that are due by the clock
- `office`: what people do to jobs
- `showing`: jobs, counts and metrics to look at
- `doctor`: what is wrong with the database
- `testing`: for tests of whoever uses all this

Beside them lies what more than one of them needs. docs/jobs.md is for those who use it.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from shared.outbox.enqueuing.enqueue import enqueue, enqueue_alone, enqueue_from, wake_up
from shared.outbox.enqueuing.inserting import Enqueued
from shared.outbox.enqueuing.windows import EVER
from shared.outbox.fence import HOLDS_LEASE, lease_parameters
from shared.outbox.job import Handler, Handlers, Job, Running, current
from shared.outbox.ladder import LADDER, MAX_ATTEMPTS
from shared.outbox.outcomes import Discard, Outage, PauseQueue, Snooze
from shared.outbox.payload import BadPayload, Undecodable

# Who only enqueues, as a request does, must not wait for the worker's half to load.
LOADED_LATER = {
    "worker.ack": ("StaleLease", "succeed"),
    "office.audit": ("Action", "actions", "note"),
    "enqueuing.batch": ("Bulk", "enqueue_many"),
    "office.bulk": ("Dropped", "Released", "drop_all", "release"),
    "office.causes": ("Cause", "cause"),
    "office.correcting": ("edit",),
    "showing.counts": ("Failing", "HeldBack", "Waiting", "failing", "held_back", "waiting"),
    "office.dead_letters": ("Retried", "drop", "retry"),
    "office.live_jobs": ("cancel", "run_now"),
    "doctor": ("Diagnosis", "Finding", "diagnose"),
    "showing.exposition": ("prometheus",),
    "enqueuing.fanning_out": ("FanOut", "fan_out"),
    "showing.inspect": ("Attempt", "StoredJob", "history", "jobs"),
    "json_lines": ("JsonLines",),
    "worker.keeper": ("must_stop",),
    "showing.metrics": ("Summary", "summary"),
    "office.grouping": ("DeadGroup", "dead_groups"),
    "holding.pausing": ("FOR_GOOD", "limits", "pause", "resume"),
    "pruning": ("Pruned", "prune"),
    "worker.report": ("Report",),
    "results": ("BadResult", "result"),
    "calendar.schedules": ("Schedule", "Scheduled", "enqueue_scheduled"),
    "worker.serving": ("serve",),
    "holding.gates": ("BreakerGate", "Gates", "KindGate", "QueueGate", "gates"),
    "worker.ticking": ("tick",),
    "tracing": ("trace",),
}

if TYPE_CHECKING:
    from shared.outbox.calendar.schedules import Schedule, Scheduled, enqueue_scheduled
    from shared.outbox.doctor import Diagnosis, Finding, diagnose
    from shared.outbox.enqueuing.batch import Bulk, enqueue_many
    from shared.outbox.enqueuing.fanning_out import FanOut, fan_out
    from shared.outbox.holding.gates import BreakerGate, Gates, KindGate, QueueGate, gates
    from shared.outbox.holding.pausing import FOR_GOOD, limits, pause, resume
    from shared.outbox.json_lines import JsonLines
    from shared.outbox.office.audit import Action, actions, note
    from shared.outbox.office.bulk import Dropped, Released, drop_all, release
    from shared.outbox.office.causes import Cause, cause
    from shared.outbox.office.correcting import edit
    from shared.outbox.office.dead_letters import Retried, drop, retry
    from shared.outbox.office.grouping import DeadGroup, dead_groups
    from shared.outbox.office.live_jobs import cancel, run_now
    from shared.outbox.pruning import Pruned, prune
    from shared.outbox.results import BadResult, result
    from shared.outbox.showing.counts import Failing, HeldBack, Waiting, failing, held_back, waiting
    from shared.outbox.showing.exposition import prometheus
    from shared.outbox.showing.inspect import Attempt, StoredJob, history, jobs
    from shared.outbox.showing.metrics import Summary, summary
    from shared.outbox.tracing import trace
    from shared.outbox.worker.ack import StaleLease, succeed
    from shared.outbox.worker.keeper import must_stop
    from shared.outbox.worker.report import Report
    from shared.outbox.worker.serving import serve
    from shared.outbox.worker.ticking import tick
else:

    def __getattr__(name: str) -> object:
        """Import what is asked for the first time."""
        for module, names in LOADED_LATER.items():
            if name in names:
                found = getattr(import_module(f"{__name__}.{module}"), name)
                globals()[name] = found
                return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "EVER",
    "FOR_GOOD",
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
    "Undecodable",
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
    "enqueue_alone",
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
