"""Payloads and results as JSON: ids only, checked before they reach the table.

A payload is shown to whoever looks after the queue, and it must survive a trip through jsonb. What
would not survive it, and what looks like a secret, is refused here with the path that names it.
"""

import json
import math
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import TYPE_CHECKING, cast, get_type_hints

if TYPE_CHECKING:
    from shared.outbox.job import Job

LIMIT = 64 * 1024
DEPTH = 20

LARGEST = sys.float_info.max

# Python writes and reads no whole number of more digits.
DIGITS = 4300
TOO_LONG = 10**DIGITS

# The function enqueue_job in the migrations refuses the same names.
SECRET_KEY = re.compile(
    r"token|secret|passw|pwd|api_?key|private_?key|credential|authori[sz]ation|bearer|cookie"
    r"|e?mail$|address",
    re.IGNORECASE,
)

IDS_ONLY = (
    "The table is read by people: store an id and fetch or make the value inside the handler."
)

DECODER = json.JSONDecoder()

in_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

# An address of somebody, wherever in a text it stands: letters after the last dot of what follows
# the @. What the application calls its own things, such as `pkg@1.2`, is none.
ADDRESS = re.compile(r"(?<=[^\s<>@])@[^\s<>@/]+\.[^\W\d_]{2}")

# PostgreSQL's jsonb cannot hold U+0000, UTF-8 cannot hold half of a surrogate pair.
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


class BadPayload(ValueError):
    """The payload cannot or must not be stored; the text names the path."""


class Undecodable(ValueError):
    """What is stored does not fit its class: an old or a newer shape, or edited by hand."""

    def __init__(self, public: str) -> None:
        super().__init__(public)
        self.public = public


def stored_json(
    value: object, path: str, error: type[ValueError], is_harmless: bool = False
) -> str:
    """Return a value as the JSON that the table holds, or raise the error, which calls it `path`.

    What is known to be harmless is not looked through: its keys, and plain numbers and the like.
    """
    if not is_harmless:
        for problem in problems(value, path):
            raise error(problem)
    try:
        text = in_json(value)
    except ValueError:  # a number that is too long was harmless by its type
        raise error(next(problems(value, path), f"{path} cannot be written as JSON.")) from None
    if 4 * len(text) > LIMIT and (size := len(text.encode())) > LIMIT:
        raise error(
            f"{path} has {size} bytes, more than {LIMIT}. "
            "Store the data in a table of its own and put its id here."
        )
    return text


def readable(stored: str) -> object:
    """Return what jsonb shows says, or the text itself where Python cannot read it."""
    try:
        # Half the time of json.loads, which looks for space around it that jsonb never puts there.
        value, end = DECODER.raw_decode(stored)
        return value if end == len(stored) else json.loads(stored)
    except (ValueError, RecursionError):
        return stored


def decode(kind: "type[Job]", stored: str) -> "Job":
    """Make a payload of the JSON that the table holds.

    A class that has changed may say what its old rows mean: its class method `upcast(stored)` is
    given the object as it is stored, old or new, and returns the fields of today.

    Raises:
        Undecodable: a field is missing, unknown, or of the wrong type.

    """
    expected = shape(kind)
    values = as_object(readable(stored))
    if expected.upcast is not None:
        values = as_object(expected.upcast(values))
    if problem := misfit(values, expected):
        raise Undecodable(f"the payload{problem}")
    return kind(**values)


def as_object(value: object) -> dict[str, object]:
    """Return a JSON object, or refuse what is none."""
    if not isinstance(value, dict):
        raise Undecodable("the payload is not an object")
    return cast("dict[str, object]", value)


@dataclass(frozen=True, slots=True)
class Shape:
    """What is known of a payload class; a type of None is not checked."""

    types: dict[str, type | None]
    required: frozenset[str]
    upcast: Callable[[dict[str, object]], object] | None


@cache
def shape(kind: "type[Job]") -> Shape:
    """Return the fields of a payload class and their types, worked out once for each class."""
    hints = get_type_hints(kind)
    return Shape(
        {
            field.name: hint if (hint := hints[field.name]) in (int, str, bool, float) else None
            for field in fields(kind)
        },
        frozenset(
            field.name
            for field in fields(kind)
            if field.default is MISSING and field.default_factory is MISSING
        ),
        getattr(kind, "upcast", None),
    )


def misfit(values: dict[str, object], expected: Shape) -> str | None:
    """Return why an object does not fit a class: first what is unknown, then what is lacking."""
    types = expected.types
    if not values.keys() <= types.keys():
        return f" has an unknown field {min(values.keys() - types.keys())[:80]!r}"
    if not values.keys() >= expected.required:
        return f" lacks the field {min(expected.required - values.keys())!r}"
    for name, value in values.items():
        if (hint := types[name]) is not None and type(value) is not hint:
            if not fits(value, hint):
                return f"'s field {name!r} is not {hint.__name__}"
            values[name] = hint(value)
    return None


def fits(value: object, hint: type) -> bool:
    """Tell whether a value comes back from the table as what the field says it is.

    jsonb makes whole numbers of some floats, such as 1e20, so a whole number counts as a float.
    """
    if isinstance(value, bool):
        return hint is bool
    if hint is float:
        return isinstance(value, int | float) and -LARGEST <= value <= LARGEST
    return isinstance(value, hint)


def unfit(value: object, hint: type) -> str:
    """Return what is said of a new payload's value that no worker could read."""
    return (
        f"is of type {type(value).__name__}, and the class says {hint.__name__}: no worker could "
        "read it. Give it what the class says, or correct the class."
    )


def problems(value: object, path: str) -> Iterator[str]:
    """Yield what is wrong with a value, each time with its path."""
    match value:
        case _ if path.count(".") + path.count("[") > DEPTH:
            yield f"{path} is nested too deep; store the data elsewhere and put its id here."
        case dict():
            yield from problems_of_object(cast("dict[object, object]", value), path)
        case list() | tuple():
            for index, item in enumerate(cast("Sequence[object]", value)):
                yield from problems(item, f"{path}[{index}]")
        case str():
            yield from problems_of_text(value, path)
        case int() | float():  # bool is an int
            yield from problems_of_number(value, path)
        case None:
            return
        case _:
            yield f"{path} is a {type(value).__name__}; JSON cannot hold it. Use an id or a string."


def problems_of_number(value: float, path: str) -> Iterator[str]:
    """Yield what is wrong with a number."""
    if isinstance(value, int):
        if not -TOO_LONG < value < TOO_LONG:
            yield f"{path} has more than {DIGITS} digits. Use an id or a string."
    elif not math.isfinite(value):
        yield f"{path} is {value}; JSON has no such number."


def problems_of_text(value: str, path: str) -> Iterator[str]:
    """Yield what is wrong with a text."""
    if UNSTORABLE.search(value):
        yield f"{path} holds a NUL or half a surrogate pair; PostgreSQL cannot store it."
    elif "@" in value and ADDRESS.search(value):
        yield f"{path} holds an address. {IDS_ONLY}"


def problems_of_object(value: dict[object, object], path: str) -> Iterator[str]:
    """Yield what is wrong with the keys and the values of an object."""
    for key, item in value.items():
        if not isinstance(key, str):
            yield f"{path} has a key of type {type(key).__name__}; keys must be strings."
        elif SECRET_KEY.search(key):
            yield f"{path}.{key} looks like a secret or an address. {IDS_ONLY}"
        elif UNSTORABLE.search(key):
            yield f"{path} has a key with a NUL or half a surrogate pair."
        elif "@" in key and ADDRESS.search(key):
            yield f"{path} has a key that holds an address. {IDS_ONLY}"
        else:
            yield from problems(item, f"{path}.{key}")
