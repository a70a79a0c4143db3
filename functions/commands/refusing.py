"""End a command that did nothing, in a sentence."""

import sys
from typing import NoReturn

from functions.commands.exits import REFUSED
from functions.commands.show import complain


def refuse(sentence: str) -> NoReturn:
    """Say why nothing was done, and fail."""
    complain(sentence)
    sys.exit(REFUSED)
