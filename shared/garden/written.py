"""What stands in `garden.toml`, with the place of every key, for complaints that can be found."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from shared.garden.problem import Problems

FILE = "garden.toml"


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
            return " ".join(value.split())
        self.error(f"`{key}` is not a text in quotes", key)
        return ""

    def place_of(self, *keys: str) -> tuple[int, int]:
        """Return line and column of a key, which the parser of Python does not tell.

        The first lines that make sense alone and have the key end with what says it.
        """
        lines, begun = self.source.split("\n"), 0
        for count in range(1, len(lines) + 1):
            try:
                values = tomllib.loads("\n".join(lines[:count]))
            except tomllib.TOMLDecodeError:
                continue  # in the middle of a list or of a long text
            if has(values, keys):
                return begun + 1, max(lines[begun].find(keys[-1]), 0) + 1
            begun = count
        return 1, 1


def has(values: Mapping[str, object], keys: tuple[str, ...]) -> bool:
    """Tell whether there is a key, below others."""
    first, *rest = keys
    if first not in values or not rest:
        return first in values
    below = values[first]
    return isinstance(below, dict) and has(cast("dict[str, object]", below), tuple(rest))


def texts(value: object) -> tuple[str, ...]:
    """Return a list of texts, also where one text stands alone."""
    if isinstance(value, str):
        return (value,)
    if isinstance(value, list):
        return tuple(str(each) for each in cast(list[object], value))
    return ()
