"""A job queue and transactional outbox in one Postgres table.

Knows nothing of newsletters, HTTP or templates; with `shared.tx` it can be lifted out whole.
"""

from shared.outbox.ack import StaleLease, succeed
from shared.outbox.dead_letters import Retried, retry
from shared.outbox.enqueue import Enqueued, enqueue, enqueue_from, enqueue_many
from shared.outbox.inspect import Attempt, StoredJob, cancel, history, jobs, run_now
from shared.outbox.job import Handler, Handlers, Job, Queue, Running, current
from shared.outbox.ladder import LADDER, MAX_ATTEMPTS
from shared.outbox.outcomes import Discard, PauseQueue, Snooze
from shared.outbox.payload import BadPayload
from shared.outbox.report import Report
from shared.outbox.tick import tick

__all__ = [
    "LADDER",
    "MAX_ATTEMPTS",
    "Attempt",
    "BadPayload",
    "Discard",
    "Enqueued",
    "Handler",
    "Handlers",
    "Job",
    "PauseQueue",
    "Queue",
    "Report",
    "Retried",
    "Running",
    "Snooze",
    "StaleLease",
    "StoredJob",
    "cancel",
    "current",
    "enqueue",
    "enqueue_from",
    "enqueue_many",
    "history",
    "jobs",
    "retry",
    "run_now",
    "succeed",
    "tick",
]
