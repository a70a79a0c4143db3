"""The head of a note as other generators let it be written: YAML, and TOML in Hugo.

What is in a form that is not read here is refused: a `draft = true` in it would go unseen.
"""

import re
import tomllib
from collections.abc import Iterator
from datetime import date, time
from typing import cast

from shared.garden.foreign.rules import Rules
from shared.garden.vault.front_matter import (
    BadFrontMatter,
    FrontMatter,
    Value,
    load,
    of_list,
    plain,
    split,
)
from shared.garden.vault.unseen import refuse_unseen

OPENING = re.compile(r"\+\+\+[ \t]*\n")
CLOSING = re.compile(r"^\+\+\+[ \t]*$", re.MULTILINE)
OTHER = re.compile(r"\+\+\+[ \t]*\n|---[ \t]*[a-z]+[ \t]*\n|;;;[ \t]*\n|\{[ \t]*\n")
PARAMS = "params"  # below which Hugo keeps a site's own words
PLACE = re.compile(r"line (\d+), column (\d+)")


def read_head(text: str, rules: Rules | None) -> tuple[FrontMatter, str, int]:
    """Return the front matter, the body, and the line on which the body begins.

    Raises:
        BadFrontMatter: it cannot be read.

    """
    if rules and rules.generator == "hugo" and OPENING.match(text):
        return read_toml(text)
    if rules and OTHER.match(text):
        raise BadFrontMatter(1, 1, "front matter is not YAML between two lines of ---")
    source, body, line = split(text)
    refuse_unseen(body, line)
    within = PARAMS if rules and rules.generator == "hugo" else ""
    return load(source, within=within) if source else FrontMatter(), body, line


def read_toml(text: str) -> tuple[FrontMatter, str, int]:
    """Read a head in TOML, which begins on the second line of the file."""
    closing = CLOSING.search(text, 4)
    if not closing:
        raise BadFrontMatter(1, 1, "front matter opens with +++ and never closes")
    source = text[text.index("\n") + 1 : closing.start()]
    try:
        values = tomllib.loads(source)
    except RecursionError:
        raise BadFrontMatter(2, 1, "front matter is not TOML: it is nested too deeply") from None
    except tomllib.TOMLDecodeError as error:
        found = PLACE.search(str(error))
        line, column = (int(found[1]) + 1, int(found[2])) if found else (2, 1)
        raise BadFrontMatter(line, column, f"front matter is not TOML: {error}") from error
    head = FrontMatter()
    params = values.get(PARAMS)
    below = cast("dict[str, object]", params) if isinstance(params, dict) else {}
    for value in (*as_values(values, source), *as_values(below, source)):
        head.values.setdefault(plain(value.key), []).append(value)
    return head, text[closing.end() + 1 :], text.count("\n", 0, closing.end()) + 2


def as_values(values: dict[str, object], source: str) -> Iterator[Value]:
    """Yield what TOML says as if YAML had said it."""
    lines = lines_of(source)
    for key, value in values.items():
        line = lines.get(key, 2)
        match value:
            case bool():
                yield Value(key, "text", str(value).lower(), (), line, 1)
            case str() | int() | float():
                text = str(value)
                yield Value(key, "text" if text.strip() else "empty", text, (), line, 1)
            case date() | time():
                yield Value(key, "text", value.isoformat(), (), line, 1)
            case list():
                said = of_list([str(each) for each in cast("list[object]", value)])
                yield Value(key, *said, line, 1)
            case _:
                yield Value(key, "other", "", (), line, 1)


def lines_of(source: str) -> dict[str, int]:
    """Return for each key the line of the file on which it stands first."""
    found: dict[str, int] = {}
    for number, line in enumerate(source.split("\n"), 2):
        name = line.partition("=")[0].strip(" \t\"'")
        found.setdefault(name, number)
        found.setdefault(name.partition(".")[0], number)
    return found
