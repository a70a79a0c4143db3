"""What a command says when the system refuses something."""

from errno import EACCES, ENOSPC

import pytest

from functions.commands.exits import REFUSED
from functions.commands.thistledown import told


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (OSError(EACCES, "Permission denied", "out"), "out: Permission denied."),
        (OSError(ENOSPC, "No space left", "out"), "out: No space left."),
        (
            OSError(ENOSPC, "No space left"),
            "There is no room for what this command says: its disk is full.",
        ),
    ],
)
def test_a_refusal_of_the_system_is_one_sentence(error: OSError, sentence: str):
    assert told(error) == (sentence, REFUSED)


def test_a_mistake_of_ours_keeps_its_traceback():
    assert told(OSError("nobody thought of this")) is None
