"""Which languages a reader is offered: those of the garden's notes, and those she may read."""

from dataclasses import dataclass
from typing import get_args

from shared import tx
from shared.mail.languages import LANGUAGES
from shared.newsletter.readers.preferences import Chosen, NotesLanguage

TONGUES = """
    select distinct split_part(lower(language), '-', 1) as name
      from notes
     where gone_at is null
"""


@dataclass(frozen=True, slots=True)
class Tongue:
    """A language of notes, without its script and region; empty where a note has none."""

    name: str


async def of_notes(reader: Chosen) -> list[NotesLanguage]:
    """Return among which languages of notes there is a choice; what is chosen is always one."""
    spoken = {one.name for one in await tx.rows(Tongue, TONGUES)}
    offered: list[NotesLanguage] = [
        each
        for each in get_args(NotesLanguage)
        if each == reader.notes_language or (each in spoken and len(spoken) > 1)
    ]
    return ["both", *(each for each in offered if each != "both")]


def of_mails(*wishes: str) -> list[str]:
    """Return in which of our languages mails make sense to who wishes for these, or for none."""
    wished = {each.partition("-")[0] for each in wishes}
    return [each for each in LANGUAGES if each == LANGUAGES[0] or each.partition("-")[0] in wished]
