"""When a worker that stays looks around next, and when a job is due."""

import time
from dataclasses import dataclass

# A job that is due and that this worker may not have is looked for again after so many seconds.
AGAIN = 0.25


@dataclass(slots=True)
class Times:
    """When a worker looked around, and when a job is due: all are time.monotonic() values.

    It looks around `every` so many seconds.
    """

    every: float
    now: float = 0.0
    looked_at: float = float("-inf")
    due_at: float = float("-inf")
    is_brief: bool = False

    @property
    def looks_at(self) -> float:
        """When it looks around next."""
        return self.looked_at + self.every

    @property
    def until(self) -> float:
        """When the drain of now begins at the latest: one that looks around does so at once."""
        return max(min(self.due_at, self.looks_at), self.now) if self.is_brief else self.now

    def begin(self) -> None:
        """Have a drain made: a brief one if another has looked around a moment ago."""
        self.now = time.monotonic()
        self.is_brief = self.now < self.looks_at
        if not self.is_brief:
            self.looked_at, self.due_at = self.now, float("-inf")

    def end(self) -> None:
        """Learn that the drain is over."""
        if not self.is_brief:
            self.looked_at = time.monotonic()

    def note(self, due_in: float | None, *, has_worked: bool) -> None:
        """Learn in how many seconds the next job is due, None for never."""
        if due_in is None:
            self.due_at = float("inf")
        else:
            self.due_at = time.monotonic() + max(due_in, 0.0 if has_worked else AGAIN)
