"""Cards for who shares a page: painted at build time, once, in fonts that have every letter."""

import re
import time

import pytest
from PIL import Image

from shared.garden.build import build
from shared.garden.pictures import fonts, typeface
from shared.garden.pictures.lines import broken, cut
from tests.garden.conftest import FUNCTIONS_URL, SITE_URL
from tests.support.photographs import opened

TOML = 'title = "A garden"\npublish = "all"\n'
PAPER = (250, 247, 240)


def said(html: str) -> dict[str, str]:
    """What the head of a page tells those who show it elsewhere."""
    found = re.findall(
        r'<meta (?:property|name)="((?:og|article|twitter):[^"]+)" content="([^"]*)">', html
    )
    assert len(found) == len({name for name, _ in found})
    return dict(found)


def card(built, slug: str) -> Image.Image:
    address = said(built.page(slug))["og:image"].removeprefix(SITE_URL)
    content = (built.out / address.lstrip("/")).read_bytes()
    assert len(content) < 100_000
    return opened(content).convert("RGB")


def has_title(image: Image.Image) -> bool:
    """Whether there is ink where the title stands, left of every plant and above the ground."""
    return image.crop((60, 60, 560, 480)).convert("L").getextrema()[0] < 60


def test_a_note_has_a_card_with_its_title(grow):
    built = grow({"a.md": "---\nmaturity: budding\n---\n# Seeds of thought"}, TOML)
    image = card(built, "a")
    assert (image.size, image.getpixel((5, 5))) == ((1200, 630), PAPER)
    assert has_title(image)


def test_the_head_of_a_note_tells_what_to_show(grow):
    head = "---\nlang: zh-Hant\nplanted: 2024-11-16\ntended: 2026-01-02\n---\n"
    note = head + "# 筆記 & \\<b>\n\n第一段。"
    built = grow({"a b.md": note}, TOML, site_url="https://garden.example/under")
    page = built.page("a-b")
    told = said(page)
    image = told.pop("og:image")
    assert re.fullmatch(r"https://garden\.example/under/assets/card-\w+\.png", image)
    assert told == {
        "og:site_name": "A garden",
        "og:title": "筆記 &amp; &lt;b&gt;",
        "og:type": "article",
        "og:url": "https://garden.example/under/a-b/",
        "og:description": "第一段。",
        "og:locale": "zh_TW",
        "article:published_time": "2024-11-16",
        "article:modified_time": "2026-01-02",
        "og:image:type": "image/png",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": "筆記 &amp; &lt;b&gt; · A garden",
        "twitter:card": "summary_large_image",
    }


def test_all_other_pages_share_the_card_of_the_garden(grow):
    notes = {"a.md": "#tag", "b.md": "---\nshould_index: false\n---\nunlisted"}
    built = grow(notes, TOML + 'description = "What grows here."\n')
    home = said(built.page(""))
    assert (home["og:type"], home["og:description"]) == ("website", "What grows here.")
    assert home["og:image:alt"] == "A garden"
    assert said(built.page("tags/tag"))["og:image"] == home["og:image"]
    assert said(built.page("b"))["og:image"] == home["og:image"]
    assert said(built.page("a"))["og:image"] != home["og:image"]
    assert len(list(built.out.glob("assets/card-*.png"))) == 2


def test_g16_a_private_note_has_no_card(grow):
    built = grow({"a.md": "a", "b.md": "---\ndraft: true\n---\n# SENTINEL"}, TOML)
    assert len(list(built.out.glob("assets/card-*.png"))) == 2


def test_no_cards_are_painted_where_nobody_can_see_them(grow):
    for site_url in ("http://localhost:8000", "http://127.0.0.1:8000", "http://[::1]:8000"):
        built = grow({"a.md": "a"}, TOML, site_url=site_url)
        assert not list(built.out.glob("assets/card-*.png"))


def test_notes_that_are_no_garden_yet_have_no_cards(grow):
    assert not list(grow({"a.md": "a"}).out.glob("assets/card-*.png"))


def test_a_garden_can_do_without_cards(grow):
    built = grow({"a.md": "# A"}, TOML + "cards = false\n")
    assert not list(built.out.glob("assets/card-*.png"))
    told = said(built.page("a"))
    assert told["twitter:card"] == "summary"
    assert "og:image" not in told
    assert told["og:title"] == "A"


def test_what_is_no_answer_to_cards_is_an_error_at_its_line(grow):
    built = grow({"a.md": "a"}, TOML + 'cards = "no"\n')
    assert built.errors == ["garden.toml:3:1: cards is 'no'; write true or false"]


@pytest.mark.parametrize(
    "title",
    ["Seeds of thought", "🌱 筆記長成常青時", "كيف تنمو الملاحظة", "ノートが育つまで", "Ζωή и мир"],
    ids=["en", "zh with an emoji", "ar", "ja", "el and ru"],
)
def test_titles_of_many_scripts_are_set(title):
    assert typeface.Typeface("en").settable(title) == title.replace("🌱 ", "")


def test_a_title_that_no_font_has_is_left_out_with_one_warning_that_says_what_helps(grow, tmp_path):
    notes = {"a.md": "# ᏣᎳᎩ", "b.md": "# ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ", "c.md": "# Seen"}
    built = grow(notes, TOML)
    assert not has_title(card(built, "a"))
    assert has_title(card(built, "c"))
    [warning] = built.warnings
    assert warning.startswith(
        'garden.toml:1:1: no font of this machine has all letters of "ᏣᎳᎩ" and 1 more; '
    )
    assert "fonts-noto-core" in warning
    urls = {"site_url": SITE_URL, "functions_url": FUNCTIONS_URL, "cache": tmp_path / "cache"}
    warned = [list(map(str, build(built.site, built.out, **urls).warnings)) for _ in range(2)]
    assert warned == [[warning]] * 2  # also when nothing is painted any more


def test_without_any_font_a_card_is_still_a_card(grow, monkeypatch):
    monkeypatch.setattr(fonts, "FOLDERS", ())
    fonts.files_with_fonts.cache_clear()
    try:
        built = grow({"a.md": "# Seeds"}, 'title = "Without a font"')
        assert not has_title(card(built, "a"))
        assert len(built.warnings) == 1
    finally:
        fonts.files_with_fonts.cache_clear()


def test_a_card_is_painted_once_and_again_when_something_on_it_changes(grow, tmp_path):
    built = grow({"a.md": "# One", "b.md": "# Two"}, TOML)
    urls = {"site_url": SITE_URL, "functions_url": FUNCTIONS_URL, "cache": tmp_path / "cache"}

    def painted() -> dict[str, int]:
        build(built.site, built.out, **urls)
        return {file.name: file.stat().st_mtime_ns for file in (tmp_path / "cache/cards").iterdir()}

    before = painted()
    assert len(before) == 3
    assert painted() == before
    address = said(built.page("a"))["og:image"]
    (built.site / "notes/a.md").write_text("---\nmaturity: evergreen\n---\n# One")
    after = painted()
    assert after.items() > before.items()
    assert said(built.page("a"))["og:image"] != address
    assert len(list(built.out.glob("assets/card-*.png"))) == 3


def test_lines_break_between_words_and_are_of_like_length():
    title = "What a garden promises to those who read it, and to those who leave"
    assert broken(title, 30, len) == [
        "What a garden promises",
        "to those who read it,",
        "and to those who leave",
    ]


def test_lines_of_chinese_break_behind_a_pause_and_never_before_one():
    assert broken("收件匣與交易：為什麼一封信只寄一次", 10, len) == [
        "收件匣與交易：",
        "為什麼一封信只寄一次",
    ]
    for width in range(5, 12):
        for line in broken("常青筆記「長成」了，（真的）。", width, len) or []:
            assert line[0] not in "」，）。"
            assert line[-1] not in "「（"


def test_a_title_that_is_too_long_is_cut_and_says_so():
    lines = cut("one two three four " * 20, 20, len)
    assert len(lines) == 3
    assert lines[-1].endswith("…")
    assert max(map(len, lines)) <= 20


def test_a_word_that_fits_in_no_line_takes_no_time():
    begun = time.process_time()
    assert cut("W" * 20_000, 20, len) is not None
    assert time.process_time() - begun < 2
