"""The manifest as it comes in: checked item by item before anything is believed.

Its shape is version 1 of `notes.json`; docs/manifest.md describes it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal, cast

from shared.newsletter.announcing.checking import (
    LONGEST_ID,
    LONGEST_TEXT,
    LONGEST_TITLE,
    BadManifest,
    a_date,
    a_duration,
    a_language,
    a_line,
    an_address,
    an_object,
    brief,
    fit_for_a_header,
    strings,
    text,
    within,
)

Maturity = Literal["seedling", "budding", "evergreen"]
MATURITIES: tuple[Maturity, ...] = ("seedling", "budding", "evergreen")

LIMIT = 4 * 1024 * 1024
MOST_ORIGINS = 3


@dataclass(frozen=True, slots=True)
class Origin:
    """A note that another grew out of."""

    title: str
    url: str


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
    budding_at: date | None
    why: str
    minutes: int | None
    grew_out_of: list[Origin]


@dataclass(frozen=True, slots=True)
class Manifest:
    """Every public note of a garden at one moment."""

    title: str
    language: str
    zone: str
    notes: list[ListedNote]
    privacy_url: str = ""


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
        privacy_url=an_address(text(site, "privacy_url", "site", LONGEST_TEXT), "site.privacy_url")
        if site.get("privacy_url") is not None
        else "",
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
        budding_at=a_date(note.get("budding_at"), f"{path}.budding_at"),
        why=" ".join(a_line(note, "why", path).split()),
        minutes=a_duration(note.get("minutes"), f"{path}.minutes"),
        grew_out_of=origins(note.get("grew_out_of"), f"{path}.grew_out_of", site_url),
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


def origins(value: object, path: str, site_url: str) -> list[Origin]:
    """Return the notes that a note grew out of; none for null."""
    if value is None:
        return []
    if not isinstance(value, list):
        raise BadManifest(f"{path} must be a list of objects.")
    items = cast("list[object]", value)
    if len(items) > MOST_ORIGINS:
        raise BadManifest(f"{path} lists {len(items)} notes, more than {MOST_ORIGINS}.")
    return [an_origin(item, f"{path}[{index}]", site_url) for index, item in enumerate(items)]


def an_origin(item: object, path: str, site_url: str) -> Origin:
    """Return one note that another grew out of."""
    origin = an_object(item, path)
    return Origin(
        title=fit_for_a_header(text(origin, "title", path, LONGEST_TITLE), f"{path}.title"),
        url=within(text(origin, "url", path, LONGEST_TEXT), site_url, f"{path}.url"),
    )
