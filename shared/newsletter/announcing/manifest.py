"""The manifest as it comes in: checked item by item before anything is believed.

Its shape is version 1 of `notes.json`; docs/manifest.md describes it.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Literal, cast
from unicodedata import category
from urllib.parse import unquote, urlsplit

Maturity = Literal["seedling", "budding", "evergreen"]
MATURITIES: tuple[Maturity, ...] = ("seedling", "budding", "evergreen")

LIMIT = 4 * 1024 * 1024

LONGEST_ID = 300
LONGEST_TITLE = 300
LONGEST_TEXT = 2000

# What must never reach a header of a mail: controls, line separators, and encoded words.
UNFIT_FOR_A_HEADER = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]|=\\?.*\\?=")

UNFIT_FOR_AN_ADDRESS = re.compile(r'[\s<>"\\\x00-\x1f\x7f-\x9f]')
ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d")
LANGUAGE = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")


class BadManifest(ValueError):
    """The manifest cannot be used; the text names the item and what is wrong with it."""


@dataclass(frozen=True, slots=True)
class ListedNote:
    """A note as the manifest has it."""

    id: str
    slug: str
    url: str
    title: str
    maturity: Maturity
    planted_at: date | None
    tended_at: date | None
    tags: list[str]
    excerpt: str
    content_hash: str
    mail_html: str | None
    aliases: list[str]
    opening: str
    language: str
    changed: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """Every public note of a garden at one moment."""

    title: str
    language: str
    zone: str
    notes: list[ListedNote]


def read(document: object, *, site_url: str) -> Manifest:
    """Check a decoded manifest.

    Raises:
        BadManifest: naming the item.

    """
    top = an_object(document, "the manifest")
    if top.get("version") != 1 or top.get("version") is True:
        raise BadManifest("version must be 1; this server reads no other.")
    site = an_object(top.get("site"), "site")
    refuse_another_garden(text(site, "url", "site", LONGEST_TEXT), site_url)
    listed = top.get("notes")
    if not isinstance(listed, list):
        raise BadManifest("notes must be a list.")
    items = cast("list[object]", listed)
    notes = [read_note(item, f"notes[{index}]", site_url) for index, item in enumerate(items)]
    refuse_twins(notes)
    return Manifest(
        title=fit_for_a_header(text(site, "title", "site", LONGEST_TITLE), "site.title"),
        language=a_language(text(site, "language", "site", 35)),
        zone=text(site, "zone", "site", 64) if site.get("zone") is not None else "UTC",
        notes=notes,
    )


def read_note(item: object, path: str, site_url: str) -> ListedNote:
    """Check one note."""
    note = an_object(item, path)
    maturity = note.get("maturity")
    if maturity not in MATURITIES:
        raise BadManifest(
            f"{path}.maturity is {brief(maturity)}; it must be one of {', '.join(MATURITIES)}."
        )
    return ListedNote(
        id=text(note, "id", path, LONGEST_ID),
        slug=text(note, "slug", path, LONGEST_ID),
        url=within(text(note, "url", path, LONGEST_TEXT), site_url, f"{path}.url"),
        title=fit_for_a_header(text(note, "title", path, LONGEST_TITLE), f"{path}.title"),
        maturity=maturity,
        planted_at=a_date(note.get("planted_at"), f"{path}.planted_at"),
        tended_at=a_date(note.get("tended_at"), f"{path}.tended_at"),
        tags=strings(note.get("tags", []), f"{path}.tags"),
        excerpt=text(note, "excerpt", path, LONGEST_TEXT, may_be_empty=True),
        content_hash=text(note, "content_hash", path, 200),
        mail_html=text(note, "mail_html", path, LIMIT, may_be_empty=True)
        if note.get("mail_html") is not None
        else None,
        aliases=strings(note.get("aliases", []), f"{path}.aliases"),
        opening=a_line(note, "opening", path),
        language=a_language(text(note, "language", path, 35), f"{path}.language")
        if note.get("language") is not None
        else "",
        changed=a_line(note, "changed", path),
    )


def refuse_twins(notes: Sequence[ListedNote]) -> None:
    """Refuse two notes of one id or one URL."""
    for field in ("id", "url"):
        seen: dict[str, int] = {}
        for index, note in enumerate(notes):
            value = getattr(note, field)
            if value in seen:
                raise BadManifest(
                    f"notes[{seen[value]}] and notes[{index}] both have the {field} {value!r}."
                )
            seen[value] = index


def refuse_another_garden(url: str, site_url: str) -> None:
    """Refuse the manifest of another garden, which would say that every note here is gone."""
    if url.rstrip("/") != site_url:
        raise BadManifest(
            f"site.url is {url[:200]!r}, but this server serves {site_url}. Build the garden with "
            "the address that SITE_URL names, or announce to its own server."
        )


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
