"""Where Hugo puts a page: after its file, its `slug`, its `url`, or a pattern of `permalinks`."""

import re
import unicodedata

from shared.garden.foreign.rules import Rules
from shared.garden.foreign.source import NoAddress, NoPage, Source, below
from shared.garden.vault.dates import day

SIGNS = "._#+~-@/"
TOKEN = re.compile(r":([a-z]+)")
HEXADECIMAL = re.compile(r"%[0-9A-Fa-f]{2}")


def address(source: Source, rules: Rules) -> str:
    """Return the path of a page."""
    if source.says("headless").lower() == "true" or source.front_matter.every("build", "_build"):
        raise NoPage
    own = source.says("url")
    if own:
        return given(own)
    folder, stem = source.folder, source.stem
    if stem == "_index":
        return page(f"/{folder}", rules) if folder else "/"
    if stem == "index":  # a bundle: its folder is the page
        folder, _, stem = folder.rpartition("/")
    pattern = rules.pattern(folder.partition("/")[0])
    name = source.says("slug") or stem
    path = fill(pattern, source, folder, stem) if pattern else f"/{folder}/{name}"
    return page(path, rules)


def given(url: str) -> str:
    """Return the path of a page whose front matter has its `url`, which nothing is changed in."""
    path = below(url)
    return path if "." in path.rpartition("/")[2] or path == "/" else f"{path}/"


def page(path: str, rules: Rules) -> str:
    """Return the path of a page with its end, which is there before the letters are sifted."""
    end = ".html" if rules.is_ugly else "/"
    return sanitised(below(path).rstrip("/") + end, rules)


def fill(pattern: str, source: Source, folder: str, stem: str) -> str:
    """Fill in a pattern of `permalinks`."""
    title = source.says("title") or stem

    def value(found: "re.Match[str]") -> str:
        name = found[1]
        steps = {
            "section": folder.partition("/")[0],
            "sections": folder,
            "title": title,
            "slug": source.says("slug") or title,
            "filename": stem,
            "contentbasename": stem,
            "slugorfilename": source.says("slug") or stem,
            "slugorcontentbasename": source.says("slug") or stem,
        }
        return steps[name] if name in steps else dated(name, source)

    return TOKEN.sub(value, pattern)


def dated(name: str, source: Source) -> str:
    """Return a part of the date."""
    codes = {
        "year": "%Y", "month": "%m", "day": "%d", "monthname": "%B", "weekday": "%w",
        "weekdayname": "%A", "yearday": "%j",
    }  # fmt: skip
    if name not in codes or source.date is None:
        raise NoAddress(f"the permalink asks for `:{name}`, which it does not have")
    written = day(source.date).strftime(codes[name])
    return written.lstrip("0") if name == "yearday" else written


def sanitised(path: str, rules: Rules) -> str:
    """Return a path in the letters that Hugo lets into an address."""
    out: list[str] = []
    gap = False
    for index, letter in enumerate(path):
        if kept(letter) or HEXADECIMAL.match(path, index):
            if gap and letter != "-":
                out.append("-")
            gap = False
            out.append(letter)
        elif out and letter.isspace() and out[-1] != "-":
            gap = True
    written = "".join(out)
    return written.lower() if rules.case == "lower" else written


def kept(letter: str) -> bool:
    """Tell whether a letter may stand in an address."""
    return (
        letter in SIGNS
        or unicodedata.category(letter) in ("Mn", "Mc", "Me", "Nd")
        or (unicodedata.category(letter)[0] == "L")
    )
