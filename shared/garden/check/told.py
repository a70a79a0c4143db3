"""What files that are published as they are tell of where they were made, and by whom.

The pictures that a build makes lose all that. Of other kinds only what is simple and certain is
looked for: EXIF, XMP, and the fields in which films and documents keep a place or a person.
"""

import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from shared.garden.check.exif import PERSON, PLACE, told_by_exif
from shared.garden.check.finding import Finding
from shared.garden.note import Attachment, Note
from shared.garden.pages.files import PICTURES

MOST = 64 * 1024 * 1024  # bytes of a file that are looked at
BLOCKS = 100  # of EXIF in a file: a document may show many photographs
EXIF = re.compile(rb"(?:Exif\0\0|eXIf)(?=II\*\0|MM\0\*)")
XMP = re.compile(rb"<x:xmpmeta\b(?:(?!<x:xmpmeta\b).){1,200000}?</x:xmpmeta>", re.DOTALL)
TIFF = (b"II*\0", b"MM\0*")  # raw pictures of many cameras begin so, too
# What follows a name with something in it: an attribute, an element, or a list in one.
FILLED = (
    rb"(?:=[\"']\s*[^\"'\s]"
    rb"|[^<>]{0,999}>\s*(?:<rdf:(?:Seq|Bag|Alt)>\s*<rdf:li[^<>]*>\s*)?[^<\s])"
)

Signs = Mapping[str, re.Pattern[bytes]]
IN_XMP: Signs = {
    PLACE: re.compile(rb"exif:GPSLatitude" + FILLED),
    PERSON: re.compile(rb"(?:dc:creator|tiff:Artist|xmpRights:Owner|aux:OwnerName)" + FILLED),
}
# ISO 6709, as telephones write it: +25.0330+121.5654/
IN_FILMS: Signs = {
    PLACE: re.compile(rb"[+-]\d{2}\.\d{2,8}[+-]\d{3}\.\d{2,8}"),
    PERSON: re.compile(rb"com\.apple\.quicktime\.author|\xa9aut"),
}
IN_PDF: Signs = {PERSON: re.compile(rb"/Author\s*(?:\(\s*[^)\s]|<\s*[0-9A-Fa-f]{2})")}
IN_OFFICE: Signs = {
    PERSON: re.compile(rb"<(?:dc:creator|cp:lastModifiedBy|meta:initial-creator)>\s*[^<\s]")
}
BOXES = (b"ftyp", b"moov", b"wide", b"mdat")  # with which a film begins
OFFICE = ("docProps/core.xml", "meta.xml")  # of Word and its like, and of OpenDocument


def telling(attachments: Sequence[Attachment], notes: Sequence[Note]) -> Iterator[Finding]:
    """Yield the files that notes show as they are, and that tell more than what they show.

    What it is stays unsaid: anybody may read the log of a check.
    """
    shown = {id(target) for note in notes for target in note.targets}
    for each in attachments:
        is_cleaned = each.path.rpartition(".")[2].lower() in PICTURES
        if is_cleaned or id(each) not in shown or not each.href:
            continue
        if told := sorted(told_by(each.file)):
            said = f"tells {' and '.join(told)}, and is published as it is"
            yield Finding(each.path, 1, 1, "metadata", said)


def told_by(file: Path) -> set[str]:
    """Return what a file tells; nothing of one that cannot be read."""
    try:
        with file.open("rb") as opened:
            begins = opened.read(12)
        if begins.startswith(b"PK"):
            return found(of_office(file), IN_OFFICE)
        film = of_film(file) if begins[4:8] in BOXES else b""
        content = film or beginning(file)
    except (OSError, zipfile.BadZipFile):
        return set()
    told = told_by_exif(content) if content.startswith(TIFF) else set[str]()
    for block in [each.end() for each in EXIF.finditer(content)][:BLOCKS]:
        told |= told_by_exif(content[block : block + 65536])
    for packet in XMP.findall(content):
        told |= found(packet, IN_XMP)
    if film:
        told |= found(film, IN_FILMS)
    return told | (found(content, IN_PDF) if content.startswith(b"%PDF") else set())


def found(content: bytes, signs: Signs) -> set[str]:
    """Return what is told by signs of it."""
    return {told for told, sign in signs.items() if sign.search(content)}


def beginning(file: Path) -> bytes:
    """Return a file, as much as is looked at."""
    with file.open("rb") as opened:
        return opened.read(MOST)


def of_film(file: Path) -> bytes:
    """Return what is said of a film, without the film itself; nothing of what is none.

    A film has a box `moov` (ISO/IEC 14496-12, 4.2); a still picture in such boxes has not.
    """
    boxes: list[bytes] = []
    with file.open("rb") as opened:
        while len(head := opened.read(16)) >= 8:
            size, kind, long = int.from_bytes(head[:4], "big"), head[4:8], head[8:16]
            size = int.from_bytes(long, "big") if size == 1 else size
            begin = opened.tell() - len(head)
            if kind in (b"moov", b"meta", b"uuid"):
                opened.seek(begin)
                boxes.append(opened.read(min(size or MOST, MOST)))
            if size < 8:  # 0: up to the end
                break
            opened.seek(begin + size)
    return b"".join(boxes) if any(box[4:8] == b"moov" for box in boxes) else b""


def of_office(file: Path) -> bytes:
    """Return what an office program wrote of a document, nothing of any other archive."""
    with zipfile.ZipFile(file) as archive:
        there = [name for name in OFFICE if name in archive.namelist()]
        parts = [archive.open(name) for name in there]
        return b"".join(part.read(65536) for part in parts)
