"""Reach into JSON that a stranger has written: whatever is missing or of another type is empty."""

import json
import re
from typing import Any, cast

Record = dict[str, Any]

NEVER_WRITTEN = re.compile("[\\x00\\ud800-\\udfff]")


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
    """Return a text in an object; a number as it would be written.

    Halves of characters cannot be encoded, and PostgreSQL keeps no NUL: such a text is no text.
    """
    found = within.get(name)
    written = str(found) if isinstance(found, (str, int)) else ""
    return "" if NEVER_WRITTEN.search(written) else written


def as_record(value: object) -> Record:
    """Return an object, or an empty one."""
    return cast("Record", value) if isinstance(value, dict) else {}
