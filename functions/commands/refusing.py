"""End a command that did nothing, in a sentence."""

import sys
from typing import NoReturn

from functions.commands.exits import REFUSED
from functions.commands.show import complain
from shared.outbox import Retried


def refuse(sentence: str) -> NoReturn:
    """Say why nothing was done, and fail."""
    complain(sentence)
    sys.exit(REFUSED)


def obstacle(job: int, answer: Retried) -> str:
    """Return why a job was not retried."""
    return {
        "conflict": f"Job {job} stays dead: job {answer.twin} with the same key is live and will "
        f"do its work. Drop this one (`jobs drop {job}`), or cancel the other first.",
        "not dead": f"Job {job} is {answer.status}, not dead: there is nothing to retry.",
    }.get(answer.outcome, f"There is no job {job}.")
