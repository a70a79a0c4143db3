"""Where Quartz puts a page: after its file, whatever the front matter says.

A `permalink` is only one more alias there. Version 4 keeps capitals; version 5 lowers them and
drops more signs, which is `case = "lower"`.
"""

import re

from shared.garden.foreign.rules import Rules
from shared.garden.foreign.source import Source

INDEX = ("index", "_index")
DROPPED = re.compile(r"[?#]")
DROPPED_TOO = re.compile(r'[<>:"|*]')


def address(source: Source, rules: Rules) -> str:
    """Return the path of a page."""
    return "/" + "/".join(steps(source.name, rules))


def attachment(path: str, rules: Rules) -> str:
    """Return the path of a picture or another file, whose name goes the same way."""
    name, dot, ending = path.rpartition(".")
    return "/" + "/".join(segment(each, rules) for each in (name or path).split("/")) + dot + ending


def steps(name: str, rules: Rules) -> list[str]:
    """Return the steps of a path; the last of an index is empty."""
    *folders, last = (segment(each, rules) for each in name.split("/"))
    return [*folders, "" if last in INDEX else last]


def segment(text: str, rules: Rules) -> str:
    """Return one step of a path."""
    kept = re.sub(r"\s", "-", text).replace("&", "-and-").replace("%", "-percent")
    kept = DROPPED.sub("", kept)
    return DROPPED_TOO.sub("", kept).lower() if rules.case == "lower" else kept
