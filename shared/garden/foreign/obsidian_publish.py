"""Where Obsidian Publish shows a note: under its path with `+` for spaces, or its `permalink`."""

from shared.garden.foreign.rules import Rules
from shared.garden.foreign.source import Source, below


def address(source: Source, rules: Rules) -> str:
    """Return the path of a page."""
    del rules
    return below(source.says("permalink") or source.name.replace(" ", "+"))
