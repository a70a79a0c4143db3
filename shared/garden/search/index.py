"""The index of all listed notes, in files as `shared.search.files` describes them."""

import hashlib
import json
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import repeat

from shared.garden.note import Note
from shared.search.files import MANIFEST, MATURITIES, VERSION, coded, codes_of_gaps

SHARD = 8 * 1024  # bytes of a file of terms, about
MOST_SHARDS = 1000  # beyond which files become larger rather than more
TOGETHER = 8  # notes that one file describes
MOST_DESCRIPTIONS = 1000  # files of them


def index(notes: Iterable[Note], terms: Iterable[tuple[str, str]]) -> dict[str, bytes]:
    """Return every file of the index by its path; `terms` has those of notes by their paths."""
    listed = ordered(notes)
    shards = cut(lines(listed, dict(terms)))
    files = {f"t{number}.txt": "\n".join(shard).encode() for number, shard in enumerate(shards)}
    together = max(TOGETHER, -(-len(listed) // MOST_DESCRIPTIONS))
    for number, first in enumerate(range(0, len(listed), together)):
        described = [describe(note) for note in listed[first : first + together]]
        files[f"d{number}.json"] = as_json(described)
    folder = f"assets/search-{digest(files)}"
    about = {
        "version": VERSION,
        "folder": folder,
        "notes": len(listed),
        "grown": [sum(note.maturity == each for note in listed) for each in MATURITIES],
        "together": together,
        "starts": [shard[0].partition("\t")[0] for shard in shards],
    }
    placed = {f"{folder}/{name}": content for name, content in files.items()}
    return {MANIFEST: as_json(about), **placed}


def ordered(notes: Iterable[Note]) -> list[Note]:
    """Return the listed notes, evergreens first, and those tended last before others.

    So a smaller number is a better note, and a range of numbers is a maturity.
    """
    listed = sorted((note for note in notes if note.should_index), key=lambda note: note.slug)
    listed.sort(key=last_touched, reverse=True)
    return sorted(listed, key=lambda note: MATURITIES.index(note.maturity))


def last_touched(note: Note) -> str:
    """Return when a note was last worked on, as far as that is known."""
    return note.tended or note.by_git.tended or note.planted or note.by_git.planted


def lines(notes: Sequence[Note], terms: Mapping[str, str]) -> Iterator[str]:
    """Yield the line of every term, in the order of their characters."""
    in_title, in_heading, in_text = (inverted(terms, notes, place) for place in range(3))
    gaps = codes_of_gaps(len(notes))
    for term in sorted({*in_title, *in_heading, *in_text}):
        line = f"{term}\t{coded(in_text.get(term, ()), gaps)}"
        if term in in_heading or term in in_title:  # as few are
            line += "\t" + coded(in_heading.get(term, ()), gaps)
            line += "\t" + coded(in_title.get(term, ()), gaps)
        yield line


def inverted(
    terms: Mapping[str, str], notes: Sequence[Note], place: int
) -> Mapping[str, Sequence[int]]:
    """Return the numbers of the notes that have each term in one place, rising and after -1."""
    found: defaultdict[str, list[int]] = defaultdict(lambda: [-1])
    for number, note in enumerate(notes):
        said = terms.get(note.path)
        if said:
            lists = map(found.__getitem__, said.split("\n")[place].split())
            deque(map(list[int].append, lists, repeat(number)), maxlen=0)  # in half the time
    return found


def cut(every: Iterable[str]) -> list[list[str]]:
    """Cut lines into shards of about the same size."""
    whole = list(every)
    sizes = [len(line.encode()) + 1 for line in whole]
    most = max(SHARD, sum(sizes) // MOST_SHARDS)
    shards: list[list[str]] = []
    room = 0
    for line, size in zip(whole, sizes, strict=True):
        if size > room:
            shards.append([])
            room = most
        shards[-1].append(line)
        room -= size
    return shards


def describe(note: Note) -> list[str]:
    """Return what a result shows of a note."""
    return [note.title, note.href, note.language, note.excerpt]


def digest(files: Mapping[str, bytes]) -> str:
    """Return what changes with any of these files."""
    found = hashlib.sha256()
    for name, content in files.items():
        found.update(f"{name} {len(content)}\n".encode() + content)
    return found.hexdigest()[:12]


def as_json(content: object) -> bytes:
    """Write something as JSON, with nothing in it that need not be."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
