"""Checks that let something go wrong at every statement of a handler, one after the other.

In the manner of SQLite's tests: the first step fails, then the second, and so on, until a run comes
to its end without having reached the step that was to fail.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress

import psycopg

from shared import tx
from shared.outbox.testing.case import After, Broken, Case
from shared.outbox.testing.child import fork
from shared.outbox.testing.line import Fault, Line, a_line
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

MOST_STEPS = 300

# How long after its timeout a worker that blocks may go on, in seconds.
GRACE = 30.0

CRASH = (
    "A crash can come between any two statements. Write in one transaction what belongs together, "
    "let the last one end the job with outbox.succeed(), and look at the state before you act."
)
SWALLOWED = (
    "Let the exception out of the handler: an attempt that raises is tried again, one that returns "
    "is finished for ever. Catch only what you can really answer."
)


def killed_at_any_step_it_is_done_in_the_end(case: Case, url: str) -> None:
    """A worker in a process of its own is killed before each statement, and after each COMMIT."""
    sweep(case, url, "kill", killed, "killed before its statement")
    sweep(case, url, "kill-after", killed, "killed right after its transaction")


def cut_off_at_any_step_it_is_done_in_the_end(case: Case, url: str) -> None:
    """The connection is lost before the 1st, 2nd, 3rd ... statement."""
    sweep(case, url, "cut", disturbed, "cut off from its database before its statement")


def unanswered_at_any_step_it_is_done_in_the_end(case: Case, url: str) -> None:
    """The server executes the 1st, 2nd, 3rd ... statement, and the connection is lost then."""
    sweep(case, url, "mute", disturbed, "cut off from its database after its statement")


def a_failing_statement_is_not_swallowed(case: Case, url: str) -> None:
    """The server refuses the 1st, 2nd, 3rd ... statement of the handler."""
    expected = on_database(url, lambda: reference(case))
    for step, line, after in faults(case, url, "spoil", refused):
        when = f"whose statement {step} failed ({shortly(line.struck or '')})"
        if after.status == "succeeded" and after.effects != expected.effects:
            raise Broken(
                f"{case.name}, {when}, counts as succeeded although something is missing.\n"
                f"  a single run: {expected.effects!r}\n  now:          {after.effects!r}\n"
                + SWALLOWED
            )
        later = on_database(url, lambda: recovered(case))
        require_same(case, expected, later, f"{when}, and tried again later", CRASH)


def sweep(
    case: Case, url: str, fault: Fault, run: Callable[[Case, str, Line], None], happened: str
) -> None:
    """Let every step meet the fault in turn, and see what later ticks make of it."""
    expected = on_database(url, lambda: reference(case))
    for step, line, _ in faults(case, url, fault, run):
        when = f"{happened} {step} ({shortly(line.struck or '')})"
        later = on_database(url, lambda: recovered(case))
        require_same(case, expected, later, when, CRASH)


def faults(
    case: Case, url: str, fault: Fault, run: Callable[[Case, str, Line], None]
) -> Iterator[tuple[int, Line, After]]:
    """Yield each step that met the fault, the line, and what was found right after."""
    for step in range(1, MOST_STEPS + 1):
        with a_line(url) as line:
            line.fault, line.nth = fault, step
            if fault == "kill-after":
                line.chooses = ends_transaction
            on_database(url, lambda: prepare(case))
            run(case, url, line)
        if line.struck is None:
            return
        after = on_database(url, lambda: look(case))
        yield step, line, after
        if line.struck_late and after.status == "succeeded":
            return  # what the worker does from here on is nothing of the handler's
    raise Broken(
        f"{case.name} has more than {MOST_STEPS} statements for one job. Do it with a statement "
        "for many rows, or give each part a job of its own."
    )


def killed(case: Case, url: str, line: Line) -> None:
    """Run the case in a child, which the line kills."""

    async def story(say: Callable[[str], None]) -> None:
        async with using(line.url):
            await work(wrapped(case, began=lambda: say("began"), ended=lambda: say("ended")))

    def heard(word: str) -> None:
        line.counts, line.is_over = True, word == "ended"

    child = fork(story, heard)
    line.strike = child.kill
    try:
        if not child.wait(case.handler.timeout + GRACE):
            raise Broken(f"A worker of {case.name} did not end. It blocks its event loop.")
    finally:
        child.end()


def disturbed(case: Case, url: str, line: Line) -> None:
    """Run the case in this process, on the line from its beginning to the end of the tick."""
    del url

    def began() -> None:
        line.counts, line.is_over = True, False

    def ended() -> None:
        line.is_over = True

    in_process(wrapped(case, began=began, ended=ended), line)


def refused(case: Case, url: str, line: Line) -> None:
    """Run the case in this process, on the line as long as the handler runs."""
    del url

    def began() -> None:
        line.counts = True

    def ended() -> None:
        line.counts = False

    in_process(wrapped(case, began=began, ended=ended), line)


def in_process(case: Case, line: Line) -> None:
    """Run a tick on the line. One that fails is followed by another, as everywhere."""
    with suppress(tx.Unavailable, psycopg.Error):
        on_database(line.url, lambda: work(case))


def ends_transaction(statement: str) -> bool:
    """Tell whether a statement commits."""
    return statement.lower().startswith(("commit", "end"))


async def recovered(case: Case) -> After:
    """Return what later ticks make of the job."""
    await recover(case)
    return await look(case)
