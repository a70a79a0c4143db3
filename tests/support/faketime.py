"""Where libfaketime is, which moves the clock of a process."""

from pathlib import Path


def library() -> str | None:
    """Return the path of the library for programs with threads, or None."""
    found = sorted(Path("/usr/lib").glob("**/faketime/libfaketimeMT.so.1"))
    return str(found[0]) if found else None
