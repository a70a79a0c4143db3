"""Checks of handlers that have to wait: how long they do, and what they hold meanwhile."""

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace

from shared.outbox.testing.case import Broken, Case
from shared.outbox.testing.child import Child, fork
from shared.outbox.testing.crashes import CRASH, disturbed, recovered
from shared.outbox.testing.line import Line, a_line
from shared.outbox.testing.runs import (
    look,
    on_database,
    prepare,
    recover,
    reference,
    using,
    work,
    wrapped,
)
from shared.outbox.testing.telling import require_same, shortly

# How much later than its timeout an attempt may end on a machine that is busy, in seconds.
MARGIN = 3.0
TRIES = 3

BLOCKS = (
    "It blocks the event loop, or keeps its cancellation to itself. Use an async client, or one "
    "with a timeout of its own in a plain function; never catch CancelledError or BaseException "
    "without raising it again."
)
RESTS = (
    "A transaction that waits holds its locks and its connection, and keeps the database from "
    "tidying up. Read in one transaction, speak to the outside world without one, and write down "
    "what came of it in another."
)
LATE = (
    "A worker can lose its lease and not know it. Ask for the lease in the statement that takes "
    "the work (outbox.HOLDS_LEASE), end the job by outbox.succeed() in the transaction that "
    "writes, or write so that a second time changes nothing."
)


@dataclass
class BlackHole:
    """A server that accepts every connection and never says a word."""

    listener: socket.socket = field(default_factory=lambda: socket.create_server(("127.0.0.1", 0)))
    guests: list[socket.socket] = field(default_factory=list[socket.socket])

    def serve(self) -> None:
        """Accept until closed."""
        with contextlib.suppress(OSError):
            while True:
                guest, _ = self.listener.accept()
                self.guests.append(guest)

    def close(self) -> None:
        """Close what there is."""
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for guest in self.guests:
            guest.close()


def a_slow_database_ends_it_in_time(case: Case, url: str) -> None:
    """The handler's first statement takes minutes."""
    on_database(url, lambda: prepare(case))
    with a_line(url) as line:
        line.fault, line.nth, line.chooses = "slow", 1, lambda statement: not begins(statement)
        with worker(impatient(case), line) as child:
            require_end_in_time(case, child, "its database takes minutes for an answer")


def a_silent_dependency_ends_it_in_time(case: Case, url: str) -> None:
    """What the handler speaks to accepts the connection and never answers."""
    expected = on_database(url, lambda: reference(case))
    on_database(url, lambda: prepare(case))
    with (
        a_line(url) as line,
        black_hole() as hole,
        speaking_to(case, hole),
        worker(impatient(case), line) as child,
    ):
        require_end_in_time(case, child, "what it speaks to does not answer")
        child.wait(MARGIN)
    if not hole.guests:
        raise Broken(
            f"{case.name} ended without a connection to the server that never answers. "
            "Let black_hole(host, port) point the handler at it."
        )
    after = on_database(url, lambda: look(case))
    if after.status == "succeeded" and after.effects != expected.effects:
        raise Broken(
            f"{case.name} counts as succeeded although what it speaks to never answered.\n"
            "Let the timeout out of the handler: an attempt that raises is tried again."
        )
    later = on_database(url, lambda: recovered(case))
    require_same(case, expected, later, "tried again when all answer", CRASH)


def no_transaction_stays_open_while_it_waits(case: Case, url: str) -> None:
    """Nothing but statements takes time inside a transaction."""
    rested = min((rest_of_a_run(case, url) for _ in range(TRIES)), key=lambda rest: rest[0])
    seconds, before = rested
    if seconds > case.rest:
        raise Broken(
            f"{case.name} keeps a transaction open for {seconds:.2f} s in which it speaks to its "
            f"database about nothing, before: {shortly(before)}\n{RESTS}"
        )
    if case.black_hole is not None and rests_at_a_black_hole(case, url):
        raise Broken(f"{case.name} has a transaction open while it waits for an answer.\n{RESTS}")


def a_late_finisher_changes_nothing_more(case: Case, url: str) -> None:
    """It freezes before each of its transactions; another worker does the job; it goes on."""
    expected = on_database(url, lambda: reference(case))
    nth = 0
    while True:
        nth += 1
        on_database(url, lambda: prepare(case))
        with a_line(url) as line:
            line.fault, line.nth, line.chooses = "stop", nth, begins
            with worker(case, line) as child:
                if not frozen(child, line):
                    return
                on_database(url, lambda: recover(case))
                line.resume()
                child.wait(case.handler.timeout + MARGIN)
        when = f"late with its transaction {nth}, after another worker had done the job"
        require_same(case, expected, on_database(url, lambda: look(case)), when, LATE)


@contextmanager
def worker(case: Case, line: Line) -> Generator[Child]:
    """Run the case on the line in a child, which is gone afterwards."""

    async def story(say: Callable[[str], None]) -> None:
        async with using(line.url):
            await work(wrapped(case, began=lambda: say("began"), ended=lambda: say("ended")))

    def heard(word: str) -> None:
        line.counts = line.counts or word == "began"

    child = fork(story, heard)
    try:
        child.wait(case.handler.timeout + MARGIN, for_word="began")
        yield child
    finally:
        child.end()


@contextmanager
def black_hole() -> Generator[BlackHole]:
    """Run a server that never answers."""
    hole = BlackHole()
    thread = threading.Thread(target=hole.serve, daemon=True)
    thread.start()
    try:
        yield hole
    finally:
        hole.close()
        thread.join(10)


def speaking_to(case: Case, hole: BlackHole) -> contextlib.AbstractContextManager[object]:
    """Return the context in which the handler speaks to the server that never answers."""
    host, port = hole.listener.getsockname()
    return case.black_hole(host, port) if case.black_hole else nullcontext()


def impatient(case: Case) -> Case:
    """Return the case with a timeout that a test can wait for."""
    timeout = min(case.handler.timeout, case.patience)
    return replace(case, handler=replace(case.handler, timeout=timeout))


def require_end_in_time(case: Case, child: Child, why: str) -> None:
    """See that the handler ends soon after its timeout."""
    if not child.wait(min(case.handler.timeout, case.patience) + MARGIN, for_word="ended"):
        raise Broken(
            f"{case.name} still ran {MARGIN:g} s after its timeout, while {why}.\n{BLOCKS}"
        )


def rest_of_a_run(case: Case, url: str) -> tuple[float, str]:
    """Return the longest that a transaction of a run stood open with nothing to do."""
    on_database(url, lambda: prepare(case))
    with a_line(url) as line:
        disturbed(case, url, line)
    return line.idle.seconds, line.idle.before


def rests_at_a_black_hole(case: Case, url: str) -> bool:
    """Tell whether a transaction is open while the handler waits for what never answers."""
    on_database(url, lambda: prepare(case))
    with (
        a_line(url) as line,
        black_hole() as hole,
        speaking_to(case, hole),
        worker(impatient(case), line) as child,
    ):
        deadline = time.monotonic() + case.patience
        while not hole.guests and time.monotonic() < deadline:
            child.wait(0.02, for_word="ended")
        child.wait(case.patience / 4, for_word="ended")
        return "ended" not in child.words and line.transactions_at_rest > 0


def frozen(child: Child, line: Line) -> bool:
    """Wait until the line has stopped a statement; False when the child ends without."""
    while line.struck is None:
        if child.wait(0.01):
            return line.struck is not None
    return True


def begins(statement: str) -> bool:
    """Tell whether a statement begins a transaction."""
    return statement.lower().startswith(("begin", "start transaction"))
