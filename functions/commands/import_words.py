"""What an import comes to, in plain words."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from functions.commands.place import command
from functions.commands.show import many, whole
from shared.newsletter.moving.files import Unread
from shared.newsletter.moving.formats import PLAIN
from shared.newsletter.moving.importing import Tally

NAMED = 20  # lines that cannot be read
EXPLAINED = 5

BECOMES = {
    "confirmed": ("will read", "read from now on"),
    "pending": ("will wait, and get no mail by themselves", "wait, and get no mail by themselves"),
    "unsubscribed": ("will be unsubscribed", "are unsubscribed"),
    "suppressed": ("will never be written to", "will never be written to"),
    "same": ("are as they were", "are as they were"),
    "stays no": (
        "said no here, and stay so: the file has no later yes of theirs",
        "said no here, and stay so: the file has no later yes of theirs",
    ),
    "stays yes": (
        "said yes here after they had left there, and stay",
        "said yes here after they had left there, and stay",
    ),
    "erased": ("are refused: their addresses were erased or suppressed here",) * 2,
    "left out": ("are left out, as they did not say no",) * 2,
}


def in_words(tally: Tally, name: str, *, is_done: bool) -> list[str]:
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
    return [*lines, *outcomes(tally.comes_to, is_done=is_done)]


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
    named = ", ".join(one.line for one in lines[:NAMED])
    rest = f" and {len(lines) - NAMED} more" if len(lines) > NAMED else ""
    return [f"{many(len(lines), 'line')} cannot be read: {named}{rest}"]


def outcomes(comes_to: Counter[str], *, is_done: bool) -> list[str]:
    """Return what becomes of the people."""
    return [
        f"  {comes_to[outcome]} {words[is_done]}"
        for outcome, words in BECOMES.items()
        if comes_to[outcome]
    ]


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


def undone_in_words(import_id: int, fates: Mapping[str, int]) -> list[str]:
    """Return what undoing an import came to."""
    words = {
        "removed": "are gone: they came with it alone",
        "restored": "stand where they stood before",
        "pending": "wait: they have asked, or were written to, since",
        "kept": "stay: they have confirmed or left by themselves since",
    }
    told = [f"  {fates[fate]} {what}" for fate, what in words.items() if fates.get(fate)]
    return [f"Import {import_id} is undone.", *told]
