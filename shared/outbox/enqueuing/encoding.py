"""Payloads on their way into the table: checked, and written as JSON, one or many at a time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cache
from json.encoder import encode_basestring
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from shared.outbox.misuse import check_job_class
from shared.outbox.payload import (
    LIMIT,
    SECRET_KEY,
    UNSTORABLE,
    BadPayload,
    in_json,
    stored_json,
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
    payload = dict(zip(common.names, values, strict=True))
    is_harmless = common.is_fit and HARMLESS.issuperset(map(type, values))
    return stored_json(payload, common.path, BadPayload, is_harmless)


def encode_all(jobs: Sequence["Job"]) -> list[str]:
    """Return many payloads as JSON: a field of all of them at a time, if they are of one class.

    Raises:
        BadPayload: naming the path of what cannot be stored.

    """
    kinds = set(map(type, jobs))
    common = layout(kinds.pop()) if len(kinds) == 1 else None
    if common is None or not common.is_fit or not common.names:
        return [encode(job) for job in jobs]
    columns = [in_column(column) for column in zip(*map(common.values, jobs), strict=True)]
    if None in columns:
        return [encode(job) for job in jobs]
    rows = zip(*[column for column in columns if column is not None], strict=True)
    texts = [common.template % row for row in rows]
    if 4 * max(map(len, texts)) > LIMIT:
        return [encode(job) for job in jobs]
    return texts


def check_key(dedup_key: str) -> None:
    """Refuse a dedup key that PostgreSQL could not store.

    Raises:
        BadPayload: saying why.

    """
    if UNSTORABLE.search(dedup_key):
        raise BadPayload("dedup_key holds a NUL or half a surrogate pair.")
    if not 0 < (size := len(dedup_key.encode())) <= KEY_LIMIT:
        raise BadPayload(f"dedup_key has {size} bytes; it needs 1 to {KEY_LIMIT}.")


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
    return Layout(f"{kind.__name__}: payload", names, getter(names), template, fit)


def getter(names: tuple[str, ...]) -> Callable[["Job"], tuple[Any, ...]]:
    """Return a function that gives these attributes, always as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda job: tuple(getattr(job, name) for name in names)


def in_column(values: Sequence[Any]) -> Sequence[Any] | None:
    """Return the values of one field as JSON, or None if each needs a look of its own."""
    kinds = set(map(type, values))
    if kinds == {int}:
        return values
    if kinds == {str}:
        return None if UNSTORABLE.search("".join(values)) else [*map(encode_basestring, values)]
    return [*map(in_json, values)] if kinds <= HARMLESS else None
