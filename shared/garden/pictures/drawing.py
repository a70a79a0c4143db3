"""Drawings in SVG: only what draws goes out, nothing that acts or fetches anything.

Pages show them as `<img>`, in which browsers run no script anyway; but each has an address of its
own, at which it is a document like any other.
"""

import re
from xml.etree import ElementTree as Xml

from shared.garden.pictures.attributes import DRAWING
from shared.garden.pictures.inlaid import clean_inlaid

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
XML = "http://www.w3.org/XML/1998/namespace"
STYLE = f"{{{SVG}}}style"
KEPT = {f"{{{XML}}}space", f"{{{XML}}}lang"}
ACTING = {"script", "foreignObject", "iframe", "audio", "video", "set", "animate", "handler"}
UNSEEN = {"metadata", "title", "desc"}  # of a picture in a page
SHOWN = {
    "a", "circle", "ellipse", "g", "image", "line", "path", "polygon", "polyline", "rect", "svg",
    "switch", "text", "textPath", "title", "desc", "metadata", "tspan", "use",
}  # fmt: skip
HIDDEN = re.compile(r"(?:^|;)\s*display\s*:\s*none\b", re.IGNORECASE)
INLINE = r"data:(?:image/(?:png|jpeg|gif|webp)|font/|application/(?:x-)?font)"
REFERENCE = re.compile(rf"#|{INLINE}", re.IGNORECASE)
# Styles that fetch something, or may do so: a backslash hides any word from such a search.
FETCHES = re.compile(
    rf"""url\(\s*+(?!["']?\s*(?:\#|{INLINE}))|@import|image-set|src\(|image\(|\\""", re.IGNORECASE
)
LENGTH = re.compile(r"\s*([0-9]{1,5}(?:\.[0-9]+)?)(?:px)?\s*")

Xml.register_namespace("", SVG)
Xml.register_namespace("xlink", XLINK)


class NoDrawing(ValueError):
    """It is no SVG, or one that declares entities."""


def clean_drawing(content: bytes) -> tuple[bytes, int, int]:
    """Return what draws of an SVG, and its width and height in pixels where it says them.

    Raises:
        NoDrawing: when it cannot be read.

    """
    if b"<!ENTITY" in content or b"\0" in content:
        raise NoDrawing
    try:
        root = Xml.fromstring(content)  # noqa: S314 - without entities nothing can grow or be read
    except (Xml.ParseError, ValueError, LookupError):
        raise NoDrawing from None
    if root.tag != f"{{{SVG}}}svg":
        raise NoDrawing
    waiting, lends = [root], lending(root)
    while waiting:
        element = waiting.pop()
        clean_attributes(element)
        if element.tag == STYLE:
            clean_style(element)
        element[:] = [each for each in element if draws(each, lends)]
        waiting += element
    width, height = length(root.get("width")), length(root.get("height"))
    is_sized = bool(width and height)
    return Xml.tostring(root), width if is_sized else 0, height if is_sized else 0


def lending(root: Xml.Element) -> set[Xml.Element]:
    """Return what has something in it that others may paint with, though it is not seen itself."""
    above = {child: parent for parent in root.iter() for child in parent}
    lends: set[Xml.Element] = set()
    for element in root.iter():
        each: Xml.Element | None = element
        if name_of(element) in SHOWN:
            continue
        while each is not None and each not in lends:
            lends.add(each)
            each = above.get(each)
    return lends


def draws(element: Xml.Element, lends: set[Xml.Element]) -> bool:
    """Tell whether an element is one of SVG's own that can do no more than draw, and is seen."""
    name = name_of(element)
    if element.tag != f"{{{SVG}}}{name}" or name in ACTING or name in UNSEEN:
        return False
    said = f"display:{element.get('display', '')};{element.get('style', '')}"
    return element in lends or not HIDDEN.search(said)


def name_of(element: Xml.Element) -> str:
    """Return the name of an element without its space."""
    return element.tag.rpartition("}")[2]


def clean_style(element: Xml.Element) -> None:
    """Leave of a style its words alone, and none of them where they fetch something.

    An element among them would part a word for us, and for no browser.
    """
    said = "".join(element.itertext())
    element[:] = []
    element.text = None if FETCHES.search(said) else clean_inlaid(said)


def clean_attributes(element: Xml.Element) -> None:
    """Take out attributes that act, lead elsewhere, or belong to some program."""
    for name, said in list(element.attrib.items()):
        space, _, local = name.rpartition("}")
        if local == "href":
            is_kept = space in ("", f"{{{XLINK}") and REFERENCE.match(said.strip())
        else:
            is_kept = name in DRAWING or name in KEPT
        if not is_kept or FETCHES.search(said):
            del element.attrib[name]
        else:
            element.attrib[name] = clean_inlaid(said)


def length(written: str | None) -> int:
    """Return a length in pixels; 0 for every other unit."""
    found = LENGTH.fullmatch(written or "")
    return round(float(found[1])) if found else 0
