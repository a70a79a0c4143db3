"""A folder as Quartz has it: its own sources beside `content`, an Obsidian vault in it."""

from pathlib import Path

from shared.garden.foreign.survey import survey
from shared.newsletter.announcing.notifications import Page
from shared.newsletter.pages.live_check import fault_of_foreign
from tests.support.foreign import write

GARDEN = 'title = "Marginalia"\nlanguage = "zh-Hant"\npublish = "all"\ngenerator = "quartz"\n'
OAK = """---
title: 橡樹 & "time"
maturity: 🌳
tags: [trees]
permalink: oak
aliases: [Quercus]
created: 2024-03-01
---

> [!note] Planted by a jay
> Nobody meant to.

An oak takes ==three hundred years== to grow, [^1] says everybody -- but "nobody" has waited.

![[Pictures/old oak.png|300]] Beside it stands [[elm|an elm]], and [[Diary]] stays at home.

[^1]: More or less.
"""
# The page as Quartz renders it, shortened.
PAGE = """<!DOCTYPE html><html lang="zh-TW"><head><title>橡樹 &amp; &quot;time&quot;</title>
<script>const fetchData = fetch("static/contentIndex.json")</script></head>
<body data-slug="Trees/Old-Oak-(橡樹)"><div class="page">
<h1 class="article-title">橡樹 &amp; "time"</h1>
<article class="popover-hint"><blockquote class="callout note"><div>Planted by a jay</div>
<p>Nobody meant to.</p></blockquote>
<p>An oak takes <span class="text-highlight">three hundred years</span> to grow,
<sup><a href="#user-content-fn-1">1</a></sup> says everybody – but “nobody” has waited.</p>
</article></div></body></html>"""
FILES = {
    "garden.toml": GARDEN,
    "quartz.config.ts": "export default {}",
    "package.json": "{}",
    "README.md": "Quartz's own",
    "docs/features.md": "---\nmaturity: evergreen\n---\nQuartz's own",
    "content/index.md": "---\ntitle: Welcome\n---\nHello",
    "content/.obsidian/app.json": "{}",
    "content/.obsidian/snippet.md": "x",
    "content/templates/daily.md": "---\ndate: {{date}}\n---\n",
    "content/private/plans.md": "---\nmaturity: evergreen\n---\nsecret",
    "content/Diary.md": "---\ndraft: true\nmaturity: evergreen\n---\nsecret",
    "content/Trees/index.md": "Trees",
    "content/Trees/elm.md": "An elm",
    "content/Trees/Old Oak (橡樹).md": OAK,
    "content/Pictures/old oak.png": "x",
}


def test_its_notes_are_those_of_its_site(tmp_path: Path):
    report = survey(write(tmp_path, FILES), site_url="https://garden.example")
    notes = {note["id"]: note for note in report.manifest["notes"]}

    assert report.errors == report.warnings == []
    assert {
        name: note["url"].removeprefix("https://garden.example") for name, note in notes.items()
    } == {
        "index.md": "/",
        "Trees/index.md": "/Trees/",
        "Trees/elm.md": "/Trees/elm",
        "Trees/Old Oak (橡樹).md": "/Trees/Old-Oak-(%E6%A9%A1%E6%A8%B9)",
    }
    oak = notes["Trees/Old Oak (橡樹).md"]
    assert (oak["maturity"], oak["planted_at"], oak["language"]) == (
        "evergreen",
        "2024-03-01",
        "zh-Hant",
    )
    assert 'src="https://garden.example/Pictures/old-oak.png"' in oak["mail_html"]
    assert '<a href="https://garden.example/Trees/elm">an elm</a>' in oak["mail_html"]
    assert "secret" not in str(report.manifest)


def test_its_page_is_known_by_title_and_opening_words(tmp_path: Path):
    report = survey(write(tmp_path, FILES), site_url="https://garden.example")
    [oak] = [note for note in report.manifest["notes"] if note["maturity"] == "evergreen"]
    page = Page(oak["url"], oak["title"], oak["content_hash"], oak["opening"])

    assert oak["opening"] == "An oak takes three hundred years to grow,"
    assert fault_of_foreign(PAGE, page) is None
    assert fault_of_foreign(PAGE.replace("three", "two"), page) is not None
