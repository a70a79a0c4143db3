"""Tell the gardener at the terminal that jobs fail, die or wait: once, not a thousand times."""

import logging
import re
from collections.abc import Callable
from datetime import datetime

from shared.outbox import MAX_ATTEMPTS

FAILED = ("failed", "discarded")

# What the outbox says of a breaker, with the time to the microsecond and in UTC.
BREAKER = re.compile(r"breaker \S+ is (open|closed)")
TIME = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d")


class FirstFailures(logging.Handler):
    """Says the first failed attempt and the first death of each kind, and what breakers do.

    After a job of a kind has succeeded, the next failure is said again. It listens to what the
    outbox logs. `ask` is the command that says more, `ask_dead` that for dead letters.
    """

    def __init__(self, say: Callable[[str], None], *, ask: str, ask_dead: str) -> None:
        super().__init__(logging.INFO)
        self.say = say
        self.ask = ask
        self.ask_dead = ask_dead
        self.failing: set[str] = set()
        self.dying: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        """Say what a record tells, unless it was said before."""
        if is_of_breaker(record):
            self.say(in_local_time(record.getMessage()))
            self.say(f"To see more: {self.ask}")
        elif isinstance(record.args, tuple) and len(record.args) == 6:
            job, kind, attempt, outcome, _, error = record.args
            self.end(f"{job} {kind}", str(kind), int(str(attempt)), str(outcome), str(error))

    def end(self, job: str, kind: str, attempt: int, outcome: str, error: str) -> None:
        """Say how an attempt ended if that is new of its kind."""
        if outcome == "succeeded":
            self.failing.discard(kind)
            self.dying.discard(kind)
        elif outcome == "discarded" or (outcome == "failed" and attempt >= MAX_ATTEMPTS):
            self.failing.add(kind)
            if kind not in self.dying:
                self.dying.add(kind)
                self.say(f"Job {job} is dead, after attempt {attempt}: {error}")
                self.say(f"It is not tried again by itself. What can be done: {self.ask_dead}")
        elif outcome in FAILED and kind not in self.failing:
            self.failing.add(kind)
            self.say(f"Job {job} failed, attempt {attempt}: {error}")
            self.say(f"It is tried again by itself. To see when: {self.ask}")


def is_of_breaker(record: logging.LogRecord) -> bool:
    """Tell a line about a breaker that has opened or closed."""
    return record.name == "thistledown.outbox" and bool(BREAKER.match(record.getMessage()))


def in_local_time(line: str) -> str:
    """Return a line as a sentence, with its time as the clock on the wall shows it."""
    shown = TIME.sub(
        lambda found: f"{datetime.fromisoformat(found[0]).astimezone():%H:%M:%S}", line
    )
    return f"The {shown}"
