"""Braces of stylesheets: one that is never closed would swallow all rules after it."""

import re
from typing import NamedTuple

# A comment and a text may hold any brace; one without its end goes on to the end of the file, or
# of the line.
TOKEN = re.compile(
    r"/\*.*?(?:\*/|\Z)|\"(?:\\.|[^\"\\\n])*+\"?|'(?:\\.|[^'\\\n])*+'?|[{}]", re.DOTALL
)


class Unclosed(NamedTuple):
    """What a stylesheet leaves open."""

    end: str  # what closes it all
    at: int  # where the first of it begins, in characters


def unclosed(css: str) -> Unclosed | None:
    """Return what is left open at the end of a stylesheet, None where nothing is."""
    opened: list[int] = []
    for found in TOKEN.finditer(css):
        token = found[0]
        if token == "{":
            opened.append(found.start())
        elif token == "}" and opened:
            opened.pop()
        elif token.startswith("/*") and (not token.endswith("*/") or len(token) < len("/**/")):
            return Unclosed("*/" + "}" * len(opened), (opened or [found.start()])[0])
    return Unclosed("}" * len(opened), opened[0]) if opened else None
