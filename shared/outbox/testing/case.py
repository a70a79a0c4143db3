"""What a user says of a handler so that it can be tried, and how a broken promise is told."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any

from shared.outbox.job import Handler, Job


class Broken(AssertionError):
    """A handler does not keep one of its promises; the text says which, and the remedy."""


@dataclass(frozen=True, slots=True)
class Case:
    """A handler, a job for it, and what shows in the world that the job was done.

    `arrange` puts the world into the state in which the job is to run, whatever was there before:
    it is called before each of many runs, in a transaction of its own. It need not enqueue the
    job, nor empty the outbox's tables.

    `effects` returns everything that the job is there to change, as one value that can be
    compared: rows, and what others were told. It is called in a transaction of its own. Some runs
    are in other processes, so what a handler leaves in the memory of its own is not seen.

    `black_hole` is for a handler that speaks to more than its database: it is given the host and
    the port of a server that accepts and never answers, and returns a context in which the handler
    speaks to that one.

    `old_payloads` are payloads as earlier versions wrote them, which must still be read.
    `patience` is the timeout in seconds, instead of the handler's own, with which it is tried
    whether it ends in time; `rest` how long a transaction may stay open with nothing to do.
    """

    handler: Handler[Any]
    job: Job
    arrange: Callable[[], Awaitable[object] | object]
    effects: Callable[[], Awaitable[object] | object]
    black_hole: Callable[[str, int], AbstractContextManager[object]] | None = None
    old_payloads: Sequence[Mapping[str, Any]] = field(default=())
    patience: float = 2.0
    rest: float = 0.25

    @property
    def name(self) -> str:
        """The kind of the job, to speak of it."""
        return self.job.kind


@dataclass(frozen=True, slots=True)
class After:
    """What was found after a run: the job's state, its attempts, its last error, the effects."""

    status: str
    attempts: int
    error: str | None
    effects: object
