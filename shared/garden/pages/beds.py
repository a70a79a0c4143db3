"""Notes in the order of lists: a bed for each maturity, evergreens first, the freshest on top."""

from collections.abc import Iterable
from functools import partial

from shared.garden.note import Maturity, Note
from shared.garden.vault.config import Config
from shared.garden.vault.dates import instant

SHOWN = 18  # of a bed on the first page; the rest is a page away
RECENT = 6

Bed = tuple[Maturity, list[Note]]


def beds(notes: Iterable[Note], config: Config) -> list[Bed]:
    """Return notes by maturity; a bed in which nothing grows is left out."""
    grouped: dict[Maturity, list[Note]] = {maturity: [] for maturity in reversed(Maturity)}
    for note in notes:
        if note.should_index:
            grouped[note.maturity].append(note)
    for group in grouped.values():
        group.sort(key=partial(freshness, config=config))
    return [(maturity, group) for maturity, group in grouped.items() if group]


def freshness(note: Note, config: Config) -> tuple[int, float, str]:
    """Sort what garden.toml calls first before the freshest, and undated notes last."""
    first = config.first
    place = first.index(note.slug) if note.slug in first else len(first)
    moment = note.tended_at or note.planted_at
    age = -instant(moment, config.zone).timestamp() if moment else 1e18
    return place, age, note.title


def recently_tended(notes: Iterable[Note], config: Config) -> list[Note]:
    """Return the few notes that were tended last; the day of planting is none of tending."""
    tended = [
        (instant(moment, config.zone), note)
        for note in notes
        if note.should_index and (moment := note.tended_at)
    ]
    tended.sort(key=lambda each: (-each[0].timestamp(), each[1].title))
    return [note for _, note in tended[:RECENT]]
