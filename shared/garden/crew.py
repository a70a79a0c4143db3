"""Do the same work on many things with all processors: this process and copies of it."""

import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

Thing = TypeVar("Thing")
Work = Callable[[Sequence[Thing]], bytes]
WORTH_IT = 200  # things; for fewer a second process costs more than it saves
# A part is done before there are copies, which then find ready what it has loaded.
FIRST, MOST_FIRST = 16, 40  # a sixteenth, but no more than forty
DONE, FAILED = b"\0done", b"\0failed"  # what an answer ends with, unless its end is missing


class Lost(RuntimeError):
    """A process that helped has failed; says how."""


class Helper(NamedTuple):
    """A copy of this process, and the end of a pipe on which it answers."""

    process: int
    answer: int


def share(things: Sequence[Thing], work: Work[Thing], *, worth_it: int = WORTH_IT) -> list[bytes]:
    """Return what `work` makes of all things, a share for each processor.

    The shares are dealt like cards, so that long and short ones mix. The copies see everything as
    it was when they began; what they change nobody else sees, and what they return is all that
    stays of them.

    Raises:
        Lost: when a copy fails or is killed.

    """
    count = processors() if len(things) >= worth_it else 1
    if count == 1:
        return [work(things)]
    begun = min(len(things) // FIRST, MOST_FIRST)
    first = [work(things[:begun])] if begun else []
    shares = [things[begun + each :: count] for each in range(count)]
    helping = [begin(share, work) for share in shares[1:]]
    try:
        own = work(shares[0])
        return [*first, own, *map(answer, helping)]
    finally:
        for helper in helping:
            end(helper)


def begin(share: Sequence[Thing], work: Work[Thing]) -> Helper:
    """Start a copy of this process on its share."""
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(reading)
        help_with(share, work, writing)
    os.close(writing)
    return Helper(process, reading)


def help_with(share: Sequence[Thing], work: Work[Thing], writing: int) -> None:
    """Do a share in a copy, send back what came of it, and end without tidying up."""
    try:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        try:
            said = work(share) + DONE
        except BaseException:  # whatever it is, the process that waits must hear of it
            said = traceback.format_exc().encode() + FAILED
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(said)
    finally:
        os._exit(0)


def answer(helper: Helper) -> bytes:
    """Wait for what a copy has made."""
    with os.fdopen(helper.answer, "rb", closefd=False) as pipe:
        said = pipe.read()
    if said.endswith(FAILED):
        raise Lost(said.removesuffix(FAILED).decode())
    if not said.endswith(DONE):
        raise Lost("A process that helped with the build was killed.")
    return said.removesuffix(DONE)


def end(helper: Helper) -> None:
    """Let go of a copy; one that is still at work is stopped."""
    os.close(helper.answer)
    os.kill(helper.process, signal.SIGTERM)  # until it is waited for, its number is nobody else's
    os.waitpid(helper.process, 0)


def processors() -> int:
    """Return how many processes may work at once.

    Only where a copy is safe: a process with threads may hold locks that nobody in the copy opens,
    and the libraries of macOS forbid it.
    """
    if not hasattr(os, "fork") or sys.platform == "darwin" or threading.active_count() > 1:
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
