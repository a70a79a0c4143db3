"""A garden wears its own logo and icon, cleaned like every picture, or none at all."""

import json
import re
from io import BytesIO

import pytest
from PIL import Image

from shared.garden.pictures.cards import look_of
from shared.garden.pictures.motif import Motif
from shared.garden.pictures.paint import Painter
from shared.garden.problem import Problems
from shared.garden.vault.config import read_config
from tests.support.photographs import plain

TOML = 'title = "T"\npublish = "all"\n'
NOTES = {"a.md": "---\nplanted: 2026-01-01\nmaturity: budding\nbudding_at: 2026-02-01\n---\nText."}
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="32"><script>alert(1)</script>'
    '<circle r="9"/></svg>'
)


def png(width: int, height: int, colour: str = "red") -> bytes:
    written = BytesIO()
    Image.new("RGBA", (width, height), colour).save(written, "PNG")
    return written.getvalue()


def test_a_drawing_stands_in_the_header_and_in_the_tab(grow):
    built = grow({**NOTES, "../logo.svg": SVG}, f'{TOML}logo = "logo.svg"')

    assert built.report.errors == built.report.warnings == []
    page = built.page("a")
    [name] = [file.name for file in built.out.glob("assets/logo-*.svg")]
    assert f'<img src="/assets/{name}" alt="" width="60" height="30">' in page
    assert f'<link rel="icon" type="image/svg+xml" sizes="any" href="/assets/{name}">' in page
    assert "thistle-" not in page
    assert "img-src 'self';" in page.replace("&#39;", "'")
    assert built.mentions("alert(1)") == []


def test_a_logo_and_an_icon_of_pixels_have_their_sizes_below_the_path_of_the_site(grow):
    files = {**NOTES, "pictures/own.png": png(200, 100), "../icon.PNG": png(64, 64)}
    toml = f'{TOML}logo = "pictures/own.png"\nicon = "icon.PNG"'
    built = grow(files, toml, "https://garden.example/sub")

    page = built.page("a")
    assert built.report.errors == []
    assert re.search(r'<img src="/sub/assets/logo-\w+\.png" alt="" width="60" height="30">', page)
    assert re.search(
        r'type="image/png" sizes="64x64" href="/sub/assets/icon-\w+\.png">\n'
        r'<link rel="apple-touch-icon" href="/sub/assets/icon-\w+\.png">',
        page,
    )
    assert '<img src="/sub/assets/logo-' in built.page("tags")


def test_feeds_have_both(grow):
    files = {**NOTES, "../logo.svg": SVG, "../icon.png": png(64, 64)}
    built = grow(files, f'{TOML}logo = "logo.svg"\nicon = "icon.png"')
    feed = json.loads((built.out / "feed.json").read_text())

    assert re.fullmatch(r"https://garden\.example/assets/logo-\w+\.svg", feed["icon"])
    assert re.fullmatch(r"https://garden\.example/assets/icon-\w+\.png", feed["favicon"])
    for name in ("feed.xml", "grown.xml"):
        text = (built.out / name).read_text()
        assert f"<icon>{feed['favicon']}</icon><logo>{feed['icon']}</logo>" in text


def test_a_large_logo_gets_smaller_and_loses_what_a_program_wrote_into_it(grow):
    noise = Image.effect_noise((2000, 1000), 90).convert("RGB")
    written = BytesIO()
    noise.save(written, "PNG")
    built = grow({**NOTES, "../logo.png": written.getvalue()}, f'{TOML}logo = "logo.png"')

    [name] = re.findall(r'<img src="/assets/(logo-[^"]+)" alt="" width="60"', built.page("a"))
    assert name.endswith("-480.webp")
    assert (built.out / "assets" / name).stat().st_size < len(written.getvalue()) / 10


@pytest.mark.parametrize("said", ["", "icon"])
def test_without_any_the_name_stands_alone_and_by_default_it_is_the_thistle(grow, said):
    built = grow({**NOTES, "../i.png": png(9, 9)}, TOML + (said and f'{said} = "i.png"'))
    assert '<svg viewBox="0 0 32 32"' in built.page("a")
    assert ("thistle-" in built.page("a")) is not bool(said)

    built = grow(NOTES, f'{TOML}logo = ""')
    for page in built.page("a"), built.page(""):
        brand = page.partition('class="brand"')[2].partition("</a>")[0]
        assert "<svg" not in brand
        assert "<img" not in brand
        assert ">T</span>" in brand
        assert 'rel="icon"' not in page


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("nowhere.svg", "is no file beside it or among the notes"),
        ("../outside.svg", "is no file beside it or among the notes"),
        ("/etc/hostname", "is no file beside it or among the notes"),
        ("photo.jpg", "is no SVG or PNG"),
        ("broken.svg", "is no picture of a kind that is known"),
        ("broken.png", "is no picture of a kind that is known"),
    ],
)
def test_what_is_no_picture_is_an_error_with_its_line(grow, tmp_path, said, told):
    (tmp_path / "outside.svg").write_text(SVG)
    files = {**NOTES, "photo.jpg": plain(), "broken.svg": "<html/>", "broken.png": b"x"}
    built = grow(files, f'{TOML}logo = "{said}"')

    assert built.errors == [f"garden.toml:3:1: logo is {said!r}, which {told}"]
    assert '<svg viewBox="0 0 32 32"' in built.page("a")


def test_a_page_is_printed_anew_when_the_logo_changes(grow):
    first = grow({**NOTES, "../logo.svg": SVG}, f'{TOML}logo = "logo.svg"').page("a")
    second = grow({"../logo.svg": SVG.replace("9", "8")}, f'{TOML}logo = "logo.svg"').page("a")

    assert first != second


@pytest.mark.parametrize(("own", "red"), [(png(80, 40), True), (b"", False), (None, False)])
def test_the_card_shows_what_the_garden_wears(tmp_path, own, red):
    config = read_config(tmp_path, Problems())
    painted, _ = Painter(look_of(config, None, own)).paint(Motif("Moss", "seedling", "S", "en"))
    card = Image.open(BytesIO(painted)).convert("RGB")
    colours = {card.getpixel((x, y)) for x in range(84, 196, 4) for y in range(536, 590, 4)}

    assert any(r > 200 and g < 60 for r, g, _ in colours) is red
