"""What a camera or a program wrote into a picture is nobody's business: the place above all."""

import re
import struct
import zlib

import pytest
from PIL import Image, PngImagePlugin

from shared.garden.pictures.drawing import SVG, NoDrawing, clean_drawing
from shared.garden.pictures.strip import strip_gif, strip_jpeg, strip_png, strip_webp
from tests.support.photographs import CAMERA, encoded, exif, opened, photograph, place_of, plain

EVERYWHERE = "![[p.{0}]] ![[p.{0}|300]] [[p.{0}]] [whole](p.{0})"


@pytest.mark.parametrize(
    ("ending", "kind"), [("jpg", "JPEG"), ("png", "PNG"), ("webp", "WEBP"), ("avif", "AVIF")]
)
@pytest.mark.parametrize("side", [500, 40])
def test_where_a_picture_was_taken_is_told_nowhere(grow, ending, kind, side):
    picture = photograph(side, side, kind)
    assert place_of(picture)
    note = "---\nmaturity: evergreen\n---\n" + EVERYWHERE.format(ending)
    built = grow({"a.md": note, f"p.{ending}": picture})
    assert built.warnings == []
    assert built.mentions(CAMERA) == []
    pictures = [file for file in built.out.rglob("*") if file.name.startswith("p-")]
    assert pictures
    for file in pictures:
        assert not place_of(file.read_bytes()), file.name
        assert "xmp" not in opened(file.read_bytes()).info


def test_a_jpeg_keeps_its_picture_its_profile_and_its_turning(tmp_path):
    profile = b"any profile of colours" * 3000
    picture = encoded(
        Image.effect_noise((60, 40), 60).convert("RGB"),
        "JPEG",
        exif=exif(turning=6),
        icc_profile=profile,
        comment=CAMERA,
        progressive=True,
    )
    film = b"\x00\x00\x00\x18ftypmp42" + CAMERA.encode()  # as telephones hang one on
    clean = strip_jpeg(picture + film, 6)
    assert CAMERA.encode() not in clean
    assert opened(clean).tobytes() == opened(picture).tobytes()
    assert opened(clean).info["icc_profile"] == profile
    assert dict(opened(clean).getexif()) == {0x0112: 6}


def test_a_png_keeps_its_pixels_and_none_of_its_texts():
    said = PngImagePlugin.PngInfo()
    said.add_text("Author", CAMERA)
    said.add_itxt("XML:com.adobe.xmp", CAMERA, zip=True)
    image = Image.effect_noise((60, 40), 60)
    clean = strip_png(encoded(image, "PNG", pnginfo=said, exif=exif()) + CAMERA.encode())
    assert CAMERA.encode() not in clean
    assert opened(clean).text == {}
    assert opened(clean).tobytes() == image.tobytes()


def test_a_gif_keeps_moving_and_none_of_its_comments():
    frames = [Image.effect_noise((20, 10), 60) for _ in range(3)]
    moving = encoded(
        frames[0], "GIF", save_all=True, append_images=frames[1:], comment=CAMERA.encode(), loop=0
    )
    clean = strip_gif(moving)
    assert CAMERA.encode() in moving
    assert CAMERA.encode() not in clean
    assert opened(clean).n_frames == 3
    assert opened(clean).info["loop"] == 0


def test_a_webp_that_has_lost_its_exif_says_that_it_has_none():
    picture = encoded(plain_image(), "WEBP", exif=exif(), xmp=CAMERA.encode())
    clean = strip_webp(picture)
    assert CAMERA.encode() not in clean
    assert clean[20] & 0b1100 == 0
    assert int.from_bytes(clean[4:8], "little") == len(clean) - 8
    assert opened(clean).tobytes() == opened(picture).tobytes()


def test_a_webp_keeps_nothing_that_no_reader_sees():
    picture = encoded(plain_image(), "WEBP")
    chunk = b"C2PA" + (8).to_bytes(4, "little") + b"SENTINEL"
    grown = picture[:4] + (len(picture) + 8).to_bytes(4, "little") + picture[8:] + chunk
    assert opened(grown).tobytes() == opened(picture).tobytes()
    assert strip_webp(grown) == picture


def plain_image() -> Image.Image:
    return opened(plain(30, 20)).convert("RGB")


@pytest.mark.parametrize(
    ("strip", "kind"), [(strip_png, "PNG"), (strip_gif, "GIF"), (strip_webp, "WEBP")]
)
def test_a_picture_that_ends_too_early_is_never_published_in_part(strip, kind):
    picture = photograph(60, 40, kind)
    for length in range(len(picture) - 1):
        with pytest.raises(ValueError, match="ends too early"):
            strip(picture[:length])


def test_a_jpeg_that_ends_too_early_is_never_published_in_part():
    picture = photograph(60, 40)
    for length in range(len(picture) - 1):
        with pytest.raises(ValueError, match="ends too early"):
            strip_jpeg(picture[:length], 1)


DRAWING = """<?xml version="1.0"?>
<?xml-stylesheet href="https://x.example/SENTINEL.css"?>
<!-- SENTINEL -->
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
  xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" onload="SENTINEL()"
  inkscape:export-filename="/home/SENTINEL/plan.png" width="30px" height="20" viewBox="0 0 3 2">
  <metadata>SENTINEL</metadata><script>SENTINEL()</script>
  <style>@import "https://x.example/SENTINEL.css";</style>
  <style>path { fill: url(#kept) }</style>
  <foreignObject><p xmlns="http://www.w3.org/1999/xhtml">SENTINEL</p></foreignObject>
  <a href="javascript:SENTINEL()"><path d="M0 0h3" fill="url(#kept)" ONCLICK="SENTINEL"/></a>
  <path style="fill: u\\72l(https://x.example/SENTINEL)" d="M1 1h1"/>
  <set attributeName="href" to="javascript:SENTINEL()"/>
  <use xlink:href="#kept"/><use href="https://x.example/SENTINEL.svg#x"/>
  <image href="data:image/svg+xml,SENTINEL"/><image href="data:image/png;base64,AAAA"/>
  <linearGradient id="kept"/>
</svg>"""


def test_a_drawing_only_draws(grow):
    built = grow({"a.md": "![[d.svg]]", "d.svg": DRAWING})
    assert built.mentions("SENTINEL") == []
    assert 'alt="d" width="30" height="20"' in built.body("a")
    [file] = built.out.glob("assets/d-*.svg")
    drawn = file.read_text()
    assert drawn.count("<path") == 2
    assert drawn.count("url(#kept)") == 2
    assert drawn.count('href="#kept"') == 1
    assert '<image href="data:," />' in drawn  # it was no picture
    assert re.search(r"<image />", drawn)


@pytest.mark.parametrize(
    "style",
    [
        '@im<g/>port "https://x.example/SENTINEL.css";',
        '<g/>@import "https://x.example/SENTINEL.css";',
        "path { fill: u<title/>rl(https://x.example/SENTINEL) }",
    ],
)
def test_a_style_fetches_nothing_with_its_words_parted(style):
    drawn, _, _ = clean_drawing(f'<svg xmlns="{SVG}"><style>{style}</style></svg>'.encode())

    assert b"SENTINEL" not in drawn


def test_a_style_keeps_its_words():
    drawn, _, _ = clean_drawing(f'<svg xmlns="{SVG}"><style>g {{ x: 1 }}</style></svg>'.encode())

    assert b"<style>g { x: 1 }</style>" in drawn


@pytest.mark.parametrize(
    "content",
    [
        b"<svg",
        b"<html/>",
        b'<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>',
        b'<svg xmlns="http://www.w3.org/2000/svg">&a;</svg>',
        '<svg xmlns="http://www.w3.org/2000/svg"/>'.encode("utf-16"),
        b"",
    ],
)
def test_what_cannot_be_read_as_a_drawing_is_none(content):
    with pytest.raises(NoDrawing):
        clean_drawing(content)


def bomb(side: int) -> bytes:
    """A PNG that says that it is huge, and is small."""

    def chunk(kind: bytes, said: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + said))
        return struct.pack(">I", len(said)) + kind + said + check

    head = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    pixels = zlib.compress(bytes(side + 1) * 8)
    rest = chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + rest


def test_a_picture_of_more_pixels_than_fit_is_linked_to_and_never_opened(grow):
    built = grow({"a.md": "字 ![A map](p.png)", "p.png": bomb(60_000)})
    assert built.warnings == [
        'a.md:1:3: "p.png" has more than 50 million pixels; it is only linked to. '
        "Save it with fewer to have it shown"
    ]
    assert re.search(r'<a href="/assets/p-\w+\.png">A map</a>', built.body("a"))
    assert "<img" not in built.body("a")


def test_a_picture_with_a_side_without_end_is_linked_to(grow):
    tall = encoded(Image.new("L", (1, 70_000)), "PNG")
    built = grow({"a.md": "字 ![A wall](p.png)", "p.png": tall})
    assert built.warnings == [
        'a.md:1:3: "p.png" has a side of more than 65,535 pixels; it is only linked to. '
        "Save it with fewer to have it shown"
    ]
    assert re.search(r'<a href="/assets/p-\w+\.png">A wall</a>', built.body("a"))


@pytest.mark.parametrize(
    ("ending", "content"),
    [
        ("jpg", photograph(300, 200)[:9000]),
        ("png", photograph(300, 200, "PNG")[:9000]),
        ("png", b"no picture at all"),
        ("gif", b""),
        ("webp", photograph(300, 200, "WEBP")[:500]),
        ("ico", b"\x00\x00\x01\x00\x01\x00" + bytes(20)),
        ("svg", b"<svg"),
    ],
    ids=["cut jpeg", "cut png", "no png", "empty gif", "cut webp", "ico", "svg"],
)
def test_a_broken_picture_is_a_warning_and_leaves_its_words(grow, ending, content):
    files = {"a.md": f"字 ![What it shows](p.{ending})", f"p.{ending}": content}
    built = grow(files)
    [warning] = built.warnings
    assert warning.startswith(f'a.md:1:3: "p.{ending}" ')
    assert "What it shows" in built.body("a")
    assert "<img" not in built.body("a")
    assert not list(built.out.glob("assets/p-*"))
