"""How a note grew, as the letter about it says: what is known, and no date that is not."""

from typing import Any

# What a letter lacks that an older version has frozen.
UNSAID: dict[str, Any] = {
    "why": "",
    "minutes": None,
    "grew_out_of": [],
    "planted_at": None,
    "budding_at": None,
    "evergreen_at": None,
}


def grown(note: dict[str, Any]) -> dict[str, Any]:
    """Return a note of a letter with the steps of its growth, and with all that may be unsaid."""
    whole = {**UNSAID, **note}
    return {**whole, "steps": steps(whole)}


def steps(note: dict[str, Any]) -> list[tuple[str, str | None]]:
    """Return the stages that are known, with the day on which each began, as 2024-03-02.

    The last is what the letter is about, and stands there without a day as well. A day on which a
    note was budding that is not between the others is a mistake, and left out.
    """
    planted, budding, evergreen = (
        note[name] for name in ("planted_at", "budding_at", "evergreen_at")
    )
    known: list[tuple[str, str | None]] = []
    if planted:
        known.append(("planted", planted))
    if budding and (planted or budding) <= budding <= (evergreen or budding):
        known.append(("budding", budding))
    return [*known, ("evergreen", evergreen)]
