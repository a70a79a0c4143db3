"""Room for a stranger's template: so much memory and no more, and no sums that only take time.

The system itself keeps to the memory (`setrlimit`, RLIMIT_AS) where it can, which is Linux.
"""

import os
import sys
from collections.abc import Generator, Sized
from contextlib import contextmanager
from pathlib import Path

ROOM = 512 * 1024 * 1024  # bytes for one page, besides what the process has
LARGEST = 10_000_000  # characters or things that one sign may make
LARGEST_POWER = 10_000  # bits
STATE = Path("/proc/self/statm")


@contextmanager
def room() -> Generator[None]:
    """Let the block have so much memory and no more.

    Raises:
        MemoryError: within the block.

    """
    if sys.platform != "linux":
        yield
        return
    import resource  # which Windows has not

    before, most = resource.getrlimit(resource.RLIMIT_AS)
    wanted = int(STATE.read_text("ascii").split()[0]) * os.sysconf("SC_PAGE_SIZE") + ROOM
    limits = [limit for limit in (wanted, before, most) if limit != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_AS, (min(limits), most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (before, most))


def refuse_large(operator: str, left: object, right: object) -> None:
    """Refuse what would make something very large of two small things.

    Raises:
        MemoryError: it would.

    """
    match operator, left, right:
        case "*", Sized(), int():
            size = len(left) * right
        case "*", int(), Sized():
            size = left * len(right)
        case "**", int(), int():
            size = left.bit_length() * right * LARGEST // LARGEST_POWER
        case _:
            return
    if size > LARGEST:
        raise MemoryError
