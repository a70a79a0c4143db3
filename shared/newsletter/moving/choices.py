"""What a reader has chosen, in our own table alone: it goes out and comes in with its reader."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from shared import tx

PACES = ("each", "weekly", "monthly")
NOTES_LANGUAGES = ("both", "en", "zh")  # the first of each is what nobody has to choose

COLUMNS = ("pace", "topics", "notes_language", "paused_until")

CHOOSE = """
    update subscribers
       set pace = chosen.pace,
           topics = coalesce(string_to_array(nullif(chosen.topics, ''), ';'), '{}'),
           notes_language = chosen.notes_language,
           paused_until = chosen.paused_until
      from unnest(%(id)s::bigint[], %(pace)s::text[], %(topics)s::text[],
                  %(notes_language)s::text[], %(paused_until)s::timestamptz[])
           as chosen (id, pace, topics, notes_language, paused_until)
     where subscribers.id = chosen.id
"""


@dataclass(frozen=True, slots=True)
class Choices:
    """How often, of what and in which language somebody wants to hear; `topics` joined by `;`."""

    pace: str = PACES[0]
    topics: str = ""
    notes_language: str = NOTES_LANGUAGES[0]
    paused_until: datetime | None = None


def read(cells: Sequence[str], places: Mapping[str, int]) -> Choices | None:
    """Return the choices in a row; None if it has none, or what nobody has to choose."""
    told = {name: cells[place].strip() for name, place in places.items()}
    pace, language = told.get("pace", ""), told.get("notes_language", "")
    found = Choices(
        pace if pace in PACES else PACES[0],
        told.get("topics", ""),
        language if language in NOTES_LANGUAGES else NOTES_LANGUAGES[0],
        paused(told.get("paused_until", "")),
    )
    return found if found != Choices() else None


def paused(text: str) -> datetime | None:
    """Return until when somebody wants to hear nothing."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


async def choose(chosen: Mapping[int, Choices]) -> None:
    """Let readers who have just come have what they had chosen, by their numbers."""
    if not chosen:
        return
    await tx.execute(
        CHOOSE,
        id=list(chosen),
        pace=[one.pace for one in chosen.values()],
        topics=[one.topics for one in chosen.values()],
        notes_language=[one.notes_language for one in chosen.values()],
        paused_until=[one.paused_until for one in chosen.values()],
    )
