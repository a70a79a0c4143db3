"""What a build says when something that earlier ones have kept is of no use to it."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

Thing = TypeVar("Thing")


class Unusable(Exception):
    """What is kept cannot be had, or nothing more be kept: no right, no room, another's lock."""


class Damaged(Unusable):
    """What is kept is not what was put there, and best forgotten."""


def decoded(decode: Callable[[bytes], Thing], kept: bytes) -> Thing:
    """Return what was kept in so many bytes.

    The code that encoded it is the same as today's, or it would not have been looked at.

    Raises:
        Damaged: they are others than were put there.

    """
    try:
        return decode(kept)
    except (ValueError, TypeError, RecursionError) as error:  # msgspec's own are ValueErrors
        raise Damaged(f"what is kept cannot be read: {error}") from error


@contextmanager
def kept_in(folder: Path | None) -> Generator[None]:
    """Tell what goes wrong with files in a folder of what is kept from all else.

    Raises:
        Unusable: where there is such a folder; else the error is the build's own.

    """
    try:
        yield
    except OSError as error:
        if folder is None:
            raise
        raise Unusable(f"{folder} cannot be used: {error}") from error
