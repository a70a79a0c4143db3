"""Notes that are new and nearly say what one says that has gone: perhaps renamed, and rewritten.

What is certain (an alias, the very same content) is no matter for this module. Here nobody knows
but the gardener, who is asked; until then nobody is told of a note a second time.
"""

import hashlib
import html
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from shared import tx
from shared.newsletter.announcing import notes
from shared.newsletter.announcing.manifest import ListedNote, Manifest

LIKE = 0.5  # of all their pieces two notes have in common, to be asked about
SHORTEST = 100  # characters; what is shorter is like many things
LONGEST = 20_000  # characters that are compared
PIECE = 8  # characters in a row, in any script
MOST_NEW, MOST_GONE = 50, 200  # notes that are compared, so that a moved garden costs no minute
TAG = re.compile(r"<[^<>]*>")

# Those that readers were told of. The last to go is the likeliest: it goes with this manifest.
GONE = """
    select id, title, mail_html
      from notes
     where id <> all(%(listed)s)
       and mail_html is not null
       and exists (select from announced_notes where note_id = notes.id)
     order by gone_at desc nulls first, id
     limit %(most)s
"""

KNOWN = "select id from notes where id = any(%(ids)s)"

RENAME = "update notes set id = %(new_id)s where id = %(old_id)s"


@dataclass(frozen=True, slots=True)
class Known:
    """A note that is known under its id."""

    id: str


@dataclass(frozen=True, slots=True)
class Gone:
    """A note that readers were told of, and that the manifest does not have."""

    id: str
    title: str
    mail_html: str


@dataclass(frozen=True, slots=True)
class Pair:
    """A new note, and the one that has gone which it may be."""

    id: str
    title: str
    url: str
    old_id: str
    old_title: str

    @property
    def digest(self) -> str:
        """Return a name for the question. As an answer it says yes, after a dash no."""
        return hashlib.sha256(f"{self.id}\n{self.old_id}".encode()).hexdigest()[:16]


class RenamesInDoubt(RuntimeError):
    """Some new notes may be others that readers were told of; somebody has to say which."""

    def __init__(self, pairs: Sequence[Pair]) -> None:
        named = "; ".join(f"“{pair.title}” is much like “{pair.old_title}”" for pair in pairs)
        super().__init__(
            f"{named}, which readers were told of and which has gone. If it is the same note under "
            "another name, announce again with the digest as `confirm`, and nobody is told twice "
            "(--yes does that). If it is another, put a dash before the digest (--not-renamed)."
        )
        self.pairs = pairs


async def settle(manifest: Manifest, said: Collection[str]) -> list[Pair]:
    """Let notes be others under a new id where the gardener says so; return who is in doubt."""
    pairs = await in_question(manifest)
    for pair in pairs:
        if pair.digest in said:
            await tx.execute(RENAME, new_id=pair.id, old_id=pair.old_id)
    return [pair for pair in pairs if not {pair.digest, f"-{pair.digest}"} & set(said)]


async def in_question(manifest: Manifest) -> list[Pair]:
    """Return the new evergreen notes that are much like announced ones which have gone."""
    ripe = [note for note in manifest.notes if note.maturity == "evergreen" and note.mail_html]
    known = {each.id for each in await tx.rows(Known, KNOWN, ids=[note.id for note in ripe])}
    if len(known) == len(ripe):
        return []
    certain = await notes.renamed(manifest)
    known |= set(certain.values())
    fresh = [note for note in ripe if note.id not in known][:MOST_NEW]
    present = [*(note.id for note in manifest.notes), *certain]
    return paired(fresh, await tx.rows(Gone, GONE, listed=present, most=MOST_GONE) if fresh else [])


def paired(fresh: Sequence[ListedNote], gone: Sequence[Gone]) -> list[Pair]:
    """Return each new note with the one that it is most like; nobody is two notes."""
    texts = {note.id: pieces(note.mail_html or "") for note in fresh}
    likely: list[tuple[float, str, str, Pair]] = []
    for old in gone:
        before = pieces(old.mail_html)
        for note in fresh:
            like = likeness(texts[note.id], before)
            if like >= LIKE:
                pair = Pair(note.id, note.title, note.url, old.id, old.title)
                likely.append((-like, note.id, old.id, pair))
    chosen: dict[str, Pair] = {}
    taken: set[str] = set()
    for _, new_id, old_id, pair in sorted(likely, key=lambda each: each[:3]):
        if new_id not in chosen and old_id not in taken:
            chosen[new_id] = pair
            taken.add(old_id)
    return [chosen[note.id] for note in fresh if note.id in chosen]


def pieces(mail_html: str) -> set[str]:
    """Return every few characters of a text that follow each other, none of one that is short."""
    text = "".join(html.unescape(TAG.sub(" ", mail_html)).casefold().split())[:LONGEST]
    if len(text) < SHORTEST:
        return set()
    return {text[start : start + PIECE] for start in range(len(text) - PIECE + 1)}


def likeness(one: set[str], other: set[str]) -> float:
    """Return how much of two texts is the same, from 0 to 1 (after Jaccard)."""
    if not one or not other or min(len(one), len(other)) < LIKE * max(len(one), len(other)):
        return 0.0
    same = len(one & other)
    return same / (len(one) + len(other) - same)
