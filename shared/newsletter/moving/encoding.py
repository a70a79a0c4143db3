"""Find out in which characters a file is written, and what of it cannot be read in these."""

import re
from codecs import (
    BOM_UTF8,
    BOM_UTF16_BE,
    BOM_UTF16_LE,
    BOM_UTF32_BE,
    BOM_UTF32_LE,
    getincrementaldecoder,
)
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import IO

CHUNK = 1 << 16
NAMED = 20  # lines that a sentence names

# A byte that stands for nothing in an encoding is kept as half a character, and what another
# program could not read is this sign.
UNDECODED = re.compile("[\udc80-\udcff]")
LOST = "\ufffd"

WINDOWS = (
    "It is not written in UTF-8, and is read as Windows-1252, as Excel saves it on Windows. "
    "Look whether the letters outside a-z in these addresses are right: {lines}. If they are not, "
    "save the file as UTF-8, and import that."
)
HARMLESS = (
    "It is not written in UTF-8, and is read as Windows-1252. No address in it has a letter "
    "outside a-z, so it does not matter."
)
MIXED = (
    "Not all of it is written in UTF-8, as which it is read: lines {lines} are not. That is of no "
    "account beside an address; a line with such an address cannot be read."
)


@dataclass(frozen=True, slots=True)
class Encoding:
    """How to decode a file, and how that is called."""

    name: str
    title: str
    errors: str = "surrogateescape"

    def doubts(self, cells: Sequence[str], address: str) -> bool:
        """Tell whether a line may have been meant otherwise than it was read."""
        if self.name == "cp1252":
            return not address.isascii()
        return any(UNDECODED.search(cell) for cell in cells)

    def damage(self, address: str) -> str | None:
        """Return why an address is not what was written, and what to do; None if it is."""
        if stray := UNDECODED.search(address):
            byte = f"0x{ord(stray[0]) - 0xDC00:02X}"
            return (
                f"Its address has the byte {byte}, which is nothing in {self.title}, as which the "
                "file is read. Save it as UTF-8 where it comes from, and import that."
            )
        if LOST in address:
            return (
                f"Its address has a letter that was lost before, or that {self.title} does not "
                "have. Export it again, as UTF-8."
            )
        return None

    def warning(self, doubtful: Sequence[str]) -> str | None:
        """Return what to say of a whole file, by its lines that may have been meant otherwise."""
        if self.name == "cp1252":
            return WINDOWS.format(lines=named(doubtful)) if doubtful else HARMLESS
        return MIXED.format(lines=named(doubtful)) if doubtful else None


def detect(opened: Callable[[], IO[bytes]]) -> Encoding:
    """Return the encoding of a file, which is opened and read as often as that takes."""
    with opened() as stream:
        first = stream.read(4)
    if first in (BOM_UTF32_LE, BOM_UTF32_BE):
        return Encoding("utf-32", "UTF-32", "replace")
    if first.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return Encoding("utf-16", "UTF-16", "replace")
    if not first.startswith(BOM_UTF8) and b"\0" in first:
        order = "le" if first[1:2] == b"\0" else "be"
        return Encoding(f"utf-16-{order}", "UTF-16", "replace")
    return of_bytes(opened)


def of_bytes(opened: Callable[[], IO[bytes]]) -> Encoding:
    """Tell UTF-8 from Windows-1252 by whether any letter outside ASCII is a whole one in UTF-8."""
    decoder = getincrementaldecoder("utf-8-sig")("surrogateescape")
    whole = broken = False
    with opened() as stream:
        while chunk := stream.read(CHUNK):
            text = decoder.decode(chunk)
            if not text.isascii():
                strays = len(UNDECODED.findall(text))
                broken = broken or strays > 0
                whole = whole or sum(not one.isascii() for one in text) > strays
    broken = broken or bool(decoder.getstate()[0])
    if broken and not whole:
        return Encoding("cp1252", "Windows-1252")
    return Encoding("utf-8-sig", "UTF-8")


def named(lines: Sequence[str]) -> str:
    """Return the numbers of lines for a sentence: not too many."""
    rest = f" and {len(lines) - NAMED} more" if len(lines) > NAMED else ""
    return f"{', '.join(lines[:NAMED])}{rest}"
