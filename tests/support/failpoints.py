"""Number every step of a process, and let the nth go wrong.

A step is the moment before or after a round trip to the database, COMMIT included, and before or
after a mail is handed over. Nothing of it is in the program itself: `install()` replaces what the
driver waits with and what the mail transport sends with, in the process of a test alone.

What can happen at a step: `kill9` ends the process as a power cut does, `raise` is an error out of
nowhere, `drop_conn` loses the line: before a statement the server never sees it, after it the
server has done it and nobody hears of it.
"""

import os
import signal
from dataclasses import dataclass
from typing import Any

import psycopg

from shared.mail.smtp import Smtp
from shared.mail.transport import AnswerLost, Mail, TransportFailed
from shared.tx.pool import hang_up

ACTIONS = ("kill9", "raise", "drop_conn")


class Failpoint(RuntimeError):
    """The error out of nowhere."""

    public = "an error out of nowhere"


@dataclass
class Steps:
    """How many steps this process has made, and at which one something happens."""

    nth: int = 0
    action: str = ""
    made: int = 0
    reached: str = ""

    def arm(self, nth: int, action: str) -> None:
        """Let the nth step from now go wrong in this way; none for nth 0."""
        assert action in (*ACTIONS, ""), action
        self.nth, self.action, self.made = nth, action, 0

    def is_here(self, name: str) -> bool:
        """Count a step; die or raise if it is the one, or say that the line is to be lost."""
        self.made += 1
        if self.made != self.nth:
            return False
        self.reached = name
        if self.action == "kill9":
            os.kill(os.getpid(), signal.SIGKILL)
        if self.action == "raise":
            raise Failpoint(name)
        return True


def install() -> Steps:
    """Count the steps of this process from now on; none goes wrong before one is armed."""
    steps = Steps()
    wait, send = psycopg.AsyncConnection.wait, Smtp.send

    async def step_by_step(self: Any, generator: Any, *given: Any, **named: Any) -> Any:
        if steps.is_here("before a statement"):
            hang_up(self)
        result = await wait(self, generator, *given, **named)
        if steps.is_here("after a statement"):
            self.pgconn.finish()
            raise psycopg.OperationalError("the answer was lost")
        return result

    async def handed_over(self: Smtp, mail: Mail) -> None:
        if steps.is_here("before a mail"):
            raise TransportFailed("the line to the mail server was lost")
        await send(self, mail)
        if steps.is_here("after a mail"):
            raise AnswerLost("the answer of the mail server was lost")

    psycopg.AsyncConnection.wait = step_by_step
    Smtp.send = handed_over
    return steps
