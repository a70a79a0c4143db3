"""An end to the work on one file that finds none itself, so that it does not hold up all others.

What counts is the time that the processor worked, never the clock: no busy machine is impatient.
The signal comes between two steps of Python, and within a regular expression; code in C that never
looks up is not stopped. Threads other than the first get no signals, and have to wait.
"""

import signal
import threading
from time import process_time
from types import FrameType
from typing import Self

LEAST = 0.001  # seconds; none at all would be without end
HAS_SIGNALS = hasattr(signal, "SIGPROF")
AGAIN = 1.0  # seconds after which it is said once more, where something did not listen


class TooLong(Exception):
    """Work on one file takes far longer than any that is honest."""

    def __init__(self) -> None:
        super().__init__("takes far too long")


class Patience:
    """Ends a block of `with` after so many seconds of the processor, by raising `TooLong` in it.

    Used again, it has what is left. One within another has no longer than that around it.
    """

    is_running = False
    is_listening = False  # whether signals come here: it takes a while to ask

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.rest, self.begun = 0.0, 0.0  # of the one around it
        self.is_heard = HAS_SIGNALS and in_first_thread()

    def __enter__(self) -> Self:
        if self.is_heard:
            if not Patience.is_listening:
                signal.signal(signal.SIGPROF, interrupt)
                Patience.is_listening = True
            self.rest = signal.setitimer(signal.ITIMER_PROF, self.seconds, AGAIN)[0]
            if self.rest:
                self.begun = process_time()
                if self.rest < self.seconds:
                    signal.setitimer(signal.ITIMER_PROF, self.rest, AGAIN)
            Patience.is_running = True
        return self

    def __exit__(self, *_: object) -> None:
        if self.is_heard:
            Patience.is_running = False  # from here on a signal that is under way comes too late
            if self.rest:
                self.rest = max(self.rest - (process_time() - self.begun), LEAST)
            again = AGAIN if self.rest else 0
            left = signal.setitimer(signal.ITIMER_PROF, self.rest, again)[0]
            self.seconds = max(left, LEAST)
            Patience.is_running = self.rest > 0


def in_first_thread() -> bool:
    """Tell whether signals are heard here."""
    return threading.get_ident() == threading.main_thread().ident


def interrupt(_number: int, _frame: FrameType | None) -> None:
    """End what goes on."""
    if Patience.is_running:
        raise TooLong
