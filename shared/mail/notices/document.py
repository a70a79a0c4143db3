"""Reach into JSON that a stranger has written: whatever is missing or of another type is empty."""

import json
from typing import Any, cast

Record = dict[str, Any]


def document(text: str | bytes) -> Record:
    """Return a JSON object; an empty one for everything else."""
    try:
        return as_record(json.loads(text))
    except (ValueError, RecursionError):
        return {}


def record(within: Record, name: str) -> Record:
    """Return an object in an object."""
    return as_record(within.get(name))


def records(within: Record, name: str) -> list[Record]:
    """Return the objects of a list in an object."""
    found = within.get(name)
    return [as_record(one) for one in cast("list[Any]", found)] if isinstance(found, list) else []


def text(within: Record, name: str) -> str:
    """Return a text in an object; a number as it would be written."""
    found = within.get(name)
    return str(found) if isinstance(found, (str, int)) else ""


def as_record(value: object) -> Record:
    """Return an object, or an empty one."""
    return cast("Record", value) if isinstance(value, dict) else {}
