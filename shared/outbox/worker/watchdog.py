"""End a process whose event loop a handler has blocked; leases bring its jobs back."""

import faulthandler
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from itertools import count

# The descriptor, since sys.stderr may be a capture without one.
STDERR = 2

_deadlines: dict[int, float] = {}
_numbers = count()
_lock = threading.Lock()


@contextmanager
def watchdog(seconds: float) -> Generator[None]:
    """Exit the process if the block has not ended after so many seconds.

    The timer is faulthandler's C thread: it fires even while a handler holds the interpreter's
    lock, and prints where every thread hangs, without values.
    """
    number = next(_numbers)
    try:
        with _lock:
            _deadlines[number] = time.monotonic() + seconds
            arm()
        yield
    finally:
        with _lock:
            _deadlines.pop(number, None)
            arm()


def arm() -> None:
    """Set the one timer of the process to the earliest deadline, or to none."""
    if not _deadlines:
        faulthandler.cancel_dump_traceback_later()
        return
    left = min(_deadlines.values()) - time.monotonic()
    faulthandler.dump_traceback_later(max(left, 0.001), exit=True, file=STDERR)
