"""`thistledown subscribers import --undo`: first what it would come to, then with --yes."""

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from functions.commands import show
from functions.commands.exits import CONFIRM
from functions.commands.import_words import counted
from functions.commands.place import ask, command, look
from functions.commands.refusing import refuse
from functions.commands.show import say, whole
from shared.newsletter.moving import imports, undoing
from shared.newsletter.moving.undoing import Done

NAMED = 20  # people who have acted since

FATES = {
    "removed": "Gone, as they came with it alone",
    "restored": "Back where they stood",
    "pending": "Waiting, as they were asked for or written to since",
    "kept": "Left as they are, as they have acted since",
}

ACTS = {
    "confirmed": "confirmed",
    "unsubscribed": "left",
    "erased": "was erased",
    "note confirmed": "waits for a note",
    "saved settings": "saved settings",
}

GONE = {"unsubscribed", "erased"}


def take_back(import_id: int, data: Path, *, is_meant: bool, is_look: bool, as_json: bool) -> None:
    """Say what undoing an import comes to, and do it if that is meant."""
    one = look(data, lambda: imports.find(import_id))
    if one is None:
        refuse(f"There is no import {import_id}.")
    if one.undone_at:
        refuse(f"Import {import_id} was undone before.")
    does_it = is_meant and not is_look
    people = ask(data, lambda: undoing.undo(import_id) if does_it else undoing.look(import_id))
    if as_json:
        show.as_json(for_machines(import_id if does_it else None, people))
    else:
        what = "is undone" if does_it else f"is {one.file}. Undoing it would come to this"
        show.lines([f"Import {import_id} {what}.", *in_words(people, data)])
    if not does_it and not is_look:
        if not as_json:
            say(f"Nothing was written. To do it: the same command with {whole('--yes')}.")
        sys.exit(CONFIRM)


def in_words(people: Sequence[Done], data: Path) -> list[str]:
    """Return what becomes of how many, and who has acted since."""
    acted = sorted((one for one in people if one.acts), key=lambda one: one.subscriber_id)
    lines = counted(Counter(one.fate for one in people), FATES) or ["  Nobody was moved by it."]
    lines += [f"    {one.email}: {did(one)}" for one in acted[:NAMED]]
    if len(acted) > NAMED:
        lines.append(f"    and {len(acted) - NAMED} more: --json has all")
    if any(not GONE & {*one.acts} for one in acted):
        words = whole(command(data, "subscribers unsubscribe ADDRESS"))
        lines.append(f"  Whoever of these should get nothing: {words}")
    return lines


def did(one: Done) -> str:
    """Return what somebody has done since an import."""
    return ", ".join(ACTS[act] for act in one.acts)


def for_machines(import_id: int | None, people: Sequence[Done]) -> dict[str, object]:
    """Return the same as names and numbers; `undone` is null where nothing was written."""
    acted = [
        {"subscriber_id": one.subscriber_id, "email": one.email, "acts": one.acts}
        for one in people
        if one.acts
    ]
    return {"undone": import_id, **Counter(one.fate for one in people), "acted": acted}
