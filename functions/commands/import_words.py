"""What an import comes to, in plain words."""

from collections.abc import Mapping
from pathlib import Path

from functions.commands.place import command
from functions.commands.show import many, whole
from shared.newsletter.moving.encoding import named
from shared.newsletter.moving.files import Unread
from shared.newsletter.moving.formats import PLAIN
from shared.newsletter.moving.importing import Tally

EXPLAINED = 5  # lines that cannot be read

BECOMES = {
    "confirmed": "Readers from now on",
    "pending": "Waiting, without any mail by itself",
    "unsubscribed": "Unsubscribed",
    "suppressed": "Never to be written to",
    "same": "As they were",
    "stays no": "Said no here, and the file has no later yes of theirs",
    "stays yes": "Left there, and have said yes here since",
    "erased": "Refused, as their addresses were erased or suppressed here",
    "left out": "Left out, as they did not say no",
}


def in_words(tally: Tally, name: str) -> list[str]:
    """Return what a file says, and what it comes to."""
    says = tally.says
    no = says["unsubscribed"] + says["suppressed"]
    counts = [
        f"{says['confirmed']} confirmed",
        f"{says['pending']} never confirmed",
        f"{no} said no",
    ]
    lines = [f"{name}, {tally.format}: {', '.join([*counts, *unread(tally.unread)])}."]
    if held := says["suppressed"]:
        lines.append(f"  Of the {no} who said no {held} bounced, complained or were blocked.")
    lines += [f"  Line {one.line}: {one.why}" for one in tally.unread[:EXPLAINED]]
    lines += [f"  {warning}" for warning in tally.warnings]
    if tally.gone:
        lines.append(f"  {many(tally.gone, 'person', 'people')} had everything deleted there.")
    return [*lines, *counted(tally.comes_to, BECOMES)]


def for_machines(tally: Tally) -> dict[str, object]:
    """Return the same as names and numbers."""
    return {
        "format": tally.format,
        "warnings": tally.warnings,
        "says": dict(tally.says),
        "unproven": tally.unproven,
        "gone": tally.gone,
        "unread": tally.unread,
        "comes_to": dict(tally.comes_to),
        "import_id": tally.import_id,
    }


def unread(lines: list[Unread]) -> list[str]:
    """Return how many lines cannot be read, and which."""
    if not lines:
        return []
    return [f"{many(len(lines), 'line')} cannot be read: {named([one.line for one in lines])}"]


def counted(counts: Mapping[str, int], words: Mapping[str, str]) -> list[str]:
    """Return how many people there are of each kind, in the order of the words."""
    return [f"  {words[kind]}: {counts[kind]}" for kind in words if counts.get(kind)]


def now_what(tally: Tally, data: Path, *, is_done: bool) -> list[str]:
    """Return what the gardener may want to do next."""
    lines: list[str] = []
    if tally.unproven:
        lines.append(
            f"{tally.unproven} of those who wait are confirmed there, but the file has no proof of "
            "it, which takes a time and a place. If they did agree, say once where "
            f'and how: {whole("--consent")} "{example(tally)}".'
        )
    if not is_done or tally.import_id is None:
        return lines
    if tally.comes_to["pending"]:
        lines.append(
            "To ask those who wait whether they want to read: "
            f"{whole(command(data, f'subscribers remind {tally.import_id}'))}"
        )
    lines.append(
        f"This was import {tally.import_id}. To undo it: "
        f"{whole(command(data, f'subscribers import --undo {tally.import_id}'))}"
    )
    return lines


def example(tally: Tally) -> str:
    """Return how the gardener's word might read."""
    is_plain = tally.format == PLAIN.title
    return "on paper, at the reading" if is_plain else f"double opt-in at {tally.format}"
