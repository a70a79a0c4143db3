"""Take out of a picture what its camera and its programs wrote into it: the place, the owner.

Every byte of the picture itself stays as it is, and so do its colour profile and its turning.
"""

import re
import struct
from collections.abc import Iterator

SCAN, END = 0xDA, 0xD9
MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")  # what ends the data of a scan
MOST_SCANS = 100  # of a JPEG; cameras make ten. A tiny one makes every reader paint it all anew


class Unstrippable(ValueError):
    """It ends too early, or is not what it says."""

    def __str__(self) -> str:
        return "it ends too early, or is not what it says"


class Overpainted(Unstrippable):
    """It is painted again and again."""

    def __str__(self) -> str:
        return f"it has more than {MOST_SCANS} scans"


def strip_jpeg(content: bytes, turning: int) -> bytes:
    """Return a JPEG with only those segments that decide how it looks (ITU T.81, annex B).

    `turning` is its EXIF orientation, 1 to 8. Whatever follows the picture, such as a film, goes.
    """
    kept = [content[:2], exif_of(turning)] if turning > 1 else [content[:2]]
    at, scans = 2, 0
    while True:
        marker, end = jpeg_segment(content, at)
        scans += marker == SCAN
        if scans > MOST_SCANS:
            raise Overpainted
        kept.append(needed(marker, content[at:end]))
        if marker == END:
            return b"".join(kept)
        at = end


def jpeg_segment(content: bytes, at: int) -> tuple[int, int]:
    """Return the marker of a segment and where it ends; a scan ends with its last byte."""
    while content[at : at + 2] == b"\xff\xff":
        at += 1
    if content[at : at + 1] != b"\xff" or len(content) < at + 2:
        raise Unstrippable
    marker = content[at + 1]
    if marker == END:
        return marker, at + 2
    size = int.from_bytes(content[at + 2 : at + 4], "big")
    end = at + 2 + size
    if size < 2 or end > len(content):
        raise Unstrippable
    if marker == SCAN:
        found = MARKER.search(content, end)
        if not found:
            raise Unstrippable
        end = found.start()
    return marker, end


def needed(marker: int, segment: bytes) -> bytes:
    """Return what of a segment decides how a JPEG looks.

    That is all of tables and of the colour profile. JFIF may have a thumbnail, of the picture
    before it was cropped, and behind Adobe's transform may stand anything.
    """
    said = segment.lstrip(b"\xff")[3:]
    if marker == 0xE0 and said.startswith(b"JFIF\0") and len(said) >= 12:
        return b"\xff\xe0\0\x10" + said[:12] + b"\0\0"
    if marker == 0xEE and said.startswith(b"Adobe") and len(said) >= 12:
        return b"\xff\xee\0\x0e" + said[:12]
    is_profile = marker == 0xE2 and said.startswith(b"ICC_PROFILE")
    is_table = marker != 0xFE and not 0xE0 <= marker <= 0xEF
    return segment if is_profile or is_table else b""


def exif_of(turning: int) -> bytes:
    """Return an EXIF segment that says nothing but how a picture is turned."""
    entry = struct.pack("<HHIHH", 0x0112, 3, 1, turning, 0)
    said = b"Exif\0\0II*\0\x08\0\0\0\x01\0" + entry + b"\0\0\0\0"
    return b"\xff\xe1" + (len(said) + 2).to_bytes(2, "big") + said


PNG_KEPT = {
    b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"cHRM", b"gAMA", b"iCCP", b"sBIT", b"sRGB",
    b"cICP", b"bKGD", b"pHYs", b"acTL", b"fcTL", b"fdAT",
}  # fmt: skip


def strip_png(content: bytes) -> bytes:
    """Return a PNG with only those chunks that decide how it looks (PNG, third edition)."""
    kept = [content[:8]]
    at = 8
    while True:
        size, kind = int.from_bytes(content[at : at + 4], "big"), content[at + 4 : at + 8]
        end = at + 12 + size
        if len(content) < end:
            raise Unstrippable
        if kind in PNG_KEPT:
            kept.append(content[at:end])
        at = end
        if kind == b"IEND":
            return b"".join(kept)


WEBP_KEPT = {b"VP8 ", b"VP8L", b"ALPH", b"ANIM", b"ANMF", b"ICCP"}


def strip_webp(content: bytes) -> bytes:
    """Return a WebP with only those chunks that decide how it looks (RFC 9649)."""
    kept: list[bytes] = []
    for kind, chunk in riff_chunks(content):
        if kind == b"VP8X":
            flags = chunk[8] & ~0b1100  # that there were EXIF and XMP
            kept.append(chunk[:8] + bytes([flags]) + chunk[9:])
        elif kind in WEBP_KEPT:
            kept.append(chunk)
    body = b"WEBP" + b"".join(kept)
    return b"RIFF" + len(body).to_bytes(4, "little") + body


def riff_chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the chunks of a RIFF file by their kinds."""
    at, end = 12, 8 + int.from_bytes(content[4:8], "little")
    if end > len(content):
        raise Unstrippable
    while at + 8 <= end:
        size = int.from_bytes(content[at + 4 : at + 8], "little")
        after = at + 8 + size + size % 2
        yield content[at : at + 4], content[at:after]
        at = after


def strip_gif(content: bytes) -> bytes:
    """Return a GIF without its comments and XMP (GIF89a; of the extensions only NETSCAPE stays)."""
    at = 13 + table_size(content, 10)
    kept = [content[:at]]
    while True:
        kind = content[at : at + 1]
        if kind == b";":
            return b"".join([*kept, b";"])
        if kind == b"!":
            end = end_of_blocks(content, at + 2)
            kept.append(extension(content[at:end]))
        elif kind == b",":
            end = end_of_blocks(content, at + 11 + table_size(content, at + 9))
            kept.append(content[at:end])
        else:
            raise Unstrippable
        at = end


def extension(block: bytes) -> bytes:
    """Return what of an extension decides how a GIF looks: how long a frame stays, how often."""
    if block[1] == 0xF9 and block[2] == 4:
        return block[:7] + b"\0"
    if block[1] == 0xFF and block[2:16] == b"\x0bNETSCAPE2.0\x03\x01":
        return block[:18] + b"\0"
    return b""


def table_size(content: bytes, at: int) -> int:
    """Return how many bytes of colours follow, by the flags that stand there."""
    if at >= len(content):
        raise Unstrippable
    flags = content[at]
    return 3 << ((flags & 7) + 1) if flags & 0x80 else 0


def end_of_blocks(content: bytes, at: int) -> int:
    """Return where a row of sub-blocks ends."""
    while at < len(content):
        size = content[at]
        at += size + 1
        if not size:
            return at
    raise Unstrippable
