"""What a handler returns: kept as JSON in the job's row, checked as payloads are, read typed."""

from dataclasses import fields, is_dataclass
from typing import Any, TypeVar, cast, get_origin

from shared import tx
from shared.outbox.payload import Undecodable, decode, fits, readable, stored_json

R = TypeVar("R")

RESULT = """
    select result::text from background_jobs where id = %(id)s and result is not null
"""


class BadResult(ValueError):
    """What the handler returned cannot or must not be stored; the text names the path."""

    @property
    def public(self) -> str:
        """The text, which shows no value."""
        return str(self)


async def result(job_id: int, kind: type[R]) -> R | None:
    """Return what a job's handler returned, or None while there is nothing.

    `kind` is a frozen dataclass, or what JSON gives: str, int, float, bool, list or dict. A
    dataclass that has changed reads its old results by `upcast`, as a payload does.

    Raises:
        Undecodable: the result is no `kind`.

    """
    async with tx.run():
        stored = await tx.scalar(str, RESULT, id=job_id)
    if stored is None:
        return None
    if is_dataclass(kind):
        return cast("R", decode(cast("Any", kind), stored))
    found = readable(stored)
    expected = get_origin(kind) or kind
    if expected is float and fits(found, float):
        return cast("R", float(cast("float", found)))
    if type(found) is not expected:
        raise Undecodable(f"the result is a {type(found).__name__}, not a {expected.__name__}")
    return cast("R", found)


def encode_result(value: object) -> str | None:
    """Return what a handler returned as JSON, None for None.

    Raises:
        BadResult: naming the path of what cannot be stored.

    """
    if value is None:
        return None
    if is_dataclass(value) and not isinstance(value, type):
        value = {field.name: getattr(value, field.name) for field in fields(value)}
    return stored_json(value, "result", BadResult)
