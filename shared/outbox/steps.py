"""The first step of a coroutine, taken at once: one that waits for nothing is already at its end.

A timeout costs as much as everything else about a small job together, and only what waits can be
late.
"""

from collections.abc import Coroutine, Generator
from typing import Any


class Begun:
    """What waits for something after its first step; awaiting it sees it through."""

    __slots__ = ("_coroutine", "_waits_for")

    def __init__(self, coroutine: Coroutine[Any, Any, object], waits_for: object) -> None:
        self._coroutine = coroutine
        self._waits_for = waits_for

    def __await__(self) -> Generator[Any, Any, object]:
        """Pass on what the coroutine waits for, and to it what comes of that."""
        coroutine, waits_for = self._coroutine, self._waits_for
        try:
            while True:
                try:
                    sent = yield waits_for
                except GeneratorExit:
                    coroutine.close()
                    raise
                except BaseException as error:  # a cancellation is the coroutine's to answer
                    waits_for = coroutine.throw(error)
                else:
                    waits_for = coroutine.send(sent)
        except StopIteration as end:
            return end.value


def begin(coroutine: Coroutine[Any, Any, object]) -> object:
    """Run a coroutine until it ends or waits, and return its result or a `Begun`."""
    try:
        return Begun(coroutine, coroutine.send(None))
    except StopIteration as end:
        return end.value
