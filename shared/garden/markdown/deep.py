"""Work that recurses in C, on a stack that it cannot exhaust: there nothing would be raised."""

import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
PAGE = 4096
ORDINARY = 8 * 2**20  # bytes


class NoRoom(RuntimeError):
    """The machine has no memory to spare for so large a stack."""


def with_room(size: int, work: Callable[[], T]) -> T:
    """Do work with `size` bytes of stack besides the ordinary; what is not used costs nothing.

    Raises:
        NoRoom: where the machine refuses. Also whatever the work raises, without its traceback,
            which would keep alive what only the large stack can take apart.

    """
    came: list[T] = []
    failed: list[Exception] = []

    def run() -> None:
        try:
            came.append(work())
        except Exception as error:
            failed.append(error.with_traceback(None))

    before = threading.stack_size(ORDINARY + size // PAGE * PAGE)
    try:
        thread = threading.Thread(target=run, daemon=True)
        thread.start()
    except RuntimeError as error:
        raise NoRoom from error
    finally:
        threading.stack_size(before)
    thread.join()
    if failed:
        raise failed[0]
    return came[0]
