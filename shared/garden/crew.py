"""Do the same work on many things with all processors: this process and copies of it."""

import os
import pickle
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Generic, NamedTuple, TypeVar

from msgspec import msgpack

Thing = TypeVar("Thing")
Work = Callable[[Sequence[Thing]], bytes]
WORTH_IT = 200  # things; for fewer a second process costs more than it saves
# A part is done before there are copies, which then find ready what it has loaded.
FIRST, MOST_FIRST = 16, 40  # a sixteenth, but no more than forty
PARTS = 64  # into which the rest is dealt: as many bytes as name one, and never a full pipe
DONE, FAILED = b"\0done", b"\0failed"  # what an answer ends with, unless its end is missing


encode = msgpack.Encoder().encode
made_of = msgpack.Decoder(list[bytes]).decode


class Lost(RuntimeError):
    """A process that helped was killed, or has failed; says how."""


class Helper(NamedTuple):
    """A copy of this process, and the end of a pipe on which it answers."""

    process: int
    answer: int


def share(things: Sequence[Thing], work: Work[Thing], *, worth_it: int = WORTH_IT) -> list[bytes]:
    """Return what `work` makes of all things, part by part, with all processors.

    Raises:
        Lost: when a copy is killed; what a copy raises is raised here.

    """
    with sharing(things, work, worth_it=worth_it) as made:
        return made


@contextmanager
def sharing(
    things: Sequence[Thing], work: Work[Thing], *, worth_it: int = WORTH_IT
) -> Generator[list[bytes]]:
    """Have all things worked on, and yield where to find what came of it after the block.

    The copies see everything as it was when they began; what they change nobody else sees, and
    what they return is all that stays of them. This process takes its first part after the
    block: what only it can do costs no time while there are others.

    Raises:
        Lost: when a copy is killed; what a copy raises is raised here.

    """
    made: list[bytes] = []
    count = processors() if len(things) >= worth_it else 1
    begun = len(things) if count == 1 else min(len(things) // FIRST, MOST_FIRST)
    if begun:
        made.append(work(things[:begun]))
    pile = Pile(things[begun:])
    helping = [begin(pile, work) for _ in range(count - 1)]
    try:
        yield made
        made += map(work, pile)
        for helper in helping:
            made += answer(helper)
    finally:
        pile.close()
        for helper in helping:
            end(helper)


class Pile(Generic[Thing]):
    """Parts of what is to be done: whoever is free takes the next, in whatever process.

    Their numbers lie in a pipe, from which no two processes ever read the same one.
    """

    def __init__(self, things: Sequence[Thing]) -> None:
        count = min(len(things), PARTS)
        # Dealt like cards, so that long and short ones mix.
        self.parts = [things[each::count] for each in range(count)]
        self.numbers, filling = os.pipe()
        os.write(filling, bytes(range(count)))
        os.close(filling)

    def __iter__(self) -> Iterator[Sequence[Thing]]:
        """Take part after part, until none is left."""
        while number := os.read(self.numbers, 1):
            yield self.parts[number[0]]

    def close(self) -> None:
        """Let nobody take anything more here."""
        os.close(self.numbers)


def begin(pile: Pile[Thing], work: Work[Thing]) -> Helper:
    """Start a copy of this process, which takes from the pile as this one does."""
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(reading)
        help_with(pile, work, writing)
    os.close(writing)
    return Helper(process, reading)


def help_with(pile: Pile[Thing], work: Work[Thing], writing: int) -> None:
    """Work in a copy, send back what came of it, and end without tidying up."""
    try:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        try:
            said = encode([*map(work, pile)]) + DONE
        except BaseException as error:  # whatever it is, the process that waits must hear of it
            said = failure(error) + FAILED
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(said)
    finally:
        os._exit(0)


def failure(error: BaseException) -> bytes:
    """Return what a copy has raised, and its story."""
    story = Lost(traceback.format_exc())
    try:
        sent = pickle.dumps((error, story))
        pickle.loads(sent)  # noqa: S301 - it is our own
    except Exception:  # some cannot be sent, and say so in many ways
        return pickle.dumps((story, None))
    return sent


def answer(helper: Helper) -> list[bytes]:
    """Wait for what a copy has made, or raise what it has raised."""
    with os.fdopen(helper.answer, "rb", closefd=False) as pipe:
        said = pipe.read()
    if said.endswith(FAILED):
        error, story = pickle.loads(said.removesuffix(FAILED))  # noqa: S301 - so is this
        raise error from story
    if not said.endswith(DONE):
        raise Lost("A process that helped with the build was killed.")
    return made_of(said.removesuffix(DONE))


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
