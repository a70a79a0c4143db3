"""What is said to be left for later is not there, and nothing that is there is denied."""

import re

from functions.commands.thistledown import COMMANDS
from tests.support.documents import ROOT, read, sections

MANUAL = "\n".join(file.read_text("utf-8") for file in (ROOT / "site" / "notes").glob("*.md"))


def test_no_command_that_is_there_is_left_for_later():
    named = re.findall(
        r"`(?:thistledown )?([a-z]+)`", sections(read("docs/why.md"))["Left for later"]
    )

    assert set(named) & set(COMMANDS) == set()


def test_the_manual_denies_nothing_that_is_there():
    denied = re.findall(r"[^.]*\b(?:does|do) not exist (?:today|yet)\b[^.]*\.", MANUAL)

    assert denied == []
