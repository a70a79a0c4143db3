"""The mark of a mail: by it we know which one has come back, and nobody else learns anything.

It stands in the Message-ID and, where bounces have an address of their own, in the envelope sender
(VERP). What it names is sealed under a key: a mark that no key of ours has made is none, and two
marks do not show that they are neighbours. Mail servers may change the case of letters, so it is
written in those of base32.
"""

import base64
import hmac
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from shared.newsletter.keys import derived

SEAL_BYTES = 12
NUMBER_BYTES = 8

MARK = re.compile(r"(?<![a-z2-7])[a-z2-7]{32}(?![a-z2-7])")
MOST_CANDIDATES = 200


@dataclass(frozen=True, slots=True)
class Mark:
    """Which mail it was: a delivery, or another one to a subscriber, as a confirmation is."""

    of: Literal["delivery", "subscriber"]
    id: int


def write_mark(key: str, mark: Mark) -> str:
    """Return the 32 letters and digits that name a mail, the same each time."""
    number = (mark.id * 2 + (mark.of == "subscriber")).to_bytes(NUMBER_BYTES)
    seal = derived(key, b"mail mark", number)[:SEAL_BYTES]
    return base64.b32encode(seal + veiled(key, seal, number)).decode().lower()


def read_mark(keys: Sequence[str], places: Iterable[str]) -> Mark | None:
    """Return the first mark in these texts that a key of ours has made."""
    candidates = (found for place in places for found in MARK.findall(place.lower()))
    for text in islice(candidates, MOST_CANDIDATES):
        for key in keys:
            if mark := opened(key, base64.b32decode(text.upper())):
                return mark
    return None


def opened(key: str, packed: bytes) -> Mark | None:
    """Return what a mark names, None if another key made it."""
    seal, veil = packed[:SEAL_BYTES], packed[SEAL_BYTES:]
    number = veiled(key, seal, veil)
    if not hmac.compare_digest(seal, derived(key, b"mail mark", number)[:SEAL_BYTES]):
        return None
    both = int.from_bytes(number)
    return Mark("subscriber" if both % 2 else "delivery", both // 2)


def veiled(key: str, seal: bytes, number: bytes) -> bytes:
    """Return the number hidden, or the hidden number shown: doing it twice undoes it."""
    veil = derived(key, b"mail mark veil", seal)[:NUMBER_BYTES]
    return bytes(one ^ other for one, other in zip(number, veil, strict=True))
