"""Pictures in the sizes that screens need, with the room they will take said in advance."""

import re

import pytest
from PIL import Image, ImageCms

from shared.garden.build import build
from tests.garden.conftest import FUNCTIONS_URL, SITE_URL
from tests.support.photographs import encoded, opened, photograph, plain

WEBP = re.compile(r"/assets/[^ ]+-(\d+)\.webp \d+w")


def image(html: str) -> dict[str, str]:
    [found] = re.findall(r"<img ([^>]+)>", html)
    return dict(re.findall(r'([a-z]+)="([^"]*)"', found))


def asset(built, url: str) -> Image.Image:
    return opened((built.out / url.lstrip("/")).read_bytes())


def widths(html: str) -> list[int]:
    return [int(width) for width in WEBP.findall(html)]


@pytest.mark.parametrize(
    ("width", "expected"),
    [(2000, [480, 960, 1600]), (1200, [480, 960, 1200]), (700, [480, 700]), (480, [480])],
)
def test_a_picture_has_three_widths_at_most_and_none_larger_than_itself(grow, width, expected):
    built = grow({"a.md": "![[p.jpg]]", "p.jpg": photograph(width, width // 2)})
    body = built.body("a")
    assert widths(body) == expected
    assert image(body)["width"] == str(width)
    assert image(body)["height"] == str(width // 2)
    for url in re.findall(r"/assets/[^ ]+\.webp", body):
        assert asset(built, url).format == "WEBP"
        assert f"-{asset(built, url).width}.webp" in url


def test_a_browser_without_webp_has_a_jpeg(grow):
    built = grow({"a.md": "![[p.jpg]]", "p.jpg": photograph(2000, 1000)})
    still = asset(built, image(built.body("a"))["src"])
    assert (still.format, still.size) == ("JPEG", (1120, 560))


def test_a_picture_that_a_camera_held_sideways_stands_upright(grow):
    built = grow({"a.md": "![[p.jpg]]", "p.jpg": photograph(900, 600, turning=6)})
    body = built.body("a")
    assert (image(body)["width"], image(body)["height"]) == ("600", "900")
    assert asset(built, image(body)["src"]).size == (600, 900)


def test_g32_a_size_that_is_asked_for_stays_and_the_rest_follows(grow):
    notes = {"a.md": "![[p.jpg|300]]", "b.md": "![[p.jpg|300x200]]", "c.md": "![w|150](p.jpg)"}
    built = grow({**notes, "p.jpg": photograph(900, 600)})
    seen = [image(built.body(slug)) for slug in "abc"]
    assert [(each["width"], each["height"]) for each in seen] == [
        ("300", "200"),
        ("300", "200"),
        ("150", "100"),
    ]
    assert 'sizes="(max-width: 300px) 100vw, 300px"' in built.body("a")


def test_a_small_file_stays_as_it_is(grow):
    content = plain(200, 100)
    built = grow({"a.md": "![[p.png]]", "p.png": content})
    assert "<picture>" not in built.body("a")
    source = image(built.body("a"))["src"]
    assert (built.out / source.lstrip("/")).read_bytes() == content


@pytest.mark.parametrize(("ending", "kind"), [("gif", "GIF"), ("webp", "WEBP")])
def test_a_picture_that_moves_goes_on_moving(grow, ending, kind):
    frames = [Image.effect_noise((700, 500), 60).convert("RGB") for _ in range(2)]
    moving = encoded(frames[0], kind, save_all=True, append_images=frames[1:], duration=80)
    built = grow({"a.md": f"---\nmaturity: evergreen\n---\n![[p.{ending}]]", f"p.{ending}": moving})
    assert asset(built, image(built.body("a"))["src"]).n_frames == 2
    mailed = image(built.entry("a")["mail_html"])["src"].removeprefix(SITE_URL)
    assert asset(built, mailed).format == ("GIF" if kind == "GIF" else "JPEG")


def test_what_is_transparent_stays_so(grow):
    noise = Image.effect_noise((700, 500), 60).convert("RGBA")
    noise.putalpha(Image.linear_gradient("L").resize((700, 500)))
    built = grow({"a.md": "![[p.png]]", "p.png": encoded(noise, "PNG")})
    body = built.body("a")
    assert asset(built, image(body)["src"]).mode == "RGBA"
    [first, *_] = re.findall(r"/assets/[^ ]+\.webp", body)
    assert asset(built, first).getchannel("A").getextrema()[0] < 10


def test_colours_of_another_space_are_those_of_the_web(grow):
    red = Image.new("RGB", (900, 600), (255, 0, 0))
    content = encoded(red, "JPEG", quality=100, icc_profile=profile_that_swaps_red_and_blue())
    content += bytes(40_000)  # too heavy to stay as it is
    built = grow({"a.md": "![[p.jpg]]", "p.jpg": content})
    still = asset(built, image(built.body("a"))["src"])
    seen = still.getpixel((450, 300))
    assert seen[0] < 10 < 245 < seen[2]
    assert "icc_profile" not in still.info


def profile_that_swaps_red_and_blue() -> bytes:
    """The colours of the web, but for the names of two of them in its table (ICC.1, 7.3)."""
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    swapped = profile.replace(b"rXYZ", b"none", 1).replace(b"bXYZ", b"rXYZ", 1)
    return swapped.replace(b"none", b"bXYZ", 1)


def test_only_the_first_picture_of_a_page_is_loaded_at_once(grow):
    body = "![[p.png]]\n\n![[p.png]]\n\n![far](https://x.example/q.png)"
    built = grow({"a.md": body, "p.png": plain()})
    assert [each.count('loading="lazy"') for each in built.body("a").split("<img")[1:]] == [0, 1, 1]


def test_a_letter_shows_a_picture_that_every_mail_program_knows(grow):
    body = "---\nmaturity: evergreen\n---\n![[p.jpg]] ![[q.webp|80x40]] ![[d.svg|A plan]]"
    files = {
        "p.jpg": photograph(2000, 1000),
        "q.webp": plain(90, 60, "WEBP"),
        "d.svg": b'<svg xmlns="http://www.w3.org/2000/svg"/>',
    }
    letter = grow({"a.md": body, **files}).entry("a")["mail_html"]
    assert re.search(r'src="https://garden\.example/assets/p-\w+-1120\.jpg" alt="p"', letter)
    assert 'width="560"' in letter
    assert re.search(r'/assets/q-\w+-90\.jpg" alt="q" width="80" height="40"', letter)
    assert re.search(r'<a href="https://garden\.example/assets/d-\w+\.svg">A plan</a>', letter)
    assert "webp" not in letter


def test_a_picture_that_changes_changes_the_page_and_nothing_else_is_made_anew(grow, tmp_path):
    built = grow({"a.md": "![[p.jpg]]", "b.md": "![[q.jpg]]", "p.jpg": photograph(900, 600)})
    (built.site / "q.jpg").write_bytes(photograph(900, 600))

    def again() -> dict[str, int]:
        urls = {"site_url": SITE_URL, "functions_url": FUNCTIONS_URL}
        build(built.site, built.out, cache=tmp_path / "cache", **urls)
        made = (tmp_path / "cache/pictures").glob("*.webp")
        return {file.name: file.stat().st_mtime_ns for file in made}

    before, page = again(), built.page("a")
    assert again() == before
    assert built.page("a") == page
    (built.site / "p.jpg").write_bytes(photograph(600, 900))
    assert again().items() >= before.items()
    assert 'height="900"' in built.page("a")
    assert asset(built, image(built.body("a"))["src"]).height == 900
