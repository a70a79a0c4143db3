"""Read every file of a garden, or take from the store what it has said before."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from time import time_ns

from msgspec import msgpack

from shared.garden import crew
from shared.garden.note import Note
from shared.garden.seed import Seed, Sower
from shared.garden.store import Kept, Known, Store, stamp_of
from shared.garden.unusable import decoded
from shared.garden.writing.text import Text

File = tuple[str, Path]

FRESH = 100_000_000  # nanoseconds; what changed so shortly ago may change again unnoticed

encode = msgpack.Encoder().encode
seed_of = msgpack.Decoder(Seed).decode
text_of = msgpack.Decoder(Text).decode
crop_of = msgpack.Decoder(list[Kept]).decode


class Texts(Mapping[Note, Text]):
    """The text of every note, kept small until it is asked for."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.encoded: dict[Note, bytes | None] = {}  # None: the store has it

    def __getitem__(self, note: Note) -> Text:
        encoded = self.encoded[note]
        if encoded is None:
            return decoded(text_of, self.store.text(note.path))
        return text_of(encoded)

    def __iter__(self) -> Iterator[Note]:
        return iter(self.encoded)

    def __len__(self) -> int:
        return len(self.encoded)


def read_all(
    files: Sequence[File], sower: Sower, store: Store
) -> Iterator[tuple[str, Seed, bytes | None]]:
    """Yield what came of every file, in their order; a text is None where the store has it."""
    known = store.heads()
    unread = [(path, file) for path, file in files if not is_as_known(file, known.get(path))]
    store.forget(known.keys() - {path for path, _ in files})
    crops = crew.share(unread, partial(reap, sower=sower, known=known))
    fresh = {kept.path: kept for crop in crops for kept in crop_of(crop)}
    store.keep(fresh.values())
    for path, _ in files:
        kept = fresh.get(path)
        if kept and kept.head:
            yield path, seed_of(kept.head), kept.text
        else:
            yield path, decoded(seed_of, known[path].head), None


def is_as_known(file: Path, known: Known | None) -> bool:
    """Tell whether a file was neither changed nor replaced since it was read."""
    try:
        return known is not None and known.stamp == stamp_of(file.stat())
    except OSError:
        return False


def reap(files: Sequence[File], sower: Sower, known: Mapping[str, Known]) -> bytes:
    """Read files; of one that says what it said before only the new stamp comes back."""
    crop: list[Kept] = []
    for path, file in files:
        before = known.get(path)
        try:
            stamp, content = stamp_of(file.stat(), since=time_ns() - FRESH), file.read_bytes()
        except OSError as error:
            crop.append(Kept(path, "", b"", encode(sower.unreadable(path, error)), b""))
            continue
        digest = hashlib.sha256(content).digest()
        if before and before.digest == digest:
            crop.append(Kept(path, stamp, digest, b"", b""))
            continue
        seed, text = sower.sow(path, content)
        written = encode(text) if text else b""
        crop.append(Kept(path, stamp, digest, encode(seed), written, sower.terms))
    return encode(crop)
