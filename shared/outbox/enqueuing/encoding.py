"""Payloads on their way into the table: checked, and written as JSON, one or many at a time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cache
from json.encoder import encode_basestring
from operator import attrgetter
from typing import TYPE_CHECKING, Any, cast

from shared.outbox.misuse import check_job_class
from shared.outbox.payload import (
    ADDRESS,
    IDS_ONLY,
    LIMIT,
    SECRET_KEY,
    UNSTORABLE,
    BadPayload,
    fits,
    in_json,
    shape,
    stored_json,
    unfit,
)

if TYPE_CHECKING:
    from shared.outbox.job import Job

# A dedup key is part of an index entry.
KEY_LIMIT = 500

# What JSON holds whatever the value is.
HARMLESS: frozenset[type] = frozenset({int, bool, type(None)})


@dataclass(frozen=True, slots=True)
class Layout:
    """What all payloads of a class have in common."""

    path: str
    names: tuple[str, ...]
    types: tuple[type | None, ...]
    checked: tuple[tuple[int, type], ...]
    values: Callable[["Job"], tuple[Any, ...]]
    template: str
    is_fit: bool


def encode(job: "Job") -> str:
    """Return the payload as JSON.

    Raises:
        BadPayload: naming the path of what cannot be stored.

    """
    common = layout(type(job))
    values = common.values(job)
    kinds = tuple(map(type, values))
    for index, hint in common.checked:
        if kinds[index] is not hint and not fits(values[index], hint):
            raise BadPayload(f"{common.path}.{common.names[index]} {unfit(values[index], hint)}")
    is_harmless = common.is_fit and all(map(is_plain, values, kinds))
    payload = dict(zip(common.names, values, strict=True))
    return stored_json(payload, common.path, BadPayload, is_harmless)


def is_plain(value: object, kind: type) -> bool:
    """Tell whether a value is harmless at first sight; what is not gets a closer look."""
    if kind is str:
        text = cast("str", value)
        return "@" not in text and not UNSTORABLE.search(text)
    return kind in HARMLESS


def encode_all(jobs: Sequence["Job"]) -> list[str]:
    """Return many payloads as JSON: a field of all of them at a time, if they are of one class.

    Raises:
        BadPayload: naming the path of what cannot be stored.

    """
    kinds = set(map(type, jobs))
    common = layout(kinds.pop()) if len(kinds) == 1 else None
    if common is None or not common.is_fit or not common.names:
        return [encode(job) for job in jobs]
    by_field = zip(*map(common.values, jobs), strict=True)
    try:
        columns = [*map(in_column, by_field, common.types)]
        if None in columns:
            return [encode(job) for job in jobs]
        rows = zip(*[column for column in columns if column is not None], strict=True)
        texts = [common.template % row for row in rows]
    except ValueError:  # a number is too long, or a job of its own has told what is wrong
        return [encode(job) for job in jobs]
    if 4 * max(map(len, texts)) > LIMIT:
        return [encode(job) for job in jobs]
    return texts


def check_key(dedup_key: str) -> None:
    """Refuse a dedup key that PostgreSQL could not store, or that people must not see.

    Raises:
        BadPayload: saying why.

    """
    if UNSTORABLE.search(dedup_key):
        raise BadPayload("dedup_key holds a NUL or half a surrogate pair.")
    if not 0 < (size := len(dedup_key.encode())) <= KEY_LIMIT:
        raise BadPayload(f"dedup_key has {size} bytes; it needs 1 to {KEY_LIMIT}.")
    if "@" in dedup_key and ADDRESS.search(dedup_key):
        raise BadPayload(f"dedup_key holds an address. {IDS_ONLY}")


@cache
def layout(kind: "type[Job]") -> Layout:
    """Return what all payloads of a class have in common, worked out once for each class.

    Raises:
        TypeError: it is no class of jobs.

    """
    check_job_class(kind)
    names = tuple(field.name for field in fields(kind))
    template = "{" + ",".join(f'"{name}":%s' for name in names) + "}"
    fit = not any(SECRET_KEY.search(name) for name in names)
    types = tuple(shape(kind).types.values())
    return Layout(
        path=f"{kind.__name__}: payload",
        names=names,
        types=types,
        checked=tuple((index, hint) for index, hint in enumerate(types) if hint is not None),
        values=getter(names),
        template=template,
        is_fit=fit,
    )


def getter(names: tuple[str, ...]) -> Callable[["Job"], tuple[Any, ...]]:
    """Return a function that gives these attributes, always as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda job: tuple(getattr(job, name) for name in names)


def in_column(values: Sequence[Any], hint: type | None) -> Sequence[Any] | None:
    """Return the values of one field as JSON, or None if each needs a look of its own."""
    kinds = set(map(type, values))
    if hint is not None and kinds != {hint}:
        return None
    if kinds == {int}:
        return values
    if kinds == {str}:
        joined = "".join(values)
        if "@" in joined or UNSTORABLE.search(joined):
            return None
        return [*map(encode_basestring, values)]
    return [*map(in_json, values)] if kinds <= HARMLESS else None
