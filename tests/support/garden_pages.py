"""A little garden in each language, and its pages: one of each kind that the generator writes."""

from collections.abc import Mapping
from mimetypes import guess_type
from pathlib import Path

from shared.garden.beds import SHOWN
from shared.garden.build import build

HOME = "http://pictures.test"

TITLES = {"en": "Marginalia", "zh-Hant": "旁註花園", "ar": "هوامش البستان"}
DESCRIPTIONS = {
    "en": "Half-finished thoughts on soil and patience, kept where they can be watered.",
    "zh-Hant": "關於土壤與耐心的半成品，放在澆得到水的地方。",
    "ar": "أفكار غير مكتملة عن التربة والصبر، محفوظة حيث يمكن سقيها.",
}
NOTES = {
    "en": {
        "overwintering": (
            "Overwintering",
            "evergreen",
            "An oak waits under snow, as [[moss]] does, and nothing at all seems to happen.\n\n"
            "## What to do\n\n- water little\n- wait\n\n> [!tip] Before the frost\n> Cover it.\n\n"
            "```python\nspring = wait()\n```\n\n| plant | litres |\n|---|--:|\n| oak | 2 |\n\n"
            "## What others say\n\n> Winter is no season, it is an occupation.[^1]\n\n"
            "### Further down\n\n- [x] mulch\n- [ ] look after the bark\n\n## Coming back\n\n"
            "In March ==everything== happens at once. See [[mould]]. #soil\n\n[^1]: A neighbour.",
        ),
        "moss": ("On moss & time", "budding", "It has no roots, and no hurry."),
        "soil/mould": ("Leaf mould", "seedling", "Leaves, and two years. See [[overwintering]]."),
    },
    "zh-Hant": {
        "overwintering": (
            "扦插的魔法",
            "evergreen",
            "剪下一段枝條，插進土裡，像[[moss]]那樣等待它自己長出根來。這是**「重點」**的意思。\n\n"
            "## 該做什麼\n\n- 少澆水\n- 等待\n\n> [!tip] 霜降之前\n> 蓋上落葉。\n\n"
            "```python\nspring = wait()\n```\n\n| 植物 | 公升 |\n|---|--:|\n| 橡樹 | 2 |\n\n"
            "## 別人怎麼說\n\n> 冬天不是季節，是一份工作。[^1]\n\n"
            "### 再往下\n\n- [x] 覆蓋\n- [ ] 看顧樹皮\n\n"
            "## 回來的時候\n\n三月，*所有事*一起發生。參見[[mould]]。\n\n[^1]: 鄰居說的。",
        ),
        "moss": ("苔蘚與時間", "budding", "它沒有根，也不著急。"),
        "soil/mould": ("腐葉土", "seedling", "落葉，加上兩年的時間。參見[[overwintering]]。"),
    },
    "ar": {
        "overwintering": (
            "البيات الشتوي",
            "evergreen",
            "ينتظر البلوط تحت الثلج كما ينتظر [[moss]]، ولا يبدو أن شيئًا يحدث.\n\n"
            "## ما العمل\n\n- اسقِ قليلًا\n- انتظر\n\n> [!tip] قبل الصقيع\n> غطِّ التراب بالأوراق.\n\n"
            "```python\nspring = wait()\n```\n\n| نبات | لتر |\n|---|--:|\n| بلوط | 2 |\n\n"
            "## ما يقوله الآخرون\n\n> الشتاء ليس فصلًا، بل مهنة.[^1]\n\n"
            "## العودة\n\nفي مارس يحدث *كل شيء* معًا. انظر [[mould]].\n\n[^1]: جار.",
        ),
        "moss": ("الطحلب والزمن", "budding", "لا جذور له، ولا عجلة."),
        "soil/mould": ("دبال الأوراق", "seedling", "أوراق وسنتان. انظر [[overwintering]]."),
    },
}
NOTE = """---
title: "{title}"
maturity: {maturity}
planted: {planted}
{grown}tended: 2026-11-20
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

SMALL = {
    "en": "A thought, {}",
    "zh-Hant": "一個念頭，{}",
    "ar": "فكرة {}",
}  # enough for a page of their own

# By the name of the template, and after it what tells states apart: where the page is.
PAGES = {
    "index": "index.html",
    "note.evergreen": "overwintering/index.html",
    "note.seedling": "soil/mould/index.html",
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
        write(folder, slug, title, maturity, body, "2024-11-02")
    for number in range(1, SHOWN + 1):
        planted = f"2026-{number % 11 + 1:02}-{number:02}"
        title, body = SMALL[language].format(number), "[[moss]]"
        write(folder, f"thought-{number}", title, "seedling", body, planted)
    title, _, body = NOTES[language]["moss"]
    (folder / "letters" / "2026-11.md").write_text(LETTER.format(title=title, body=body), "utf-8")


def write(folder: Path, slug: str, title: str, maturity: str, body: str, planted: str) -> None:
    """Write one note."""
    known = {"title": title, "maturity": maturity, "planted": planted, "body": body}
    text = NOTE.format(grown=GROWN[maturity], **known)
    (folder / "notes" / f"{slug}.md").write_text(text, "utf-8")
