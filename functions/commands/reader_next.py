"""Whether the next letter comes to a reader, when, and about what: their choices in words."""

from collections.abc import Sequence
from datetime import UTC, datetime

from shared.newsletter.readers.followers import FollowedNote
from shared.newsletter.readers.preferences import Chosen

# The days are those of the digests' schedules.
PACES = {
    "each": "gets the next letter",
    "weekly": "gets what has grown once a week, on Sunday",
    "monthly": "gets what has grown once a month, on the 1st",
}
LANGUAGES = {"en": "notes in English alone", "zh": "notes in Chinese alone"}


def next_letter_of(chosen: Chosen, followed: Sequence[FollowedNote]) -> str:
    """Return what a reader who is not suppressed gets next, and why not more."""
    if chosen.status != "confirmed":
        has = "has left" if chosen.status == "unsubscribed" else "has not confirmed"
        titles = ", ".join(note.title for note in followed if waits(note))
        if titles:
            return f"gets one letter, when {titles} grows: {has}"
        told = ", ".join(note.title for note in followed if note.notification_id)
        if told and chosen.status == "pending":
            return f"gets no letter more: asked for {told} alone, and was told"
        return f"gets no letter: {has}"
    wishes = [f"only {' or '.join(chosen.topics)}"] if chosen.topics else []
    if chosen.notes_language in LANGUAGES:
        wishes.append(LANGUAGES[chosen.notes_language])
    gets = ", ".join([PACES[chosen.pace], *wishes])
    until = chosen.paused_until
    if until and until > datetime.now(UTC):
        return f"paused until {until.astimezone():%Y-%m-%d}, then {gets}"
    return gets


def waits(note: FollowedNote) -> bool:
    """Tell whether a wish is confirmed, and neither granted nor taken back."""
    return bool(note.confirmed_at) and not (note.ended_at or note.notification_id)
