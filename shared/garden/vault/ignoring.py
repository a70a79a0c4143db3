"""Which files and folders a garden never reads, in whatever form and case their names are written.

macOS takes names apart, `é` into `e` and an accent, and sees no difference between `Drafts` and
`drafts`; a pattern that hides something on one disk has to hide it on every other.
"""

import re
import unicodedata
from collections.abc import Iterator
from fnmatch import translate
from functools import lru_cache

UNREAD = {"node_modules", "__pycache__"}
ANYWHERE = "**/"


def wanted(path: str, name: str, ignore: tuple[str, ...]) -> bool:
    """Tell whether a file or folder belongs to the garden."""
    if name.startswith(".") or name in UNREAD:
        return False
    matches = expression(ignore).match
    return not any(matches(form) for text in (path, name) for form in forms(text))


def all_wanted(path: str, ignore: tuple[str, ...]) -> bool:
    """Tell whether a file belongs to the garden, and every folder in which it lies."""
    steps = path.split("/")
    return all(wanted("/".join(steps[: end + 1]), step, ignore) for end, step in enumerate(steps))


def within(ignore: tuple[str, ...], folder: str) -> tuple[str, ...]:
    """Return patterns as they are understood within a folder, which some of them may name first."""
    named = f"{folder.casefold()}/"
    rest = (each[len(named) :] for each in map(tidied, ignore) if each.casefold().startswith(named))
    return (*ignore, *filter(None, rest))


def tidied(pattern: str) -> str:
    """Return a pattern without what says no more than where it begins and ends."""
    pattern = unicodedata.normalize("NFC", pattern)
    while pattern.startswith(("./", "/")):
        pattern = pattern.removeprefix(".").removeprefix("/")
    return pattern.rstrip("/")


@lru_cache(maxsize=64)
def expression(ignore: tuple[str, ...]) -> re.Pattern[str]:
    """Return what matches a path or a name by any of many patterns."""
    patterns = {form for each in ignore for said in meant(tidied(each)) for form in forms(said)}
    return re.compile("|".join(map(translate, sorted(patterns))) or r"(?!)")


def meant(pattern: str) -> Iterator[str]:
    """Yield a pattern, and what it means at the top where it means any depth."""
    yield pattern
    while pattern.startswith(ANYWHERE):
        pattern = pattern.removeprefix(ANYWHERE)
        yield pattern


def forms(text: str) -> tuple[str, ...]:
    """Return the forms in which a text is compared: composed, and without case as well."""
    written = unicodedata.normalize("NFC", text)
    folded = unicodedata.normalize("NFC", written.casefold())
    return (written,) if folded == written else (written, folded)
