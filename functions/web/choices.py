"""Read the form of a reader's choices: whole, and with no answer that nobody offered."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import cast, get_args

from starlette.requests import Request

from functions.web.forms import InvalidForm, fields
from shared.mail.languages import LANGUAGES
from shared.newsletter.readers.preferences import Chosen, NotesLanguage, Pace

QUESTIONS = ("pace", "topic", "notes_language", "language", "pause")


@dataclass(frozen=True, slots=True)
class Choices:
    """What a reader has chosen in the form."""

    pace: Pace
    topics: list[str]
    notes_language: NotesLanguage
    language: str
    pause: bool


class BadChoice(InvalidForm):
    """A question of the form has an answer that is not offered, or not exactly one."""

    def __init__(self, question: str) -> None:
        super().__init__(f"{question} has none of the answers that are offered.")
        self.question = question


async def read_choices(request: Request, offered: Sequence[str], now: Chosen) -> Choices | None:
    """Return the choices in a form; None if it has none at all, as a bare token.

    Topics that a reader has are offered as well. A browser leaves out what is not ticked: only
    `topic` and `pause` may be missing.

    Raises:
        BadChoice: nothing of the form is taken then.
        InvalidForm: the form cannot be read.

    """
    form = {question: await fields(request, question) for question in QUESTIONS}
    if not any(form.values()):
        return None
    topics = flat(form["topic"])
    if not {*topics} <= {*offered, *now.topics}:
        raise BadChoice("topic")
    if form["pause"]:
        one_of(form, "pause", ["yes"])
    return Choices(
        pace=cast("Pace", one_of(form, "pace", get_args(Pace))),
        topics=list(dict.fromkeys(topics)),
        notes_language=cast(
            "NotesLanguage", one_of(form, "notes_language", get_args(NotesLanguage))
        ),
        language=one_of(form, "language", LANGUAGES),
        pause=bool(form["pause"]),
    )


def one_of(form: dict[str, list[object]], question: str, answers: Collection[str]) -> str:
    """Return the one answer to a question."""
    said = form[question]
    if len(said) != 1 or not isinstance(said[0], str) or said[0] not in answers:
        raise BadChoice(question)
    return said[0]


def flat(said: list[object]) -> list[str]:
    """Return topics as a form has them, each by itself, or as a list of JSON."""
    topics = [one for each in said for one in (each if isinstance(each, list) else [each])]  # pyright: ignore[reportUnknownVariableType] - of whatever type
    if not all(isinstance(topic, str) for topic in topics):  # pyright: ignore[reportUnknownVariableType]
        raise BadChoice("topic")
    return cast("list[str]", topics)
