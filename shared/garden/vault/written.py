"""What stands in `garden.toml`, with the place of every key, for complaints that can be found."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, cast

from shared.garden.problem import Problems
from shared.garden.vault.front_matter import clean

FILE = "garden.toml"
# What has breaks or brackets in it that part nothing (TOML 1.0), a bracket, or the end of a line.
TOKEN = re.compile(
    r""""{3}(?:\\.|[^\\])*?"{3,5}|'{3}.*?'{3,5}|"(?:\\.|[^"\\\n])*+"|'[^'\n]*+'|#[^\n]*+|[\[\]{}\n]""",
    re.DOTALL,
)


class Said(NamedTuple):
    """A text that a key has, and where: its line and column."""

    text: str
    place: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Written:
    """The text of the file, what it means, and who hears what is wrong with it."""

    source: str
    values: Mapping[str, object]
    problems: Problems

    def error(self, message: str, *keys: str) -> None:
        """Complain of what a key says."""
        self.problems.error(FILE, *self.place_of(*keys), message)

    def warn(self, message: str, *keys: str) -> None:
        """Remark on a key."""
        self.problems.warn(FILE, *self.place_of(*keys), message)

    def text(self, key: str) -> str:
        """Return one text, or an empty one."""
        value = self.values.get(key, "")
        if isinstance(value, str):
            return " ".join(clean(value).split())
        self.error(f"`{key}` is not a text in quotes", key)
        return ""

    def said(self, key: str) -> Said | None:
        """Return one text with its place; None where there is no such key."""
        return Said(self.text(key), self.place_of(key)) if key in self.values else None

    def texts(self, *keys: str) -> tuple[str, ...]:
        """Return a list of texts, also where one text stands alone; nothing where there is no key.

        Whatever else stands there is an error: who knows what it was meant to name.
        """
        value = value_of(self.values, keys)
        if value is None:
            return ()
        items = cast("list[object]", value) if isinstance(value, list) else [value]
        found = tuple(item for item in items if isinstance(item, str))
        if len(found) < len(items):
            self.error(f'`{keys[-1]}` is a list of texts in quotes, as ["one", "another"]', *keys)
        return found

    def place_of(self, *keys: str) -> tuple[int, int]:
        """Return line and column of a key, which the parser of Python does not tell."""
        line, written = places(self.source).get(keys, (1, ""))
        return line, max(written.find(keys[-1]), 0) + 1


@lru_cache(maxsize=4)
def places(source: str) -> dict[tuple[str, ...], tuple[int, str]]:
    """Return for each key, with those it is below, the number of its line and that line."""
    found: dict[tuple[str, ...], tuple[int, str]] = {}
    table: tuple[str, ...] | None = ()
    for line, statement in statements(source):
        written = statement.partition("\n")[0]
        keys = list(keys_in(tomllib.loads(statement)))
        if statement.lstrip().startswith("["):
            is_list = statement.lstrip().startswith("[[")
            above, table = (), None if is_list else keys[-1]
        elif table is None:
            continue
        else:
            above = table
        for key in keys:
            found.setdefault((*above, *key), (line, written))
    return found


def statements(source: str) -> Iterator[tuple[int, str]]:
    """Yield line by line what makes sense alone, with its number; the source is known to."""
    line, begin, depth, breaks = 1, 0, 0, 0
    for token in TOKEN.finditer(f"{source}\n"):
        sign = token[0]
        breaks += sign.count("\n")
        depth += (sign in ("[", "{")) - (sign in ("]", "}"))
        if sign == "\n" and depth == 0:
            yield line, source[begin : token.start()]
            line, begin = 1 + breaks, token.end()


def keys_in(values: Mapping[str, object]) -> Iterator[tuple[str, ...]]:
    """Yield every key with those it is below."""
    for key, value in values.items():
        yield (key,)
        if isinstance(value, dict):
            yield from ((key, *below) for below in keys_in(cast("dict[str, object]", value)))


def value_of(values: Mapping[str, object], keys: tuple[str, ...]) -> object:
    """Return what stands under a key, below others; None where nothing does."""
    first, *rest = keys
    below = values.get(first)
    if not rest:
        return below
    return (
        value_of(cast("dict[str, object]", below), tuple(rest)) if isinstance(below, dict) else None
    )
