"""Read the form of a reader's choices: what it does not say, or nobody offered, stays as it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast, get_args
from urllib.parse import parse_qs

from starlette.requests import Request

from functions.web.forms import InvalidForm, as_text
from shared.mail.languages import LANGUAGES
from shared.newsletter.readers.preferences import Chosen, NotesLanguage, Pace

MOST_FIELDS = 200


@dataclass(frozen=True, slots=True)
class Choices:
    """What a reader has chosen in the form."""

    pace: Pace
    topics: list[str]
    notes_language: NotesLanguage
    language: str
    pause: bool


async def read_choices(request: Request, offered: Sequence[str], now: Chosen) -> Choices | None:
    """Return the choices in a urlencoded form; None if it is not ours, as a bare token.

    Raises:
        InvalidForm: the form cannot be read.

    """
    try:
        form = parse_qs(as_text(await request.body()), errors="strict", max_num_fields=MOST_FIELDS)
    except ValueError:  # bytes that are not UTF-8, or far too many fields
        raise InvalidForm("The form cannot be read.", reason="unreadable") from None

    def one(name: str, allowed: Sequence[str], else_: str) -> str:
        said = form.get(name, [""])[0]
        return said if said in allowed else else_

    if "pace" not in form:
        return None
    known = {*offered, *now.topics}
    return Choices(
        pace=cast("Pace", one("pace", get_args(Pace), now.pace)),
        topics=[topic for topic in dict.fromkeys(form.get("topic", [])) if topic in known],
        notes_language=cast(
            "NotesLanguage", one("notes_language", get_args(NotesLanguage), now.notes_language)
        ),
        language=one("language", LANGUAGES, now.language),
        pause=one("pause", ("yes",), "") == "yes",
    )
