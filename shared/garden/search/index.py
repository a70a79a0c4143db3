"""The index of all listed notes, in files as `shared.search.files` describes them."""

import hashlib
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec import json

from shared.garden.note import Note
from shared.garden.search.postings import Postings, inverted
from shared.garden.search.spelling import vocabulary
from shared.search.files import (
    MANIFEST,
    MATURITIES,
    VERSION,
    WORDS,
    code,
    coded,
    codes_of_gaps,
    kilobytes,
)
from shared.search.forms import HAN

SHARD = 8 * 1024  # bytes of a file of terms, about
MOST_SHARDS = 1000  # beyond which files become larger rather than more
TOGETHER = 8  # notes that one file describes, fewer where that makes it
DESCRIBED = 3 * 1024  # bytes, about
MOST_DESCRIPTIONS = 1000  # files of them
FIRST_HAN, LAST_HAN = "\u3400", "\ua000"


def index(
    notes: Iterable[Note], terms: Iterable[tuple[str, str]], weigh: Callable[[Note], int]
) -> dict[str, bytes]:
    """Return every file of the index by its path.

    `terms` has those of notes by their paths, `weigh` tells how many bytes the page of a note has.
    """
    numbered = ordered(notes)
    lists = inverted(numbered, dict(terms))
    written = list(lines(lists, len(numbered)))
    shards = cut(written)
    files = {f"t{number}.txt": "\n".join(shard).encode() for number, shard in enumerate(shards)}
    sizes = "".join(code(kilobytes(len(shard)) - 1) for shard in files.values())
    described = [json.encode(describe(note, weigh(note))) for note in numbered]
    together = how_many(described)
    for number, first in enumerate(range(0, len(numbered), together)):
        files[f"d{number}.json"] = b"[%b]" % b",".join(described[first : first + together])
    files[WORDS] = "\n".join(vocabulary(lists)).encode()
    folder = f"assets/search-{digest(files)}"
    forms = forms_of(written)
    about = {
        "version": VERSION,
        "folder": folder,
        "notes": len(numbered),
        "grown": [sum(note.maturity == each for note in numbered) for each in MATURITIES],
        "together": together,
        "starts": [shard[0].partition("\t")[0] for shard in shards],
        "sizes": sizes,
        "han": next(iter(forms), ""),
    }
    placed = {f"{folder}/{name}": content for name, content in files.items()}
    return {MANIFEST: json.encode(about), **forms, **placed}


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


def lines(lists: Sequence[Postings], count: int) -> Iterator[str]:
    """Yield the line of every term of so many notes, in the order of their characters."""
    in_text, *elsewhere = lists
    gaps = codes_of_gaps(count)
    rare = set[str]().union(*elsewhere)
    for term in sorted(in_text.keys() | rare):
        line = f"{term}\t{coded(in_text.get(term, ()), gaps)}"
        if term in rare:
            more = (coded(found.get(term, ()), gaps) for found in elsewhere)
            line = "\t".join((line, *more)).rstrip("\t")
        yield line


def forms_of(written: Sequence[str]) -> dict[str, bytes]:
    """Return the table of the forms of Chinese characters, where any line has such a character."""
    if bisect_left(written, FIRST_HAN) == bisect_left(written, LAST_HAN):
        return {}
    table = HAN.read_bytes()
    return {f"assets/han-{digest({HAN.name: table})}.txt": table}


def cut(whole: Sequence[str]) -> list[list[str]]:
    """Cut lines into shards of about the same size."""
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


def describe(note: Note, weight: int) -> list[str | int]:
    """Return what a result shows of a note, and how many KB its page has."""
    return [note.title, note.href, note.language, note.excerpt, kilobytes(weight)]


def how_many(described: Sequence[bytes]) -> int:
    """Return how many notes one file describes."""
    count = len(described)
    small = DESCRIBED * count // (sum(map(len, described)) + 1)
    return max(1, min(TOGETHER, small), -(-count // MOST_DESCRIPTIONS))


def digest(files: Mapping[str, bytes]) -> str:
    """Return what changes with any of these files."""
    found = hashlib.sha256()
    for name, content in files.items():
        found.update(f"{name} {len(content)}\n".encode() + content)
    return found.hexdigest()[:12]
