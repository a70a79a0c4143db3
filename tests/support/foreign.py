"""Notes of another generator: where we think that their pages are, and where they really are."""

from collections.abc import Mapping
from datetime import UTC
from pathlib import Path

from shared.garden.foreign.addresses import address_of
from shared.garden.foreign.rules import CASES, Case, Generator, Rules
from shared.garden.foreign.source import Source
from shared.garden.vault.dates import parse
from shared.garden.vault.front_matter import load

# Names that make generators disagree.
NAMES = (
    "plain",
    "Foo Bar",
    "CamelCase",
    "double  space",
    "dash - dash",
    "under_score",
    "_leading",
    "v1.2 notes",
    "a.b.c",
    "trailing dot.",
    "A & B (v1.2)",
    "What's 100% new?",
    "50%25 off",
    "C#",
    "a+b",
    "at@sign",
    "comma, semi;colon",
    'quote"s',
    "tilde~",
    "equals=and$",
    "star*pipe|",
    "brackets [x]",
    "ex!cla:mation",
    "é accent",
    "筆記的成熟度",
    "日本語 ノート",
    "한국어 노트",
    "ไทยโน้ต",
    "ＦＵＬＬ width",
    "全形　空白",
    "「重點」",
    "🌱 seeds",
    "seeds 🌱",
    "a🌱b",
    "2024-01-02-dated",
    "deep/er/Nested Note",
    "Bundle Folder/index",
    "same/same",
    "Ünïcode/Straße",
    "資料夾/筆記 一",
    "🌿 folder/note",
)


def address(
    generator: Generator,
    name: str,
    head: str = "",
    *,
    permalinks: Mapping[str, str] | None = None,
    is_ugly: bool = False,
    case: Case | None = None,
) -> str:
    """Return where we think that the page of a note is."""
    chosen = case or CASES.get(generator, "keep")
    rules = Rules(generator, permalinks or {}, is_ugly, chosen)
    front_matter = load(head)
    dated = front_matter.first("date")
    date = parse(dated.text, UTC) if dated else None
    return address_of(Source(f"{name}.md", front_matter, date), rules)


def write(folder: Path, files: Mapping[str, str]) -> Path:
    """Write files into a folder."""
    for path, text in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


def plant(folder: Path, heads: Mapping[str, str]) -> dict[str, str]:
    """Write notes, and return the word by which the page of each will be found."""
    words: dict[str, str] = {}
    for number, (name, head) in enumerate(heads.items()):
        file = folder / f"{name}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        words[name] = f"grown{number:03}here"
        title = "" if "title:" in head else f"title: Note {number}\n"
        file.write_text(f"---\n{title}{head}\n---\n{words[name]}\n", encoding="utf-8")
    return words


def pages(public: Path, words: Mapping[str, str]) -> dict[str, str]:
    """Return where the page of each note is in a built site, as a web server would say it."""
    found: dict[str, str] = {}
    for file in sorted(public.rglob("*.html")):
        text = file.read_text(encoding="utf-8")
        path = "/" + file.relative_to(public).as_posix().removesuffix("index.html")
        found |= {name: path for name, word in words.items() if f">{word}<" in text}
    return found
