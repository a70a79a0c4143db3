"""What a manifest or a letter may hold where: each value checked, and refused by its name."""

import re
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, cast
from unicodedata import category
from urllib.parse import unquote, urlsplit

LONGEST_ID = 300
LONGEST_TITLE = 300
LONGEST_TEXT = 2000
LONGEST_READING = 10_000  # minutes, which is a week

# What must never reach a header of a mail: controls, line separators, and encoded words.
UNFIT_FOR_A_HEADER = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]|=\\?.*\\?=")

UNFIT_FOR_AN_ADDRESS = re.compile(r'[\s<>"\\\x00-\x1f\x7f-\x9f]')
ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d")
LANGUAGE = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")


class BadManifest(ValueError):
    """The manifest cannot be used; the text names the item and what is wrong with it."""


def an_object(value: object, path: str) -> Mapping[str, Any]:
    """Return a JSON object."""
    if not isinstance(value, dict):
        raise BadManifest(f"{path} must be an object.")
    return cast("Mapping[str, Any]", value)


def text(
    of: Mapping[str, Any], name: str, path: str, longest: int, *, may_be_empty: bool = False
) -> str:
    """Return a string that PostgreSQL can store."""
    value = of.get(name)
    if not isinstance(value, str):
        raise BadManifest(f"{path}.{name} must be a string.")
    if not (value.strip() or may_be_empty):
        raise BadManifest(f"{path}.{name} must not be empty.")
    if len(value) > longest:
        raise BadManifest(f"{path}.{name} has {len(value)} characters, more than {longest}.")
    if "\x00" in value or any("\ud800" <= letter <= "\udfff" for letter in value):
        raise BadManifest(f"{path}.{name} holds a NUL or half a surrogate pair.")
    return value


def a_line(of: Mapping[str, Any], name: str, path: str) -> str:
    """Return a short text, empty for null."""
    if of.get(name) is None:
        return ""
    return text(of, name, path, LONGEST_TITLE, may_be_empty=True)


def a_language(value: str, path: str = "site.language") -> str:
    """Return a language tag such as en or zh-Hant."""
    if not LANGUAGE.fullmatch(value):
        raise BadManifest(f"{path} is {brief(value)}; write it as en or zh-Hant.")
    return value


def fit_for_a_header(value: str, path: str) -> str:
    """Return a text that can be the subject of a mail without becoming anything else."""
    if not any(category(letter)[0] in "LNPS" for letter in value):
        raise BadManifest(f"{path} holds nothing that can be seen.")
    if UNFIT_FOR_A_HEADER.search(value):
        raise BadManifest(
            f"{path} holds a control character or an encoded word (=?...?=), which could forge "
            "a header of the mail. Take it out of the title."
        )
    return value


def within(url: str, site_url: str, path: str) -> str:
    """Return an address that is part of the garden: it is mailed, and fetched by the live check."""
    is_ours = f"{url}/".startswith(f"{site_url}/") and not UNFIT_FOR_AN_ADDRESS.search(url)
    if not is_ours or {".", ".."} & {*unquote(urlsplit(url).path).split("/")}:
        raise BadManifest(f"{path} is {url[:200]!r}; it must be an address under {site_url}.")
    return url


def an_address(url: str, path: str) -> str:
    """Return the address of a page on the web, which pages link to."""
    try:
        parts = urlsplit(url)
        is_one = parts.scheme in ("https", "http") and bool(parts.hostname)
    except ValueError:
        is_one = False
    if not is_one or UNFIT_FOR_AN_ADDRESS.search(url):
        raise BadManifest(f"{path} is {url[:200]!r}; it must be an address as https://…")
    return url


def a_date(value: object, path: str) -> date | None:
    """Return the day of an ISO 8601 date or time; None for null."""
    if value is None:
        return None
    try:
        if isinstance(value, str) and ISO_DATE.match(value):
            return datetime.fromisoformat(value).date()
    except ValueError:
        pass
    raise BadManifest(f"{path} is {brief(value)}; write it as 2026-11-29, or null.")


def a_duration(value: object, path: str) -> int | None:
    """Return a number of minutes; None for null."""
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not 0 < value <= LONGEST_READING:
        raise BadManifest(
            f"{path} is {brief(value)}; it must be a whole number from 1 to {LONGEST_READING}."
        )
    return value


def brief(value: object) -> str:
    """Return a value as it may stand in an error, at most a line of it."""
    return ascii(value)[:80]


def strings(value: object, path: str) -> list[str]:
    """Return a list of strings."""
    if not isinstance(value, list):
        raise BadManifest(f"{path} must be a list of strings.")
    items = cast("list[object]", value)
    return [
        text({str(index): item}, str(index), path, LONGEST_TITLE)
        for index, item in enumerate(items)
    ]
