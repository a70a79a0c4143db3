"""Pictures that are inlaid in a drawing as `data:` addresses: they lose what all others lose."""

import base64
import binascii
import io
import re
import struct
from urllib.parse import unquote_to_bytes

from PIL import Image, UnidentifiedImageError

from shared.garden.pictures.strip import (
    Unstrippable,
    strip_gif,
    strip_jpeg,
    strip_png,
    strip_webp,
)

# Also what is none, for want of a comma: else it would be looked for from each beginning anew.
ADDRESS = re.compile(
    r"data:(image/(?:png|jpeg|gif|webp))([^,\"')]*+)(?:,([^\"')]*+))?+", re.IGNORECASE
)
NOTHING = "data:,"
TURNING = 0x0112  # the EXIF tag that says how a picture is turned, from 1 to 8
STRIP = {"PNG": strip_png, "GIF": strip_gif, "WEBP": strip_webp}


def clean_inlaid(written: str) -> str:
    """Return a value or a style with its pictures cleaned; what is no picture shows nothing."""
    return ADDRESS.sub(cleaned, written) if "data:" in written.lower() else written


def cleaned(found: re.Match[str]) -> str:
    """Return the address of a picture that says nothing but itself."""
    kind, options, said = found.groups("")
    try:
        content = unquote_to_bytes(said)
        if "base64" in options.lower():
            content = base64.b64decode(content)
        clean = without_notes(content)
    except (binascii.Error, ValueError, OSError, IndexError, struct.error, UnidentifiedImageError):
        return NOTHING
    return f"data:{kind.lower()};base64,{base64.b64encode(clean).decode()}"


def without_notes(content: bytes) -> bytes:
    """Return a picture without what was written into it.

    Raises:
        Unstrippable: it is of another kind, or broken.

    """
    with Image.open(io.BytesIO(content), formats=(*STRIP, "JPEG")) as image:
        kind, turning = image.format or "", image.getexif().get(TURNING, 1)
    if kind == "JPEG":
        return strip_jpeg(content, turning if turning in range(1, 9) else 1)
    if kind not in STRIP:
        raise Unstrippable
    return STRIP[kind](content)
