"""Compare ours with a floor: both measured in the same run, by turns, as medians of rounds."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Cost:
    """What one round took: seconds by the clock, and seconds of this process's own work."""

    wall: float
    cpu: float


@dataclass(frozen=True)
class Ratio:
    """The rounds of the floor and of ours, in the order in which they were run."""

    floor: list[float]
    ours: list[float]

    @property
    def times(self) -> float:
        """How many times the floor ours takes: median over median."""
        return median(self.ours) / median(self.floor)

    def __str__(self) -> str:
        rounds = sorted(ours / floor for floor, ours in zip(self.floor, self.ours, strict=True))
        return f"{self.times:.2f} times the floor (rounds {rounds[0]:.2f} to {rounds[-1]:.2f})"

    def per_second(self, count: int) -> str:
        """Say how many of `count` things are done in a second."""
        ours, floor = count / median(self.ours), count / median(self.floor)
        return f"{ours:,.0f}/s against {floor:,.0f}/s, {self}"


def by_turns(rounds: int, floor: Callable[[], T], ours: Callable[[], T]) -> tuple[list[T], list[T]]:
    """Run both in every round; who goes first changes, since the second finds warmer caches."""
    costs: tuple[list[T], list[T]] = ([], [])
    for number in range(rounds):
        for which in (0, 1) if number % 2 == 0 else (1, 0):
            costs[which].append((floor, ours)[which]())
    return costs


def timed(work: Callable[[], object]) -> Cost:
    """Run something once and return what it took."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return Cost(time.perf_counter() - wall, time.process_time() - cpu)


def compared(costs: tuple[list[Cost], list[Cost]], what: str = "wall") -> Ratio:
    """Return the ratio of one kind of cost."""
    floor, ours = ([getattr(cost, what) for cost in side] for side in costs)
    return Ratio(floor, ours)
