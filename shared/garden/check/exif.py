"""What EXIF tells of where a picture was made, and by whom (TIFF 6.0; CIPA DC-008, 4.6)."""

import struct
from typing import NamedTuple

PLACE, PERSON = "where it was made", "who made it"
OF_PLACE, OF_CAMERA = 0x8825, 0x8769  # directories of their own
LATITUDE = 2
PEOPLE = (0x013B, 0x8298, 0x9C9D)  # the artist, the copyright, the author as Windows writes it
OWNER = 0xA430
WIDTHS = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 10: 8, 12: 8, 129: 1}  # bytes of a value by its type
MOST = 512  # entries of a directory


class Entry(NamedTuple):
    """An entry of a directory: where its value is, and what stands there."""

    at: int
    value: bytes


def told_by_exif(tiff: bytes) -> set[str]:
    """Return what a block tells; of one that makes no sense, nothing."""
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None or len(tiff) < 8:
        return set()
    whole = directory(tiff, order, number(tiff, order, 4))
    place, camera = (
        directory(tiff, order, whole[tag].at) if tag in whole else {}
        for tag in (OF_PLACE, OF_CAMERA)
    )
    people = [whole.get(tag) for tag in PEOPLE] + [camera.get(OWNER)]
    told = {PLACE} if says(place.get(LATITUDE)) else set[str]()
    return told | ({PERSON} if any(map(says, people)) else set())


def says(entry: Entry | None) -> bool:
    """Tell whether there is anything but blanks and zeros."""
    return entry is not None and bool(entry.value.strip(b"\0 "))


def directory(tiff: bytes, order: str, at: int) -> dict[int, Entry]:
    """Return the entries of a directory by their tags."""
    count = int.from_bytes(tiff[at : at + 2], "little" if order == "<" else "big")
    entries: dict[int, Entry] = {}
    for place in range(at + 2, at + 2 + 12 * min(count, MOST), 12):
        if len(tiff) < place + 12:
            break
        tag, kind, many = struct.unpack(f"{order}HHI", tiff[place : place + 8])
        size = WIDTHS.get(kind, 1) * many
        where = number(tiff, order, place + 8)
        begin = place + 8 if size <= 4 else where
        entries[tag] = Entry(where, tiff[begin : begin + min(size, 1024)])
    return entries


def number(tiff: bytes, order: str, at: int) -> int:
    """Read four bytes as a number."""
    return int.from_bytes(tiff[at : at + 4], "little" if order == "<" else "big")
