"""What Quartz is told to make no page of: `ignorePatterns` in its configuration.

Version 4 has a program there, `quartz.config.ts`, and version 5 YAML. Only a plain list of texts is
read; of any other nobody knows what it keeps at home, and that is said.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from shared.garden.foreign.unbuilt import UNBUILT
from shared.garden.problem import Problems
from shared.garden.vault.settings_file import settings_text

CONFIGURATIONS = ("quartz.config.ts", "quartz.config.yaml", "quartz.config.yml")
KEY = re.compile(r"\bignorePatterns[\"']?\s*:[^\S\n]*")
TEXT = r"\"([^\"\n]*)\"|'([^'\n]*)'|`([^`\n$]*)`"
BETWEEN = r"(?:[\s,]|//[^\n]*|\#[^\n]*|/\*.*?\*/)*+"
ITEM = re.compile(rf"{BETWEEN}(?:{TEXT})", re.DOTALL)
BARE = re.compile(rf"{BETWEEN}(?:{TEXT}|([^\s\[\],\"'#][^\[\],\n]*))", re.DOTALL)
END = re.compile(rf"{BETWEEN}\]", re.DOTALL)
REMARKS = r"(?:[^\S\n]*+(?:#[^\n]*+)?+\n)++"  # what is left of a line, and lines without an item
LINE = re.compile(rf"{REMARKS}[^\S\n]*-[^\S\n]+(?:{TEXT}|([^\s\"'#&*!|>{{\[][^\n#]*))")
MORE = re.compile(rf"{REMARKS}[^\S\n]*-[^\S\n]")
# A beginning that means wherever a folder lies, and, backwards, an ending that means all below it.
BEFORE = re.compile(r"(?:!|\./|/|\*\*/)*+")
AFTER = re.compile(r"/?+(?:\*?\*/)*+")
UNKNOWN = re.compile(r"[{}()|\\]")
REMEDY = 'write what it keeps out into garden.toml, as ignore = ["folder"]'


def quartz_ignores(site: Path, problems: Problems) -> tuple[str, ...]:
    """Return patterns of what Quartz, set up in `site`, passes over: rather too much than less."""
    files = [site / name for name in CONFIGURATIONS]
    if site.name == "content":
        files += [site.parent / name for name in CONFIGURATIONS]
    found = [file for file in files if file.is_file()]
    patterns = [pattern for file in found for pattern in read(file, problems)]
    return (*UNBUILT["quartz"], *patterns) if found else ()


def read(file: Path, problems: Problems) -> Iterator[str]:
    """Yield the patterns of one configuration, and say which cannot be understood."""
    try:
        source = settings_text(file, "replace").replace("\r\n", "\n")
    except OSError as error:
        problems.error(file.name, 1, 1, f"cannot be read: {error}; until then no note is shown")
        yield "*"
        return
    for begin in KEY.finditer(source):
        before = source[: begin.start()]
        place = before.count("\n") + 1, len(before) - before.rfind("\n")
        listed = texts(source, begin.end(), is_yaml=file.suffix != ".ts")
        if listed is None:
            problems.warn(file.name, *place, f"`ignorePatterns` is no list of texts; {REMEDY}")
            continue
        for written in listed:
            pattern = without(AFTER, without(BEFORE, written.strip())[::-1])[::-1]
            if UNKNOWN.search(pattern):
                problems.warn(file.name, *place, f"{written!r} cannot be read; {REMEDY}")
            elif pattern.strip("*/"):
                yield pattern


def without(beginning: re.Pattern[str], text: str) -> str:
    """Return a text without how it begins."""
    found = beginning.match(text)
    return text[found.end() :] if found else text


def texts(source: str, begin: int, *, is_yaml: bool) -> list[str] | None:
    """Return the texts of a list that begins here, in brackets or line by line; None for more."""
    found: list[str] = []
    is_open = source.startswith("[", begin)
    item, at = (BARE if is_yaml else ITEM, begin + 1) if is_open else (LINE, begin)
    while each := item.match(source, at):
        found.append(next(text for text in each.groups() if text is not None).strip())
        at = each.end()
    is_whole = END.match(source, at) if is_open else found and not MORE.match(source, at)
    return found if is_whole else None
