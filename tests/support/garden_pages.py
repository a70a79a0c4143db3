"""A little garden in each language, and its pages: one of each kind that the generator writes."""

from collections.abc import Mapping
from mimetypes import guess_type
from pathlib import Path

from shared.garden.build import build
from shared.garden.pages.beds import SHOWN
from tests.support.planted_notes import ABROAD, DESCRIPTIONS, NOTES, SMALL, TITLES

HOME = "http://pictures.test"

NOTE = """---
title: "{title}"
maturity: {maturity}
planted: {planted}
{grown}tended: 2026-11-20
lang: {language}
tags: [soil, 植物]
---
{body}
"""
GROWN = {
    "seedling": "",
    "budding": "budding_at: 2025-08-19\n",
    "evergreen": "budding_at: 2025-03-02\nevergreen_at: 2026-10-11\n",
}
LETTER = "---\ntitle: {title}\ndate: 2026-11-30\npublic: true\n---\n{body}\n"

# By the name of the template, and after it what tells states apart: where the page is.
PAGES = {
    "index": "index.html",
    "note.evergreen": "overwintering/index.html",
    "note.seedling": "soil/mould/index.html",
    "note.mixed": "zettel/index.html",
    "note.abroad": "abroad/index.html",
    "note.following": "soil/mould/index.html",
    "bed": "beds/seedling/index.html",
    "tags": "tags/index.html",
    "tag": "tags/soil/index.html",
    "folder": "soil/index.html",
    "graph": "graph/index.html",
    "grown": "grown/index.html",
    "search": "search/index.html",
    "titles": "search/titles/index.html",
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
    for name in ("notes/soil", "letters"):
        (folder / name).mkdir(parents=True)
    settings = (
        f'title = "{TITLES[language]}"\ndescription = "{DESCRIPTIONS[language]}"\n'
        f'language = "{language}"\npublish = "all"\n'
    )
    (folder / "garden.toml").write_text(settings, "utf-8")
    for slug, (title, maturity, body) in NOTES[language].items():
        write(folder, slug, title, maturity, body, planted="2024-11-02", language=language)
    for number in range(1, SHOWN + 1):
        planted = f"2026-{number % 11 + 1:02}-{number:02}"
        title = SMALL[language].format(number)
        slug = f"thought-{number}"
        write(folder, slug, title, "seedling", "[[moss]]", planted=planted, language=language)
    abroad = ABROAD[language]
    title, _, body = NOTES[abroad]["moss"]
    said = f"[[overwintering]]: {body}"
    write(folder, "abroad", title, "budding", said, planted="2024-11-02", language=abroad)
    title, _, body = NOTES[language]["moss"]
    (folder / "letters" / "2026-11.md").write_text(LETTER.format(title=title, body=body), "utf-8")


def write(folder: Path, slug: str, title: str, maturity: str, body: str, **said: str) -> None:
    """Write one note; `said` is when it was planted, and its language."""
    known = {"title": title, "maturity": maturity, "body": body, **said}
    text = NOTE.format(grown=GROWN[maturity], **known)
    (folder / "notes" / f"{slug}.md").write_text(text, "utf-8")
