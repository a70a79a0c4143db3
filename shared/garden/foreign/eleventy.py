"""Where Eleventy puts a page: after its file, or where its `permalink` says.

A permalink is a template there. What the file and its front matter can answer is filled in; any
other template belongs to the site's own code, and only that knows.
"""

import re

from shared.garden.foreign.rules import Rules
from shared.garden.foreign.source import NoAddress, NoPage, Source, below

DATED = re.compile(r"\d{4}-\d{2}-\d{2}-(.*)")
INDEX = re.compile(r"(?:^|(?<=/))index(?:\.html)?/?$")
FILLED = re.compile(r"\{\{-?\s*([\w.]+)\s*(?:\|\s*(slugify|slug)\s*)?-?\}\}")
SIGNS = re.compile(r"[^a-z0-9]+")
CONTRACTION = re.compile(r"(?<![a-z0-9])([a-z0-9]++)'([ts])(?=\s|$)")


def address(source: Source, rules: Rules) -> str:
    """Return the path of a page."""
    permalink = source.says("permalink")
    if permalink.lower() == "false":
        raise NoPage
    pattern = permalink or rules.pattern(source.folder.partition("/")[0])
    if not pattern:
        return INDEX.sub("", default(source))
    return INDEX.sub("", below(fill(pattern, source)) + ("/" if pattern.endswith("/") else ""))


def default(source: Source) -> str:
    """Return the path without a permalink: a file called like its folder is the folder's own."""
    folder, stem = source.folder, source.stem
    is_folders_own = stem == "index" or stem == folder.rpartition("/")[2] != ""
    path = below(folder, "" if is_folders_own else stem)
    return path if path == "/" else f"{path}/"


def fill(pattern: str, source: Source) -> str:
    """Fill in what is known of a page.

    Raises:
        NoAddress: the template asks for something else.

    """
    place = source.front_matter.first("permalink")

    def value(found: "re.Match[str]") -> str:
        name, is_slug = found[1], bool(found[2])
        known = values(source).get(name) or source.says(name)
        if not known:
            raise NoAddress(f"its permalink asks for `{name}`", place)
        if is_slug and not known.isascii():  # which letters become of others, only Eleventy knows
            raise NoAddress(f"its permalink makes a slug of {known!r}", place)
        return slugify(known) if is_slug else known

    filled = FILLED.sub(value, pattern)
    if "{{" in filled or "{%" in filled:
        raise NoAddress(f"its permalink is the template {pattern!r}", place)
    return filled


def values(source: Source) -> dict[str, str]:
    """Return what templates know of a file."""
    stem = undated(source.stem)
    own = undated(source.folder.rpartition("/")[2]) if stem == "index" else stem
    return {"page.fileSlug": own, "page.filePathStem": below(source.folder, stem)}


def undated(name: str) -> str:
    """Return a name without the date that it begins with."""
    found = DATED.search(name)
    return found[1] if found else name


def slugify(text: str) -> str:
    """Return a text of a to z as Eleventy's filter of that name writes it."""
    plain = CONTRACTION.sub(r"\1\2", text.lower().replace("&", " and "))
    return SIGNS.sub("-", plain).strip("-")
