"""The shape of a job and of what works it, the same on the enqueuing and the handling side."""

from collections.abc import Callable, Iterable
from contextvars import Context, ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from inspect import iscoroutinefunction
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast
from uuid import UUID

from shared.outbox.misuse import check_each, check_handler

# A queue is a name. These two are served in this order: somebody waits for an interactive job in
# front of a screen.
QUEUES: tuple[str, ...] = ("interactive", "bulk")

# Seconds that a tick keeps free for an attempt that may be longer than what is left of it.
RESERVE = 30.0


class Job(Protocol):
    """What can be enqueued: a frozen dataclass whose fields become the payload, ids only.

    `kind` names the job in the table. Rows outlive deploys, so a kind is never renamed, and a field
    is only ever added with a default.
    """

    __dataclass_fields__: ClassVar[dict[str, Any]]
    kind: ClassVar[str]
    queue: ClassVar[str]


J = TypeVar("J", bound=Job)


@dataclass(frozen=True, slots=True)
class Handler(Generic[J]):
    """Who works a kind of job: idempotent, within its timeout, raising on failure.

    `work` is an async function, or a plain one, which is called in a thread. What it returns is
    stored as the job's result. `timeout` is in seconds and shorter than the lease; an attempt that
    exceeds it has failed. A thread cannot be stopped: one that exceeds it goes on until it returns
    or looks at `outbox.must_stop()`, and until then its job is not begun again in this process.

    `renews` lets the timeout be longer than the lease: True renews the lease whenever a third of
    it has passed, a number does so every so many seconds.

    `breaker` names what many jobs need and may be out for all of them at once, such as a mail
    server. After a few outages in a row (`outbox.Outage`, or any exception with a true
    `is_outage`) the jobs of its kinds wait, and lose no attempt, until one of them succeeds.
    """

    job: type[J]
    work: Callable[[J], object]
    timeout: float = 30.0
    renews: bool | float = False
    breaker: str | None = None
    runs_in_thread: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Refuse what could never be worked, and see how it is called."""
        check_handler(self.job, self.work, self.timeout)
        object.__setattr__(self, "runs_in_thread", is_plain(self.work))


class Handlers:
    """Every handler of a process, by kind."""

    def __init__(self, handlers: Iterable[Handler[Any]]) -> None:
        self._by_kind: dict[str, Handler[Any]] = {}
        for handler in cast("list[Handler[Any]]", check_each(handlers, Handler)):
            if handler.job.kind in self._by_kind:
                raise ValueError(
                    f"Two handlers for the kind {handler.job.kind!r}: keep one, rename the other."
                )
            self._by_kind[handler.job.kind] = handler

    def get(self, kind: str) -> Handler[Any] | None:
        """Return the handler of a kind, or None for a kind that this process does not know."""
        return self._by_kind.get(kind)

    @property
    def kinds(self) -> list[str]:
        """The kinds known here, sorted."""
        return sorted(self._by_kind)

    @property
    def queues(self) -> list[str]:
        """The queues served here, in order: the two that everybody serves, then the named ones."""
        named = {handler.job.queue for handler in self._by_kind.values()}
        return [*QUEUES, *sorted(named.difference(QUEUES))]

    @property
    def longest(self) -> float:
        """The longest timeout of all, in seconds."""
        return max((handler.timeout for handler in self._by_kind.values()), default=0.0)

    @property
    def room(self) -> float:
        """How many seconds before its end a tick stops to claim.

        What it claims may take as long as the longest timeout. A handler that renews its lease
        counts with half a minute at most: if the tick ends before it, its job is handed back with
        its attempt and its place, and the next tick begins with it. A thread cannot be cut off.
        """
        return max((reserve(handler) for handler in self._by_kind.values()), default=0.0)

    def check(self, *, lease: float, budget: float) -> None:
        """Refuse timeouts that would outlive a lease or never fit the budget; all in seconds."""
        for kind, handler in self._by_kind.items():
            if handler.timeout >= lease and not handler.renews:
                raise ValueError(
                    f"{kind} may take {handler.timeout:g} s but its lease ends after {lease:g} s: "
                    "shorten the timeout, lengthen the lease or say renews=True."
                )
            if handler.renews is not True and not 0 <= handler.renews <= lease / 3:
                raise ValueError(
                    f"{kind} renews its lease every {handler.renews:g} s, and a lease of "
                    f"{lease:g} s needs that within a third of it: say renews=True, or at most "
                    f"{lease / 3:g}."
                )
            if handler.timeout > budget:
                raise ValueError(
                    f"{kind} may take {handler.timeout:g} s but a tick has {budget:g} s: "
                    "it would never be started. Enlarge the budget."
                )


def reserve(handler: Handler[Any]) -> float:
    """Return how many seconds a tick keeps free for a handler that it may yet begin."""
    can_be_cut_off = handler.renews and not handler.runs_in_thread
    return min(handler.timeout, RESERVE) if can_be_cut_off else handler.timeout


@dataclass(slots=True, unsafe_hash=True)  # frozen, it would take three times as long to make
class Running:
    """The attempt that is being worked, and the lease under which; `payload` is still JSON."""

    id: int
    kind: str
    queue: str
    payload: str
    attempt: int
    lease_id: UUID
    leased_until: datetime


def is_plain(work: Callable[..., object]) -> bool:
    """Tell a plain function, which needs a thread, from an async one, or an object called so."""
    called = type(work).__call__
    return not (iscoroutinefunction(work) or iscoroutinefunction(called))


_current: ContextVar[Running | None] = ContextVar("job", default=None)
_acked: ContextVar[bool] = ContextVar("acked", default=False)


def current() -> Running:
    """Return the attempt that the calling handler is working."""
    running = _current.get()
    if running is None:
        raise RuntimeError("No job is being worked here; only a handler may ask.")
    return running


def running_in(context: Context) -> Running | None:
    """Return the attempt whose handler a context belongs to."""
    return context.get(_current)


def set_current(running: Running) -> None:
    """Tell the calling task which attempt it is working."""
    _current.set(running)
    _acked.set(False)


def mark_acked() -> None:
    """Remember that the calling handler has written its own end."""
    _acked.set(True)


def is_acked() -> bool:
    """Tell whether the calling task's handler has written its own end."""
    return _acked.get()
