"""One picture looked at, cleaned, and made small: WebP in a few widths, and a file for mail."""

import io
import warnings
from math import ceil
from pathlib import Path

from PIL import Image, ImageCms, ImageOps, UnidentifiedImageError

from shared.garden.patience import Patience
from shared.garden.pictures.drawing import NoDrawing, clean_drawing
from shared.garden.pictures.film import Film
from shared.garden.pictures.pixels import SRGB, Quality, resized
from shared.garden.pictures.rooms import put
from shared.garden.pictures.strip import strip_gif, strip_jpeg, strip_png, strip_webp

WIDTHS = (480, 960, 1600)  # pixels: a telephone, and a column on finer and finest screens
STILL_WIDTH = 1120  # pixels: twice the column of a letter
LARGEST = 50_000_000  # pixels; 200 MB of memory while it is worked on
LONGEST = 65_535  # pixels of a side; a line of pixels costs memory, too
LIGHT = 32 * 1024  # bytes; a file so small stays as it is
QUALITY = 80
TURNING = 0x0112  # the EXIF tag that says how a picture is turned, from 1 to 8
PATIENCE = 60  # seconds of the processor; the largest of all takes some five
ACROSS = 5  # from here on width and height change places
ENDINGS = {"JPEG": "jpg", "PNG": "png", "GIF": "gif", "WEBP": "webp"}  # browsers know more: AVIF
BEGINNINGS = {"JPEG": b"\xff\xd8", "PNG": b"\x89PNG\r\n\x1a\n", "GIF": b"GIF8", "WEBP": b"RIFF"}
FORMATS = (*ENDINGS, "AVIF", "BMP", "ICO")

Image.MAX_IMAGE_PIXELS = LARGEST // 2  # Pillow warns from here on, and refuses what has twice it


def develop(content: bytes, ending: str, mark: str, folder: Path, *, is_linked: bool) -> Film:
    """Look at a picture, and write the files that show it into `folder`.

    Nothing is raised, whatever is in the file: what is wrong stands on the film.
    """
    film = Film(mark, ending)
    try:
        with Patience(PATIENCE):
            develop_one(content, film, folder, is_linked=is_linked)
    except (NoDrawing, UnidentifiedImageError):
        film.trouble = "is no picture of a kind that is known"
    except Exception as error:  # a broken file may raise anything in its decoder
        film.trouble = f"cannot be read as a picture: {str(error) or type(error).__name__}"
        film.widths, film.still = [], ""
    return film


def develop_one(content: bytes, film: Film, folder: Path, *, is_linked: bool) -> None:
    """Look at a drawing, or at what is made of pixels."""
    if film.ending == "svg":
        drawn, film.width, film.height = clean_drawing(content)
        expose(film, drawn, folder)
        return
    with warnings.catch_warnings(action="ignore"):  # of Pillow's; the limits are ours
        develop_pixels(content, film, folder, is_linked=is_linked)


def expose(film: Film, whole: bytes, folder: Path) -> None:
    """Write a whole picture that tells nothing but itself."""
    put(folder / film.whole, whole)
    film.is_whole = True


def develop_pixels(content: bytes, film: Film, folder: Path, *, is_linked: bool) -> None:
    """Look at what is made of pixels, and decide in which sizes it is shown."""
    try:
        image = Image.open(io.BytesIO(content), formats=FORMATS)
    except Image.DecompressionBombError:
        leave_closed(content, film, folder, "has more than 50 million pixels")
        return
    if max(image.size) > LONGEST:
        leave_closed(content, film, folder, f"has a side of more than {LONGEST:,} pixels")
        return
    turning = image.getexif().get(TURNING, 1)
    turning = turning if turning in range(1, 9) else 1
    film.width, film.height = image.size[::-1] if turning >= ACROSS else image.size
    kind = image.format or ""
    film.ending = ENDINGS.get(kind, "webp")
    whole = stripped(content, kind, turning)
    is_moving = kind in ENDINGS and getattr(image, "is_animated", False)
    is_light = len(content) <= LIGHT and film.width <= WIDTHS[-1]
    stays = bool(whole) and (is_moving or (is_light and (turning == 1 or kind == "JPEG")))
    image = decoded(image, film)
    if not stays:
        can_stay = bool(whole) and turning == 1
        make_small(image, film, folder, below=len(content) if can_stay else None)
    if film.widths or kind == "WEBP":
        make_still(image, film, folder)
    if whole and (is_linked or not film.widths):
        expose(film, whole, folder)
    film.is_whole = bool(whole)


def leave_closed(content: bytes, film: Film, folder: Path, why: str) -> None:
    """Leave a picture of too many pixels to who follows a link, if it is what its name says."""
    film.trouble = f"{why}; it is only linked to. Save it with fewer to have it shown"
    kind = film.ending.upper().replace("JPG", "JPEG")
    whole = stripped(content, kind, 1) if content.startswith(BEGINNINGS.get(kind, b"-")) else b""
    if whole:
        expose(film, whole, folder)


def stripped(content: bytes, kind: str, turning: int) -> bytes:
    """Return a whole picture without what was written into it; nothing where that is not known."""
    match kind:
        case "JPEG":
            return strip_jpeg(content, turning)
        case "PNG":
            return strip_png(content)
        case "GIF":
            return strip_gif(content)
        case "WEBP":
            return strip_webp(content)
        case _:
            return b""


def decoded(image: Image.Image, film: Film) -> Image.Image:
    """Return a picture upright, in the colours of the web, and no larger than it must be."""
    scale = min(1.0, WIDTHS[-1] / film.width)
    image.draft(None, (ceil(image.width * scale), ceil(image.height * scale)))
    profile = image.info.get("icc_profile")
    has_alpha = "A" in image.getbands() or "transparency" in image.info
    image.load()
    image = ImageOps.exif_transpose(image)
    if profile:
        image = in_srgb(image, profile)
    image = image.convert("RGBA" if has_alpha else "RGB")
    if has_alpha and image.getchannel("A").getextrema() == (255, 255):
        image = image.convert("RGB")
    image.info.clear()  # else it would be written into every file
    return image


def in_srgb(image: Image.Image, profile: bytes) -> Image.Image:
    """Return a picture in the colours of the web; a profile that makes no sense is ignored."""
    try:
        own = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        alpha = image.getchannel("A") if "A" in image.getbands() else None
        seen = image.convert("RGB") if image.mode in ("P", "RGBA", "LA", "PA") else image
        turned = ImageCms.profileToProfile(seen, own, SRGB, outputMode="RGB")
    except (ImageCms.PyCMSError, OSError, ValueError):
        return image
    if turned is not None and alpha is not None:
        turned.putalpha(alpha)
    return turned or image


def make_small(image: Image.Image, film: Film, folder: Path, below: int | None) -> None:
    """Write WebP files, wide to narrow; none when the first has no fewer bytes than `below`."""
    narrower = [width for width in WIDTHS if width < film.width]
    for width in reversed([*narrower, film.width][: len(WIDTHS)]):
        image = scaled(image, width, film)
        encoded = io.BytesIO()
        image.save(encoded, "WEBP", quality=QUALITY, method=4)
        if below is not None and width == film.width and encoded.tell() >= below:
            return
        put(folder / f"{film.mark}-{width}.webp", encoded.getvalue())
        film.widths.insert(0, width)


def make_still(image: Image.Image, film: Film, folder: Path) -> None:
    """Write a picture as every mail program shows it."""
    film.still_width = min(film.width, STILL_WIDTH)
    film.still = "png" if image.mode == "RGBA" else "jpg"
    encoded = io.BytesIO()
    image = scaled(image, film.still_width, film)
    if film.still == "png":
        image.save(encoded, "PNG", optimize=True)
    else:
        image.save(encoded, "JPEG", quality=QUALITY, progressive=True, optimize=True)
    put(folder / film.still_name, encoded.getvalue())


def scaled(image: Image.Image, width: int, film: Film) -> Image.Image:
    """Return a picture of that width."""
    height = max(1, round(width * film.height / film.width))
    if image.size == (width, height):
        return image
    return resized(image, (width, height), Quality.LANCZOS)
