"""Work that is shared among processes: what comes back, and what happens when one fails."""

import os
import signal
from collections.abc import Sequence

import pytest

from shared.garden import crew


def spelled(numbers: Sequence[int]) -> bytes:
    """Return the number of this process, and what it was given."""
    return f"{os.getpid()}: {list(numbers)}".encode()


@pytest.fixture(autouse=True)
def two(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let there be two processors."""
    monkeypatch.setattr(crew, "processors", lambda: 2)


def test_two_processes_are_dealt_the_work_like_cards() -> None:
    own, others = (said.decode() for said in crew.share([1, 2, 3, 4, 5], spelled, worth_it=2))
    assert own == f"{os.getpid()}: [1, 3, 5]"
    process, _, dealt = others.partition(": ")
    assert (int(process) != os.getpid(), dealt) == (True, "[2, 4]")


def test_what_is_loaded_on_the_way_is_loaded_once() -> None:
    loaded: list[int] = []

    def work(things: Sequence[int]) -> bytes:
        loaded.extend([os.getpid()] * (not loaded and bool(things)))
        return f"{loaded}".encode()

    assert crew.share([*range(32)], work, worth_it=2) == [f"[{os.getpid()}]".encode()] * 3


def test_for_a_few_things_no_second_process_is_begun() -> None:
    assert crew.share([1, 2], spelled) == [f"{os.getpid()}: [1, 2]".encode()]


def test_more_comes_back_than_a_pipe_holds() -> None:
    assert crew.share([1, 2], lambda things: b"x" * 3_000_000, worth_it=2) == [b"x" * 3_000_000] * 2


def test_what_a_copy_raises_is_told_with_its_place() -> None:
    def work(things: Sequence[int]) -> bytes:
        if 2 in things:
            raise ZeroDivisionError("by nothing")
        return b"fine"

    with pytest.raises(crew.Lost, match=r"in work(.|\n)*ZeroDivisionError: by nothing"):
        crew.share([1, 2], work, worth_it=2)


def test_a_copy_that_is_killed_is_told_of() -> None:
    def work(things: Sequence[int]) -> bytes:
        if 2 in things:
            os.kill(os.getpid(), signal.SIGKILL)
        return b"fine"

    with pytest.raises(crew.Lost, match="was killed"):
        crew.share([1, 2], work, worth_it=2)


def test_no_copy_is_left_when_our_own_share_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[crew.Helper] = []
    begin = crew.begin

    def remembered(share: Sequence[int], work: crew.Work[int]) -> crew.Helper:
        begun.append(begin(share, work))
        return begun[-1]

    def work(things: Sequence[int]) -> bytes:
        if 1 in things:
            raise KeyboardInterrupt
        signal.pause()
        return b""

    monkeypatch.setattr(crew, "begin", remembered)
    with pytest.raises(KeyboardInterrupt):
        crew.share([1, 2], work, worth_it=2)
    with pytest.raises(ProcessLookupError):
        os.kill(begun[0].process, 0)
