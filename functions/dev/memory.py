"""Give back to the system what a build has used: a server that builds all day is to stay small."""

import ctypes


def give_back() -> None:
    """Let the C library return what it keeps of freed memory; where it cannot be asked, nothing.

    https://man7.org/linux/man-pages/man3/malloc_trim.3.html
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
