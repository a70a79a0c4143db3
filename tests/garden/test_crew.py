"""Work that is shared among processes: what comes back, and what happens when one fails."""

import os
import re
import signal
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pytest

from shared.garden import crew

OURS = os.getpid()


class Gate(NamedTuple):
    """Lets a process wait until another has come so far."""

    reading: int
    writing: int

    def wait(self) -> None:
        os.read(self.reading, 1)

    def open(self) -> None:
        os.write(self.writing, b"!")


@pytest.fixture(autouse=True)
def two(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let there be two processors."""
    monkeypatch.setattr(crew, "processors", lambda: 2)


@pytest.fixture
def gate() -> Iterator[Gate]:
    """Return a gate that is closed."""
    gate = Gate(*os.pipe())
    yield gate
    os.close(gate.reading)
    os.close(gate.writing)


def spelled(numbers: Sequence[int]) -> bytes:
    """Return the number of this process, and what it was given."""
    return f"{os.getpid()}: {list(numbers)}".encode()


def test_everything_is_done_once():
    made = crew.share([*range(1000)], lambda numbers: " ".join(map(str, numbers)).encode())
    assert sorted(int(number) for part in made for number in part.split()) == [*range(1000)]


def test_who_is_slow_takes_less(gate: Gate):
    done: list[int] = []

    def work(numbers: Sequence[int]) -> bytes:
        done.extend(numbers)
        if os.getpid() != OURS:
            gate.wait()  # with what the copy took first, until all the rest is done
        elif len(done) == 4:
            gate.open()
        return spelled(numbers)

    made = crew.share([1, 2, 3, 4, 5], work, worth_it=2)
    ours = [part for part in made if part.startswith(f"{OURS}:".encode())]
    assert (len(made), len(ours) >= 4) == (5, True)


def test_what_only_this_process_can_do_is_done_while_a_copy_works(gate: Gate):
    def work(numbers: Sequence[int]) -> bytes:
        if os.getpid() != OURS:
            gate.open()
        return spelled(numbers)

    with crew.sharing([1, 2], work, worth_it=2) as made:
        gate.wait()

        assert made == []
    assert len(made) == 2


def test_alone_a_process_does_everything(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(crew, "processors", lambda: 1)
    with crew.sharing([*range(1000)], spelled) as made:
        pass
    assert made == [spelled(range(1000))]


def test_what_is_loaded_on_the_way_is_loaded_once():
    loaded: list[int] = []

    def work(things: Sequence[int]) -> bytes:
        loaded.extend([os.getpid()] * (not loaded and bool(things)))
        return f"{loaded}".encode()

    assert {*crew.share([*range(32)], work, worth_it=2)} == {f"[{OURS}]".encode()}


def test_for_a_few_things_no_second_process_is_begun():
    assert crew.share([1, 2], spelled) == [f"{OURS}: [1, 2]".encode()]


def test_more_comes_back_than_a_pipe_holds():
    assert crew.share([1, 2], lambda things: b"x" * 3_000_000, worth_it=2) == [b"x" * 3_000_000] * 2


def test_what_a_copy_raises_is_told_with_its_place(gate: Gate):
    def work(things: Sequence[int]) -> bytes:
        if os.getpid() != OURS:
            gate.open()
            raise ZeroDivisionError("by nothing")
        gate.wait()
        return b"fine"

    with pytest.raises(ZeroDivisionError, match="by nothing") as raised:
        crew.share([1, 2], work, worth_it=2)
    assert re.search(r"in work(.|\n)*ZeroDivisionError: by nothing", str(raised.value.__cause__))


class Unsendable(Exception):
    """An error that wants two words to be made, and brings one."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(one + two)


def test_of_an_error_that_cannot_be_sent_the_story_is_told(gate: Gate):
    def work(things: Sequence[int]) -> bytes:
        if os.getpid() != OURS:
            gate.open()
            raise Unsendable("by ", "itself")
        gate.wait()
        return b"fine"

    with pytest.raises(crew.Lost, match="Unsendable: by itself"):
        crew.share([1, 2], work, worth_it=2)


def test_a_copy_that_is_killed_is_told_of(gate: Gate):
    def work(things: Sequence[int]) -> bytes:
        if os.getpid() != OURS:
            gate.open()
            os.kill(os.getpid(), signal.SIGKILL)
        gate.wait()
        return b"fine"

    with pytest.raises(crew.Lost, match="was killed"):
        crew.share([1, 2], work, worth_it=2)


def test_no_copy_is_left_when_this_process_fails(monkeypatch: pytest.MonkeyPatch):
    begun: list[crew.Helper] = []
    begin = crew.begin

    def remembered(pile: crew.Pile[int], work: crew.Work[int]) -> crew.Helper:
        begun.append(begin(pile, work))
        return begun[-1]

    def work(things: Sequence[int]) -> bytes:
        signal.pause()
        return b""

    monkeypatch.setattr(crew, "begin", remembered)
    with pytest.raises(KeyboardInterrupt), crew.sharing([1, 2], work, worth_it=2):
        raise KeyboardInterrupt
    with pytest.raises(ProcessLookupError):
        os.kill(begun[0].process, 0)
