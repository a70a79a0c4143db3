"""Tell the gardener at the terminal that jobs have begun to fail: once, not a thousand times."""

import logging
from collections.abc import Callable

FAILED = ("failed", "discarded")


class FirstFailures(logging.Handler):
    """Says the first failed attempt of each kind of job, and again after one has succeeded.

    It listens to what the outbox logs of every attempt. `ask` is the command that says more.
    """

    def __init__(self, say: Callable[[str], None], *, ask: str) -> None:
        super().__init__(logging.INFO)
        self.say = say
        self.ask = ask
        self.failing: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        """Say an attempt that failed, unless one of its kind did before."""
        if not isinstance(record.args, tuple) or len(record.args) != 6:
            return
        job, kind, attempt, outcome, _, error = record.args
        if outcome == "succeeded":
            self.failing.discard(str(kind))
        elif outcome in FAILED and kind not in self.failing:
            self.failing.add(str(kind))
            self.say(f"Job {job} {kind} failed, attempt {attempt}: {error}")
            self.say(f"It is tried again by itself. To see when: {self.ask}")
