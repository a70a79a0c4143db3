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
        """Return line and column of a key, which the parser of Python does not tell.

        The first lines that make sense alone and have the key end with what says it.
        """
        lines, begun = self.source.split("\n"), 0
        for count in range(1, len(lines) + 1):
            try:
                values = tomllib.loads("\n".join(lines[:count]))
            except tomllib.TOMLDecodeError:
                continue  # in the middle of a list or of a long text
            if value_of(values, keys) is not None:
                return begun + 1, max(lines[begun].find(keys[-1]), 0) + 1
            begun = count
        return 1, 1


def value_of(values: Mapping[str, object], keys: tuple[str, ...]) -> object:
    """Return what stands under a key, below others; None where nothing does."""
    first, *rest = keys
    below = values.get(first)
    if not rest:
        return below
    return (
        value_of(cast("dict[str, object]", below), tuple(rest)) if isinstance(below, dict) else None
    )
