"""A little garden in each language, and its pages: one of each kind that the generator writes."""

from collections.abc import Mapping
from mimetypes import guess_type
from pathlib import Path

from shared.garden.beds import SHOWN
from shared.garden.build import build

HOME = "http://pictures.test"

TITLES = {"en": "Marginalia", "zh-Hant": "旁註花園"}
NOTES = {
    "en": {
        "overwintering": (
            "Overwintering",
            "evergreen",
            "An oak waits under snow, as [[moss]] does, and nothing at all seems to happen.\n\n"
            "## What to do\n\n- water little\n- wait\n\n> [!tip] Before the frost\n> Cover it.\n\n"
            "```python\nspring = wait()\n```\n\n| plant | litres |\n|---|--:|\n| oak | 2 |",
        ),
        "moss": ("On moss & time", "budding", "It has no roots, and no hurry."),
        "mould": ("Leaf mould", "seedling", "Leaves, and two years. See [[overwintering]]."),
    },
    "zh-Hant": {
        "overwintering": (
            "扦插的魔法",
            "evergreen",
            "剪下一段枝條，插進土裡，像[[moss]]那樣等待它自己長出根來。\n\n"
            "## 該做什麼\n\n- 少澆水\n- 等待\n\n> [!tip] 霜降之前\n> 蓋上落葉。\n\n"
            "```python\nspring = wait()\n```\n\n| 植物 | 公升 |\n|---|--:|\n| 橡樹 | 2 |",
        ),
        "moss": ("苔蘚與時間", "budding", "它沒有根，也不著急。"),
        "mould": ("腐葉土", "seedling", "落葉，加上兩年的時間。參見[[overwintering]]。"),
    },
}
NOTE = """---
title: "{title}"
maturity: {maturity}
planted: 2024-11-02
tended: 2026-11-20
tags: [soil, 植物]
---
{body}
"""
LETTER = "---\ntitle: {title}\ndate: 2026-11-30\npublic: true\n---\n{body}\n"

SMALL = {"en": "A thought, {}", "zh-Hant": "一個念頭，{}"}  # enough for a page of their own

# By the name of the template, and after it what tells states apart: where the page is.
PAGES = {
    "index": "index.html",
    "note.evergreen": "overwintering/index.html",
    "note.seedling": "mould/index.html",
    "note.following": "mould/index.html",
    "bed": "beds/seedling/index.html",
    "tags": "tags/index.html",
    "tag": "tags/soil/index.html",
    "letter": "letters/2026-11/index.html",
    "letters": "letters/index.html",
    "not-found": "404.html",
}


def garden_pages(folder: Path, language: str) -> Mapping[str, Mapping[str, tuple[bytes, str]]]:
    """Build a garden of a language; return of each page what lies at which path, and its type."""
    plant(folder / "garden", language)
    out = folder / "dist"
    report = build(folder / "garden", out, site_url=HOME, functions_url=HOME)
    assert not report.errors, report.errors
    files = {f"/{path.relative_to(out)}": path for path in out.glob("assets/**/*.*")}
    assets = {at: (path.read_bytes(), guess_type(path)[0] or "") for at, path in files.items()}
    return {
        name: {**assets, "/": (opened(name, (out / path).read_bytes()), "text/html")}
        for name, path in PAGES.items()
    }


def opened(name: str, page: bytes) -> bytes:
    """Return a page as it is once somebody has pressed what opens its form."""
    if name != "note.following":
        return page
    assert b'<details class="follow">' in page
    return page.replace(b'<details class="follow">', b'<details class="follow" open>')


def plant(folder: Path, language: str) -> None:
    """Write the garden's notes and its letter."""
    for name in ("notes", "letters"):
        (folder / name).mkdir(parents=True)
    settings = f'title = "{TITLES[language]}"\nlanguage = "{language}"\npublish = "all"\n'
    (folder / "garden.toml").write_text(settings, "utf-8")
    for slug, (title, maturity, body) in NOTES[language].items():
        text = NOTE.format(title=title, maturity=maturity, body=body)
        (folder / "notes" / f"{slug}.md").write_text(text, "utf-8")
    for number in range(1, SHOWN + 1):
        title, maturity, body = SMALL[language].format(number), "seedling", "[[moss]]"
        text = NOTE.format(title=title, maturity=maturity, body=body)
        (folder / "notes" / f"thought-{number}.md").write_text(text, "utf-8")
    title, _, body = NOTES[language]["moss"]
    (folder / "letters" / "2026-11.md").write_text(LETTER.format(title=title, body=body), "utf-8")
