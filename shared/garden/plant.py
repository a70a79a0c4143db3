"""From files to notes: each read by itself, then what no two of them can share."""

from dataclasses import dataclass, field
from urllib.parse import unquote

from shared.garden.harvest import Texts, read_all
from shared.garden.markdown.outline import as_written
from shared.garden.note import Note
from shared.garden.problem import Problems
from shared.garden.seed import Sower
from shared.garden.store import Store
from shared.garden.vault.read import Vault
from shared.garden.woven.making_way import make_all_way
from shared.garden.woven.slugs import complaint


@dataclass(slots=True)
class Planted:
    """Every note that gets a page, and how wikilinks would name those that do not."""

    texts: Texts
    notes: list[Note] = field(default_factory=list[Note])
    hidden: set[str] = field(default_factory=set[str])
    left_out: list[str] = field(default_factory=list[str])  # the paths of those with an error
    drawings: list[str] = field(default_factory=list[str])  # the paths of those that are no notes


def plant(vault: Vault, sower: Sower, store: Store, problems: Problems) -> Planted:
    """Read all notes; what is wrong with one never stops the others."""
    planted = Planted(Texts(store))
    for path, seed, text in read_all(vault.notes, sower, store):
        problems.add(seed.errors, seed.warnings)
        if seed.errors:
            planted.left_out.append(path)
        if seed.note is None:
            name = as_written(path.rpartition(".")[0])
            planted.hidden |= {name, name.rpartition("/")[2]}
            planted.drawings += [path] if seed.is_drawing else []
        else:
            planted.notes.append(seed.note)
            planted.texts.encoded[seed.note] = text
    if not sower.is_foreign:
        make_all_way(planted.notes, problems)
    drop_twins(planted, problems, is_foreign=sower.is_foreign)
    return planted


def drop_twins(planted: Planted, problems: Problems, *, is_foreign: bool) -> None:
    """Leave out what has no URL of its own, or the id of another."""
    kept: list[Note] = []
    addresses: dict[str, Note] = {}
    ids: dict[str, Note] = {}
    for note in planted.notes:
        wrong, key = None if is_foreign else complaint(note.slug), "slug"
        address = note.href if is_foreign else f"/{note.slug.casefold()}/"
        twin, namesake = addresses.get(address), ids.get(note.id)
        if twin:
            wrong = twins(twin, note, f"want the same URL {unquote(address)}", "slug: another-name")
            wrong = f"{wrong}, or a file another name"
        elif namesake:
            wrong = twins(namesake, note, f"have the same id {note.id!r}", "id: another")
            key = "id"
        if wrong:
            problems.error(note.path, *note.place_of(key), wrong)
            planted.left_out.append(note.path)
            continue
        addresses[address] = ids[note.id] = note
        kept.append(note)
    planted.notes = kept


def twins(first: Note, second: Note, what: str, remedy: str) -> str:
    """Say of two notes what they cannot share, which of them is shown, and what to do."""
    return (
        f"{first.path} and {second.path} {what}; {first.path} is shown, {second.path} is left out. "
        f"Give one of them a line `{remedy}`"
    )
