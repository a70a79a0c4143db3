"""What `garden.toml` says about a garden."""

import re
import tomllib
from dataclasses import dataclass, field
from datetime import UTC, tzinfo
from difflib import get_close_matches
from pathlib import Path
from typing import Literal, cast
from zoneinfo import ZoneInfo

from shared.garden.foreign.quartz_ignores import quartz_ignores
from shared.garden.foreign.rules import KEYS, NOTES_OF, Rules, read_rules
from shared.garden.foreign.unbuilt import UNBUILT
from shared.garden.languages import complaint, language_tag
from shared.garden.note import Maturity
from shared.garden.problem import Problems
from shared.garden.written import FILE, Written

KNOWN = (
    "title",
    "description",
    "language",
    "author",
    "zone",
    "publish",
    "notes",
    "first",
    "ignore",
    "dates",
    "maturity",
    "cards",
    "newsletter",
    "mail",
    "letter",
    *KEYS,
)
NOTES = "notes"
# Files of generators that keep notes in `content`, and code, documentation and themes beside it.
CONTENT_BESIDE = ("quartz.config.ts", "quartz.config.yaml", "hugo.toml", "hugo.yaml", "hugo.json")
LANGUAGE = "en"

Publish = Literal["marked", "all"]
Letter = Literal["full", "opening"]
Dates = Literal["git", "front matter"]


@dataclass(frozen=True, slots=True)
class Config:
    """How a garden is called, where its notes are, and which of them are public."""

    notes: Path
    title: str
    description: str = ""
    language: str = LANGUAGE
    author: str = ""
    zone: tzinfo = UTC
    publish: Publish | None = None  # None: nobody decided yet, so nothing may be announced
    ignore: tuple[str, ...] = ()
    first: tuple[str, ...] = ()  # slugs of the notes that lead their beds on the first page
    first_place: tuple[int, int] = (1, 1)
    maturity: dict[Maturity, tuple[str, ...]] = field(
        default_factory=dict[Maturity, tuple[str, ...]]
    )
    cards: bool = False  # that each page has a card for who shares it
    cards_place: tuple[int, int] = (1, 1)
    newsletter: bool = True  # that pages have forms, which lead to the functions
    dates: Dates = "git"  # who is asked when; git only where front matter does not say
    letter: Letter = "full"  # how much of a note stands in the letter about it
    rules: Rules | None = None  # of the generator that makes the pages, if it is not ours


def read_config(site: Path, problems: Problems) -> Config:
    """Read a garden's settings; a folder without `garden.toml` is itself the notes, or has them."""
    file = site / FILE
    title = site.resolve().name or "Garden"
    if not file.is_file():
        ignore = quartz_ignores(site, problems)
        return Config(notes=unnamed_notes(site), title=title, ignore=ignore)
    try:
        source = file.read_text(encoding="utf-8-sig").replace("\r\n", "\n")
        return interpret(site, Written(source, tomllib.loads(source), problems))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else error
        problems.error(FILE, *place_of(error, file), f"cannot be read: {why}")
        # Fail closed: who knows what it was meant to say.
        return Config(notes=site, title=title, publish="marked")


def unnamed_notes(site: Path) -> Path:
    """Return where the notes are when nothing says it: with Quartz and Hugo not beside the rest."""
    is_theirs = any((site / name).is_file() for name in CONTENT_BESIDE)
    return site / "content" if is_theirs and (site / "content").is_dir() else site


def interpret(site: Path, written: Written) -> Config:
    """Turn what was written into settings, complaining of what makes no sense."""
    values = written.values
    for key in sorted(values.keys() - set(KNOWN)):
        written.warn(f"nothing reads `{key}`{near(key)}", key)
    rules = read_rules(written)
    return Config(
        notes=read_notes(site, written, NOTES_OF[rules.generator] if rules else NOTES),
        title=written.text("title") or site.resolve().name,
        description=written.text("description"),
        language=read_language(written),
        author=written.text("author"),
        zone=read_zone(written),
        publish=read_publish(written),
        ignore=(
            *(each.strip("/") for each in written.texts("ignore")),
            *(UNBUILT[rules.generator] if rules else ()),
            *quartz_ignores(site, written.problems),
        ),
        first=tuple(each.strip("/") for each in written.texts("first")),
        first_place=written.place_of("first") if "first" in values else (1, 1),
        maturity=read_maturity(written),
        cards=read_yes(written, "cards"),
        cards_place=written.place_of("cards") if "cards" in values else (1, 1),
        newsletter=read_yes(written, "newsletter"),
        dates=read_dates(written),
        letter=read_letter(written),
        rules=rules,
    )


def near(key: str) -> str:
    """Return a question when a key is nearly one that is read."""
    [*found] = get_close_matches(key.lower(), KNOWN, 1, 0.7)
    return f"; did you mean `{found[0]}`?" if found else ""


def read_notes(site: Path, written: Written, usual: str) -> Path:
    """Return the folder of the notes: the one named, else the usual, else as without the file."""
    name = written.text(NOTES)
    if not name:
        return site / usual if (site / usual).is_dir() else unnamed_notes(site)
    below = Path(name)
    if below.is_absolute() or ".." in below.parts or not (site / below).is_dir():
        written.error(f"there is no folder {name!r} beside it", NOTES)
        return site
    return site / below


def read_language(written: Written) -> str:
    """Return the language of a garden."""
    name = written.text("language")
    tag = language_tag(name) if name else LANGUAGE
    if tag is None:
        written.warn(f"`language` {complaint(name)}; taken as {LANGUAGE}", "language")
    return tag or LANGUAGE


def read_zone(written: Written) -> tzinfo:
    """Return the time zone of a name such as Asia/Taipei."""
    name = written.text("zone")
    if not name or name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, LookupError):
        written.error(f"zone {name!r} is not known; write one like Asia/Taipei", "zone")
        return UTC


def read_publish(written: Written) -> Publish | None:
    """Return which notes are public; an unknown answer makes only marked ones public."""
    if "publish" not in written.values:
        return None
    match written.values["publish"]:
        case "all":
            return "all"
        case "marked":
            return "marked"
        case other:
            written.error(f'publish is {other!r}; write "marked" or "all"', "publish")
            return "marked"


def read_letter(written: Written) -> Letter:
    """Return how much of a note is mailed; an unknown answer mails the least."""
    match written.values.get("letter", "full"):
        case "full":
            return "full"
        case "opening":
            return "opening"
        case other:
            written.error(f'letter is {other!r}; write "opening" or "full"', "letter")
            return "opening"


def read_yes(written: Written, key: str) -> bool:
    """Return whether pages have cards or forms, as they do unless it says `false`."""
    said = written.values.get(key, True)
    if not isinstance(said, bool):
        written.error(f"{key} is {said!r}; write true or false", key)
    return said is True


def read_dates(written: Written) -> Dates:
    """Return who says when a note was planted and tended; an unknown answer asks nobody else."""
    match written.values.get("dates", "git"):
        case "git":
            return "git"
        case "front matter":
            return "front matter"
        case other:
            written.error(f'dates is {other!r}; write "git" or "front matter"', "dates")
            return "front matter"


def read_maturity(written: Written) -> dict[Maturity, tuple[str, ...]]:
    """Return a garden's own words; the first of each is the one that is shown."""
    value = written.values.get("maturity", {})
    if not isinstance(value, dict):
        written.error('[maturity] is a table, as `evergreen = ["Oak"]` below it', "maturity")
        return {}
    words: dict[Maturity, tuple[str, ...]] = {}
    for name in cast(dict[str, object], value):
        if name in set(map(str, Maturity)):
            words[Maturity(name)] = written.texts("maturity", name)
        else:
            written.error(f"[maturity] knows no `{name}`", "maturity", name)
    return words


def place_of(error: Exception, file: Path) -> tuple[int, int]:
    """Return line and column of what cannot be read; of TOML only the error's text tells them."""
    if found := re.search(r"line (\d+), column (\d+)", str(error)):
        return int(found[1]), int(found[2])
    if isinstance(error, RecursionError):
        return 1, 1
    end = error.start if isinstance(error, UnicodeDecodeError) else None
    before = file.read_bytes()[:end].decode("utf-8", "replace")
    return before.count("\n") + 1, len(before) - before.rfind("\n")
