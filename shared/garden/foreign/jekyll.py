"""Where Jekyll puts a page: posts by date, collections by path, everything else where it lies."""

import re
import unicodedata
from datetime import UTC, date

from shared.garden.foreign.rules import Rules
from shared.garden.foreign.source import NoAddress, NoPage, Source, below
from shared.garden.vault.dates import Moment, day, instant

STYLES = {
    "date": "/:categories/:year/:month/:day/:title:output_ext",
    "pretty": "/:categories/:year/:month/:day/:title/",
    "ordinal": "/:categories/:year/:y_day/:title:output_ext",
    "weekdate": "/:categories/:year/W:week/:short_day/:title:output_ext",
    "none": "/:categories/:title:output_ext",
}
POST = re.compile(r"(\d{2,4}-\d{1,2}-\d{1,2})-(.*)")
TOKEN = re.compile(r":([a-z_]+)")
DATES = {
    "year": "%Y", "month": "%m", "day": "%d", "hour": "%H", "minute": "%M", "second": "%S",
    "short_year": "%y", "y_day": "%j", "w_year": "%G", "week": "%V", "w_day": "%u",
    "long_month": "%B", "long_day": "%A",
}  # fmt: skip
PRETTY = "._~!$&'()+,;=@"


def address(source: Source, rules: Rules) -> str:
    """Return the path of a page."""
    folders = source.folder.split("/")
    if is_left_out(source):
        raise NoPage
    own = source.says("permalink")
    if "_posts" in folders:
        style = rules.pattern("posts") or "date"
        return tidy(fill(own or STYLES.get(style, style), of_post(source, folders), source))
    style = rules.pattern("") or "date"
    if folders[0].startswith("_"):
        known = of_document(source)
        listed = rules.permalinks.get(known["collection"])
        pattern = own or listed or with_ending("/:collection/:path", style)
    else:
        known = {"path": source.folder, "basename": source.stem.rstrip(".")}
        index = "/:path/" if source.stem == "index" else with_ending("/:path/:basename", style)
        pattern = own or index
    return tidy(fill(pattern, known, source))


def is_left_out(source: Source) -> bool:
    """Tell whether a name says no: one with an underscore is a folder of posts, or a collection."""
    first, *others = source.name.split("/")
    names = others or [first]
    return any(name[:1] in ("_", "#", "~") for name in names if name != "_posts")


def of_post(source: Source, folders: list[str]) -> dict[str, str]:
    """Return what is known of a post: its date and name are those of the file."""
    if POST.fullmatch(source.stem) is None:
        raise NoPage  # Jekyll leaves out a post without a date in its name
    above = [each for each in folders[: folders.index("_posts")] if each]
    named = dict.fromkeys(map(str.lower, [*above, *categories(source)]))
    return {**of_name(source), "collection": "posts", "categories": "/".join(named)}


def of_document(source: Source) -> dict[str, str]:
    """Return what is known of a document in a collection."""
    collection, _, within = source.name.partition("/")
    return {
        **of_name(source),
        "collection": collection.lstrip("_"),
        "path": within.rstrip("."),
        "categories": "/".join(map(str.lower, categories(source))),
    }


def of_name(source: Source) -> dict[str, str]:
    """Return what a name says, and the date in it, unless the front matter has another."""
    found = POST.fullmatch(source.stem)
    moment = source.date
    if found and moment is None:
        year, month, number = map(int, found[1].split("-"))
        moment = date(year + 2000 * (year < 100), month, number)
    name = source.says("slug") or (found[2] if found else source.stem).rstrip(".")
    return {
        **(of_moment(moment) if moment else {}),
        "title": slugify(name, PRETTY),
        "slug": slugify(name).lower(),
        "name": slugify(source.stem).lower(),
    }


def of_moment(moment: Moment) -> dict[str, str]:
    """Return every way to write a date."""
    when = day(moment)
    clock = instant(moment, UTC)
    written = {name: clock.strftime(code) for name, code in DATES.items()}
    return {
        **written,
        "i_day": str(when.day),
        "i_month": str(when.month),
        "short_month": when.strftime("%b"),
        "short_day": when.strftime("%a"),
    }


def categories(source: Source) -> list[str]:
    """Return the categories in the front matter; a text is split at its spaces."""
    value = source.front_matter.first("categories", "category")
    if value is None:
        return []
    if value.items:
        return list(value.items)
    return [value.text] if value.key == "category" else value.text.split()


def with_ending(pattern: str, style: str) -> str:
    """Return a pattern that ends as the style of the posts does."""
    if style == "pretty" or style.endswith("/"):
        return f"{pattern}/"
    is_file = style in STYLES or style.endswith(":output_ext")
    return f"{pattern}:output_ext" if is_file else pattern


def fill(pattern: str, known: dict[str, str], source: Source) -> str:
    """Fill in a pattern.

    Raises:
        NoAddress: it asks for what the file does not tell.

    """

    def value(found: "re.Match[str]") -> str:
        name = found[1]
        if name == "output_ext":
            return ".html"
        if name not in known:
            raise NoAddress(
                f"its permalink asks for `:{name}`", source.front_matter.first("permalink")
            )
        return known[name]

    return TOKEN.sub(value, pattern)


def tidy(path: str) -> str:
    """Return a path without empty steps and steps of dots, its last slash kept."""
    steps = [step for step in path.split("/") if step.strip(".")]
    last = "/" if path.endswith("/") and steps else ""
    return re.sub(r"/index\.html$", "/", below(*steps)) + last


def slugify(text: str, signs: str = "") -> str:
    """Return a text with a dash for whatever is no letter, no digit and none of these signs."""
    kept = "".join(each if is_letter(each) or each in signs else "\0" for each in text)
    return re.sub("\0+", "-", kept).removeprefix("-").removesuffix("-")


def is_letter(character: str) -> bool:
    """Tell letters, digits and the marks on them from everything else."""
    return unicodedata.category(character)[0] in "LM" or character.isdecimal()
