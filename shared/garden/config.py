"""What `garden.toml` says about a garden."""

import re
import tomllib
from dataclasses import dataclass, field
from datetime import UTC, tzinfo
from pathlib import Path
from typing import Literal, cast
from zoneinfo import ZoneInfo

from shared.garden.note import Maturity
from shared.garden.problem import Problems

FILE = "garden.toml"
KNOWN = {
    "title",
    "description",
    "language",
    "author",
    "zone",
    "publish",
    "ignore",
    "maturity",
    "mail",
}

Publish = Literal["marked", "all"]


@dataclass(frozen=True, slots=True)
class Config:
    """How a garden is called, where its notes are, and which of them are public."""

    notes: Path
    title: str
    description: str = ""
    language: str = "en"
    author: str = ""
    zone: tzinfo = UTC
    publish: Publish | None = None  # None: nobody decided yet, so nothing may be announced
    ignore: tuple[str, ...] = ()
    maturity: dict[Maturity, tuple[str, ...]] = field(
        default_factory=dict[Maturity, tuple[str, ...]]
    )


def read_config(site: Path, problems: Problems) -> Config:
    """Read a garden's settings; a folder without `garden.toml` is itself the notes."""
    file = site / FILE
    if not file.is_file():
        return Config(notes=site, title=site.resolve().name or "Garden")
    try:
        written: dict[str, object] = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        problems.error(FILE, *place_of(error), f"cannot be read: {error}")
        written = {"publish": "marked"}  # fail closed: who knows what it was meant to say
    return interpret(site, written, problems)


def interpret(site: Path, written: dict[str, object], problems: Problems) -> Config:
    """Turn what was written into settings, complaining of what makes no sense."""
    for key in sorted(written.keys() - KNOWN):
        problems.warn(FILE, 1, 1, f"nothing reads `{key}`")
    if not (site / "notes").is_dir():
        problems.error(FILE, 1, 1, "there is no folder `notes` beside it")
    return Config(
        notes=site / "notes",
        title=text(written, "title", problems) or site.resolve().name,
        description=text(written, "description", problems),
        language=language_tag(text(written, "language", problems) or "en"),
        author=text(written, "author", problems),
        zone=read_zone(text(written, "zone", problems), problems),
        publish=read_publish(written, problems),
        ignore=tuple(each.strip("/") for each in texts(written.get("ignore"))),
        maturity=read_maturity(written.get("maturity"), problems),
    )


def language_tag(written: str) -> str:
    """Write a language as browsers expect it: zh-Hant, zh-TW, en."""
    first, *rest = written.strip().replace("_", "-").split("-")
    sizes = {2: str.upper, 4: str.title}
    return "-".join([first.lower(), *(sizes.get(len(each), str.lower)(each) for each in rest)])


def text(written: dict[str, object], key: str, problems: Problems) -> str:
    """Return one text, or an empty one."""
    value = written.get(key, "")
    if isinstance(value, str):
        return " ".join(value.split())
    problems.error(FILE, 1, 1, f"`{key}` is not a text in quotes")
    return ""


def texts(value: object) -> tuple[str, ...]:
    """Return a list of texts, also where one text stands alone."""
    if isinstance(value, str):
        return (value,)
    if isinstance(value, list):
        return tuple(str(each) for each in cast(list[object], value))
    return ()


def read_zone(name: str, problems: Problems) -> tzinfo:
    """Return the time zone of a name such as Asia/Taipei."""
    if not name or name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, LookupError):
        problems.error(FILE, 1, 1, f"zone {name!r} is not known; write one like Asia/Taipei")
        return UTC


def read_publish(written: dict[str, object], problems: Problems) -> Publish | None:
    """Return which notes are public; an unknown answer makes only marked ones public."""
    if "publish" not in written:
        return None
    match written["publish"]:
        case "all":
            return "all"
        case "marked":
            return "marked"
        case other:
            problems.error(FILE, 1, 1, f'publish is {other!r}; write "marked" or "all"')
            return "marked"


def read_maturity(value: object, problems: Problems) -> dict[Maturity, tuple[str, ...]]:
    """Return a garden's own words; the first of each is the one that is shown."""
    if not isinstance(value, dict):
        return {}
    words: dict[Maturity, tuple[str, ...]] = {}
    for name, said in cast(dict[str, object], value).items():
        if name in set(map(str, Maturity)):
            words[Maturity(name)] = texts(said)
        else:
            problems.error(FILE, 1, 1, f"[maturity] knows no `{name}`")
    return words


def place_of(error: ValueError) -> tuple[int, int]:
    """Return the line and column of a TOML error, which only its text tells."""
    found = re.search(r"line (\d+), column (\d+)", str(error))
    return (int(found[1]), int(found[2])) if found else (1, 1)
