"""Where a file was made and by whom: out of every picture, and a warning where it stays in."""

import base64
import io
import re
import struct
import zipfile
from pathlib import Path

import pytest
from PIL import Image, PngImagePlugin

from shared.garden.check.check import check
from shared.garden.check.told import told_by
from tests.support.photographs import CAMERA, encoded, exif, opened, photograph, place_of, plain

SVG = "http://www.w3.org/2000/svg"
PLACE, PERSON = "where it was made", "who made it"
SECRET = "SENTINEL-OWNER"
XMP = (
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description {}>{}</rdf:Description>'
    "</rdf:RDF></x:xmpmeta>"
)
WHERE = XMP.format('exif:GPSLatitude="25,2.62N"', "")
WHO = XMP.format("", f"<dc:creator><rdf:Seq><rdf:li>{SECRET}</rdf:li></rdf:Seq></dc:creator>")
NOBODY = XMP.format('exif:GPSLatitude=""', "<dc:creator><rdf:Seq><rdf:li/></rdf:Seq></dc:creator>")


def owned() -> Image.Exif:
    """Return EXIF of a place and a person."""
    said = exif()
    said[0x013B], said[0x8298] = SECRET, f"(c) {SECRET}"
    return said


def box(kind: bytes, *content: bytes) -> bytes:
    """Return a box as films are made of."""
    body = b"".join(content)
    return struct.pack(">I", 8 + len(body)) + kind + body


def picture(kind: str) -> bytes:
    """Return a picture with all that a format has room for."""
    image = Image.effect_noise((60, 40), 60).convert("RGB")
    more: dict[str, object] = {"exif": owned()}
    if kind == "PNG":
        texts = PngImagePlugin.PngInfo()
        texts.add_text("Author", SECRET)
        texts.add_itxt("XML:com.adobe.xmp", WHO, zip=False)
        more["pnginfo"] = texts
    elif kind in ("JPEG", "WEBP", "AVIF"):
        more["xmp"] = WHO.encode()
    if kind == "JPEG":
        more["comment"] = SECRET
    if kind == "GIF":
        image, more = image.convert("P"), {"comment": SECRET.encode()}
    made = encoded(image, kind, **more)
    if kind == "JPEG":  # what a news agency writes: IPTC, in a segment of Photoshop's
        iptc = b"Photoshop 3.0\x008BIM\x04\x04\0\0" + struct.pack(">I", 5 + len(SECRET))
        iptc += b"\x1c\x02\x50" + struct.pack(">H", len(SECRET)) + SECRET.encode()
        made = made[:2] + b"\xff\xed" + struct.pack(">H", 2 + len(iptc)) + iptc + made[2:]
    assert SECRET.encode() in made
    return made


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "AVIF", "GIF"])
def test_no_picture_keeps_a_place_or_a_person(grow, kind):
    built = grow({"a.md": f"![[p.{kind}]] [[p.{kind}]]", f"p.{kind}": picture(kind)})

    assert built.warnings == []
    assert list(built.out.glob("assets/p-*"))
    assert built.mentions(SECRET) == built.mentions(CAMERA) == []
    for file in built.out.glob("assets/p-*"):
        assert told_by(file) == set()
        assert not place_of(file.read_bytes())


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_picture_in_a_drawing_tells_no_more_than_one_beside_it(grow, kind):
    photo = photograph(60, 40, kind, turning=6)
    inlaid = f"data:image/{kind.lower()};base64,{base64.encodebytes(photo).decode()}"
    drawing = (
        f'<svg xmlns="{SVG}" xmlns:x="http://www.w3.org/1999/xlink"><style>g {{ fill: url("'
        f'{inlaid}") }}</style><image x:href="{inlaid}"/><image href="{inlaid}"/></svg>'
    )
    built = grow({"a.md": "![[d.svg]]", "d.svg": drawing})
    [file] = built.out.glob("assets/d-*.svg")
    shown = re.findall(r"data:image/\w+;base64,([\w+/=]+)", file.read_text())

    assert len(shown) == 3
    for each in map(base64.b64decode, shown):
        assert CAMERA.encode() not in each
        assert not place_of(each)
        assert opened(each).tobytes() == opened(photo).tobytes()


def tiff() -> bytes:
    return owned().tobytes().removeprefix(b"Exif\0\0")


def heic() -> bytes:
    """Return the boxes of a telephone's picture: its EXIF lies among what is drawn."""
    block = owned().tobytes()
    return box(b"ftyp", b"heic\0\0\0\0mif1heic") + box(b"meta", b"\0" * 40) + box(b"mdat", block)


def film(said: bytes) -> bytes:
    frames = box(b"mdat", b"\0" * 99 + b"+11.1111+111.1111/")  # which is no place
    return box(b"ftyp", b"qt  ") + frames + box(b"moov", box(b"mvhd"), box(b"udta", said))


def paper(said: bytes) -> bytes:
    return b"%PDF-1.7\n1 0 obj\n<< /Producer (x) " + said + b" >>\nendobj\n"


def document(name: str, said: str) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr(name, said)
    return content.getvalue()


TELLING = {
    "a.tif": (tiff(), {PLACE, PERSON}),
    "a.dng": (tiff(), {PLACE, PERSON}),
    "a.heic": (heic(), {PLACE, PERSON}),
    "a.jfif": (picture("JPEG"), {PLACE, PERSON}),  # a picture by another name
    "a.mov": (film(b"\xa9xyz\0\x12\x15\xc7+25.0436+121.5652/"), {PLACE}),
    "a.mp4": (film(WHERE.encode()), {PLACE}),
    "a.m4a": (film(b"\xa9aut" + SECRET.encode()), {PERSON}),
    "a.pdf": (paper(b"/Author (Ada)"), {PERSON}),
    "b.pdf": (paper(b"/Author <FEFF0041>"), {PERSON}),
    "c.pdf": (paper(WHO.encode()), {PERSON}),
    "d.pdf": (paper(photograph(8, 8)), {PLACE}),
    "a.docx": (document("docProps/core.xml", "<dc:creator>Ada</dc:creator>"), {PERSON}),
    "a.odt": (document("meta.xml", "<meta:initial-creator>Ada<"), {PERSON}),
}
SILENT = {
    "a.tif": encoded(Image.new("RGB", (4, 3)), "TIFF"),
    "a.heic": heic().replace(b"Exif\0\0", b"Exif!!"),
    "a.mov": film(b""),
    "a.pdf": paper(b"/Author () /Title (+25.0436+121.5652/)"),
    "b.pdf": paper(NOBODY.encode()),
    "a.docx": document("docProps/core.xml", "<dc:creator></dc:creator>"),
    "a.zip": document("names.txt", "<dc:creator>Ada</dc:creator>"),
    "b.zip": b"PK\3\4 and no archive",
    "a.bin": b"",
    "b.bin": b"II*\0" + b"\xff" * 60,
    "c.bin": b"Exif\0\0MM\0*" + b"\xff" * 9,
    "a.txt": b"Where it was made: +25.0436+121.5652/",
    "a.png": plain(),
}


@pytest.mark.parametrize("name", TELLING)
def test_what_a_file_tells_is_found(tmp_path: Path, name: str):
    (tmp_path / name).write_bytes(TELLING[name][0])

    assert told_by(tmp_path / name) == TELLING[name][1]


@pytest.mark.parametrize("name", SILENT)
def test_nothing_is_found_in_a_file_that_tells_nothing(tmp_path: Path, name: str):
    (tmp_path / name).write_bytes(SILENT[name])

    assert told_by(tmp_path / name) == set()


def test_a_check_warns_of_what_is_published_as_it_is_and_repeats_none_of_it(tmp_path: Path):
    (tmp_path / "notes").mkdir()
    (tmp_path / "garden.toml").write_text('publish = "all"\n', "utf-8")
    (tmp_path / "notes" / "index.md").write_text("[[a.heic]] [x](a.pdf) ![[a.jpg|x]]", "utf-8")
    for name in ("a.heic", "a.pdf", "a.mov"):  # the last is in no note
        (tmp_path / "notes" / name).write_bytes(TELLING[name][0])
    (tmp_path / "notes" / "a.jpg").write_bytes(picture("JPEG"))
    checked = check(tmp_path, site_url="https://g.example", functions_url="https://g.example")

    assert [(one.path, one.message) for one in checked.findings if one.code == "metadata"] == [
        ("a.heic", f"tells {PLACE} and {PERSON}, and is published as it is"),
        ("a.pdf", f"tells {PERSON}, and is published as it is"),
    ]
    assert {one.severity for one in checked.findings if one.code == "metadata"} == {"warning"}
