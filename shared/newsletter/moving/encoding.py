"""Find out in which characters a file is written."""

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_LE, getincrementaldecoder
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO

CHUNK = 1 << 16

UNDECODED = re.compile("[\udc80-\udcff]")

WINDOWS = (
    "It is not written in UTF-8. It is read as Windows-1252: look whether names outside a-z are "
    "right, or save it as UTF-8."
)
MIXED = (
    "Some of it is not written in UTF-8. That is of no account beside an address; a line with such "
    "an address cannot be read."
)


@dataclass(frozen=True, slots=True)
class Encoding:
    """How to decode a file, and what to say about that."""

    name: str
    errors: str = "strict"
    warning: str | None = None


def detect(opened: Callable[[], IO[bytes]]) -> Encoding:
    """Return the encoding of a file, which is opened and read as often as that takes."""
    with opened() as stream:
        first = stream.read(4)
    if first.startswith(BOM_UTF32_LE) and len(first) == 4:
        return Encoding("utf-32", "replace")
    if first.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return Encoding("utf-16", "replace")
    if not first.startswith(BOM_UTF8) and b"\0" in first:
        return Encoding("utf-16-le" if first[1:2] == b"\0" else "utf-16-be", "replace")
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
    if not broken:
        return Encoding("utf-8-sig")
    if whole:
        return Encoding("utf-8-sig", "surrogateescape", MIXED)
    return Encoding("cp1252", "replace", WINDOWS)
