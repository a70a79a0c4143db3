"""Pictures as cameras and programs make them, for tests of what becomes of them."""

import io

from PIL import Image

CAMERA = "SENTINEL-CAMERA"
LATITUDE = (25.0, 2.0, 37.25)


def photograph(
    width: int, height: int, kind: str = "JPEG", *, mode: str = "RGB", turning: int = 1
) -> bytes:
    """A picture full of detail, with the place and the camera written into it."""
    noise = Image.effect_noise((width // 2, height // 2), 60)
    image = noise.resize((width, height)).convert(mode)
    quality = {"PNG": {}, "AVIF": {"quality": 95, "speed": 10}}.get(kind, {"quality": 95})
    return encoded(image, kind, exif=exif(turning), **quality)


def exif(turning: int = 1) -> Image.Exif:
    said = Image.Exif()
    said[0x0112] = turning
    said[0x010F] = CAMERA
    place = said.get_ifd(0x8825)
    place[1], place[2] = "N", LATITUDE
    place[3], place[4] = "E", (121.0, 33.0, 54.5)
    return said


def plain(width: int = 4, height: int = 3, kind: str = "PNG", colour: str = "#2b5f45") -> bytes:
    """A small picture that tells nothing."""
    return encoded(Image.new("RGB", (width, height), colour), kind)


def encoded(image: Image.Image, kind: str, **more) -> bytes:
    content = io.BytesIO()
    image.save(content, kind, **more)
    return content.getvalue()


def opened(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content))


def place_of(content: bytes) -> dict[int, object]:
    """Where a picture says that it was taken."""
    return opened(content).getexif().get_ifd(0x8825)
