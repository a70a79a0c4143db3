"""Calls of Pillow of whose arguments it does not say all types."""

from collections.abc import Sequence
from typing import cast

from PIL import Image, ImageCms

Quality = Image.Resampling
SRGB = cast(
    "ImageCms.ImageCmsProfile",
    ImageCms.createProfile("sRGB"),  # pyright: ignore[reportUnknownMemberType]
)


def resized(image: Image.Image, size: tuple[int, int], quality: Quality) -> Image.Image:
    """Return an image in another size, in pixels."""
    return image.resize(size, quality, reducing_gap=2.0)  # pyright: ignore[reportUnknownMemberType]


def mapped(image: Image.Image, table: Sequence[int]) -> Image.Image:
    """Return an image with each of its 256 values replaced by another."""
    return image.point(table)  # pyright: ignore[reportUnknownMemberType]


def dots(mask: object) -> bytes:
    """Return how dark each dot of a character is."""
    return bytes(cast("bytes", mask))
