"""The first step of a coroutine, taken at once: one that waits for nothing is already at its end.

A timeout costs as much as everything else about a small job together, and only what waits can be
late.
"""

from collections.abc import Callable, Coroutine, Generator
from typing import Any

Run = Callable[..., Any]


class Begun:
    """What waits for something after its first step; awaiting it sees it through."""

    __slots__ = ("_coroutine", "_run", "_waits_for")

    def __init__(self, coroutine: Coroutine[Any, Any, object], waits_for: object, run: Run) -> None:
        self._coroutine = coroutine
        self._waits_for = waits_for
        self._run = run

    def __await__(self) -> Generator[Any, Any, Any]:
        """Pass on what the coroutine waits for, and to it what comes of that."""
        coroutine, waits_for, run = self._coroutine, self._waits_for, self._run
        try:
            while True:
                try:
                    sent = yield waits_for
                except GeneratorExit:
                    run(coroutine.close)
                    raise
                except BaseException as error:  # a cancellation is the coroutine's to answer
                    waits_for = run(coroutine.throw, error)
                else:
                    waits_for = run(coroutine.send, sent)
        except StopIteration as end:
            return end.value


def here(step: Callable[..., Any], *arguments: object) -> Any:
    """Take a step in the caller's context."""
    return step(*arguments)


def begin(coroutine: Coroutine[Any, Any, object], run: Run = here) -> Any:
    """Run a coroutine until it ends or waits, and return its result or a `Begun`.

    `run` takes each step, such as the `run` of a context in which all of them shall happen.
    """
    try:
        return Begun(coroutine, run(coroutine.send, None), run)
    except StopIteration as end:
        return end.value
