"""A picture that is published has nothing in it but what readers see of it."""

import io
import time

from PIL import Image

from shared.garden.pictures.drawing import SVG, clean_drawing
from shared.garden.pictures.strip import strip_gif, strip_jpeg

DRAWN = f"""<svg xmlns="{SVG}" viewBox="0 0 9 9" content="&lt;mxfile&gt;SECRET" data-a="SECRET">
<title>SECRET</title><desc>SECRET</desc><metadata>SECRET</metadata>
<g display="none"><text>SECRET</text></g><g style="fill:red; display : none"><text>SECRET</text></g>
<g display="none"><linearGradient id="l"><stop offset="0" stop-color="red"/></linearGradient></g>
<text x="1" y="2" font-size="3" aria-label="SECRET" SECRET="x">seen</text>
<path d="M0 0h9" fill="url(#l)" stroke-width="2" transform="scale(2)"/></svg>"""


def test_a_drawing_keeps_what_it_draws_and_nothing_else():
    drawn = clean_drawing(DRAWN.encode())[0].decode()

    assert "SECRET" not in drawn
    for kept in (
        'viewBox="0 0 9 9"',
        '<text x="1" y="2" font-size="3">seen</text>',
        '<path d="M0 0h9" fill="url(#l)" stroke-width="2" transform="scale(2)"',
        '<linearGradient id="l"><stop offset="0" stop-color="red"',
    ):
        assert kept in drawn


def encoded(kind: str) -> bytes:
    frames = [Image.new("RGB", (8, 8), colour) for colour in ("red", "blue")]
    file = io.BytesIO()
    frames[0].save(
        file,
        kind,
        **({"save_all": True, "append_images": frames[1:], "loop": 0} if kind == "GIF" else {}),
    )
    return file.getvalue()


def pixels(content: bytes) -> list[bytes]:
    picture = Image.open(io.BytesIO(content))
    return [
        picture.seek(frame) or picture.convert("RGB").tobytes()
        for frame in range(getattr(picture, "n_frames", 1))
    ]


def test_a_jpeg_loses_its_thumbnail_and_what_stands_behind_adobes_transform():
    plain = encoded("JPEG")
    size = 2 + int.from_bytes(plain[4:6], "big")
    said = plain[6 : 6 + 12] + b"\x04\x01" + b"SECRETTHUMB!"
    jfif = b"\xff\xe0" + (len(said) + 2).to_bytes(2, "big") + said
    adobe = b"Adobe\0\x64\0\0\0\0\x01SECRET"
    adobe = b"\xff\xee" + (len(adobe) + 2).to_bytes(2, "big") + adobe
    told = plain[:2] + jfif + adobe + plain[2 + size :]
    stripped = strip_jpeg(told, 1)

    assert b"SECRET" in told
    assert b"SECRET" not in stripped
    assert b"JFIF" in stripped
    assert b"Adobe" in stripped
    assert pixels(stripped) == pixels(told)


def test_a_gif_keeps_how_often_it_moves_and_nothing_behind_that():
    plain = encoded("GIF")
    at = plain.index(b"NETSCAPE2.0") + 15
    told = plain[:at] + b"\x06SECRET" + plain[at:]
    stripped = strip_gif(told)

    assert b"SECRET" not in stripped
    assert stripped == strip_gif(plain)
    assert Image.open(io.BytesIO(stripped)).info["loop"] == 0
    assert pixels(stripped) == pixels(plain)


def test_layers_that_are_switched_off_within_each_other_are_read_in_time():
    deep = ('<g display="none">' * 400 + "<defs/>" + "</g>" * 400) * 100
    before = time.process_time()
    clean_drawing(f'<svg xmlns="{SVG}">{deep}</svg>'.encode())

    assert time.process_time() - before < 5
