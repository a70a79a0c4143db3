"""Do the same work on many things with all processors: this process and copies of it."""

import os
import sys
import threading
import traceback
from collections.abc import Callable, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import TypeVar

Thing = TypeVar("Thing")
Work = Callable[[Sequence[Thing]], bytes]
Helper = tuple[Connection, BaseProcess]
WORTH_IT = 200  # things; for fewer a second process costs more than it saves


class Lost(RuntimeError):
    """A process that helped has failed; says how."""


def share(things: Sequence[Thing], work: Work[Thing], *, worth_it: int = WORTH_IT) -> list[bytes]:
    """Return what `work` makes of all things, a share for each processor.

    The shares are dealt like cards, so that long and short ones mix. The copies see everything as
    it was when they began; what they change nobody else sees, and what they return is all that
    stays of them.

    Raises:
        Lost: when a copy fails or is killed.

    """
    count = processors() if len(things) >= worth_it else 1
    shares = [things[first::count] for first in range(count)]
    helping = [begin(share, work) for share in shares[1:]]
    try:
        own = work(shares[0])
        return [own, *(answer(receiving) for receiving, _ in helping)]
    finally:
        for receiving, process in helping:
            receiving.close()
            process.terminate()
            process.join()


def begin(share: Sequence[Thing], work: Work[Thing]) -> Helper:
    """Start a copy of this process on its share."""
    context = get_context("fork")
    receiving, sending = context.Pipe(duplex=False)
    process = context.Process(target=help_with, args=(share, work, sending), daemon=True)
    process.start()
    sending.close()
    return receiving, process


def help_with(share: Sequence[Thing], work: Work[Thing], sending: Connection) -> None:
    """Do a share in a copy, and send back what came of it."""
    try:
        sending.send_bytes(b"+" + work(share))
    except BaseException:  # whatever it is, the process that waits must hear of it
        sending.send_bytes(b"-" + traceback.format_exc().encode())


def answer(receiving: Connection) -> bytes:
    """Wait for what a copy has made."""
    try:
        said = receiving.recv_bytes()
    except EOFError:
        raise Lost("A process that helped with the build was killed.") from None
    if said[:1] != b"+":
        raise Lost(said[1:].decode())
    return said[1:]


def processors() -> int:
    """Return how many processes may work at once.

    Only where a copy is safe: a process with threads may hold locks that nobody in the copy opens,
    and the libraries of macOS forbid it.
    """
    if not hasattr(os, "fork") or sys.platform == "darwin" or threading.active_count() > 1:
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
