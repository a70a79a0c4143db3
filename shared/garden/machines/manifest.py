"""`notes.json`: what the newsletter knows of the garden."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import json, msgpack

from shared.garden.harvest import encode
from shared.garden.note import Maturity, Note
from shared.garden.pages.html import Printer
from shared.garden.pages.keys import digest
from shared.garden.problem import Problems
from shared.garden.store import Store
from shared.garden.unusable import decoded
from shared.garden.vault.config import Config, Letter
from shared.garden.vault.dates import Moment, day

VERSION = 1
LARGEST = 4 * 1024 * 1024
# How many bytes of a note go into a letter; where all together are too many, fewer.
KEY = len(',\n   "mail_html": ')
LETTER_SIZES = (64 * 1024, 16 * 1024, 4 * 1024, 1024, 0)
OPENING = 500  # characters; a paragraph more is told when there are fewer
MORE = "<p>…</p>"  # the letter leads to the page for the rest
TAG = re.compile(r"<[^>]*>")


mailed_of = msgpack.Decoder(list[str]).decode


@dataclass(slots=True)
class Manifest:
    """The manifest as data and as the very bytes of the file."""

    content: dict[str, object]
    encoded: bytes


def manifest(
    notes: list[Note],
    config: Config,
    printer: Printer,
    store: Store,
    problems: Problems,
    privacy: str = "",
) -> Manifest:
    """Describe every listed note; evergreens bring their letter along.

    `privacy` is where the notice is to which forms link: an address, or a path of the garden.
    """
    listed = sorted((note for note in notes if note.should_index), key=lambda note: note.id)
    ripe = [note for note in listed if note.maturity is Maturity.EVERGREEN]
    letters = mailed_all(ripe, config.letter, printer, store)
    site = site_of(config, printer.site_url, privacy)
    size = longest_letters(list(letters.values()), describe(listed, {}, 0, site))
    result = describe(listed, letters, size, site)
    if size < LETTER_SIZES[0]:
        message = (
            f"whole letters would make it larger than 4 MB; each has {size // 1024} KB at most"
        )
        problems.warn("notes.json", 1, 1, message)
    if len(result.encoded) > LARGEST:
        problems.error("notes.json", 1, 1, "is larger than 4 MB, which announce refuses")
    return result


def mailed_all(
    notes: list[Note], letter: Letter, printer: Printer, store: Store
) -> dict[str, list[str]]:
    """Return what goes into the letters about notes, by their ids; what is stored is taken."""
    known = {key: decoded(mailed_of, mail) for key, mail in store.mails()}
    letters: dict[str, list[str]] = {}
    kept: dict[bytes, list[str]] = {}
    for note in notes:
        key = digest(printer.keys.of(note), note.language)
        letters[note.id] = kept[key] = known.get(key) or mailed(note, letter, printer)
    if kept.keys() != known.keys():
        store.keep_mails((key, encode(mail)) for key, mail in kept.items())
    return letters


def mailed(note: Note, letter: Letter, printer: Printer) -> list[str]:
    """Return what goes into the letter about a note."""
    return as_long_as(letter, printer.mail(note))


def as_long_as(letter: Letter, blocks: list[str]) -> list[str]:
    """Return a whole note, or its opening: blocks until they say enough, at least one."""
    if letter == "full":
        return blocks
    said = 0
    for count, block in enumerate(blocks):
        if count and (said >= OPENING or block.startswith("<h")):
            return [*blocks[:count], MORE]
        said += len(TAG.sub("", block))
    return blocks


def longest_letters(whole: Sequence[list[str]], without: Manifest) -> int:
    """Return how long letters may be, so that all of them fit."""
    for size in LETTER_SIZES:
        cut = (json.encode(whole_blocks(letter, size)) for letter in whole)
        if len(without.encoded) + sum(len(text) + KEY for text in cut) <= LARGEST:
            return size
    return 0


def site_of(config: Config, site_url: str, privacy: str) -> dict[str, str]:
    """Return what is said of the garden itself."""
    site = {
        "url": site_url,
        "title": config.title,
        "language": config.language,
        "zone": str(config.zone),
    }
    if privacy:
        site["privacy_url"] = site_url + privacy if privacy.startswith("/") else privacy
    return site


def describe(
    notes: list[Note], letters: dict[str, list[str]], size: int, site: dict[str, str]
) -> Manifest:
    """Return the manifest with letters of a given size."""
    content: dict[str, object] = {
        "version": VERSION,
        "site": site,
        "notes": [entry(note, letters.get(note.id), size, site["url"]) for note in notes],
    }
    return Manifest(content, json.format(json.encode(content), indent=1))


def entry(note: Note, letter: list[str] | None, size: int, site_url: str) -> dict[str, object]:
    """Describe one note."""
    described: dict[str, object] = {
        "id": note.id,
        "slug": note.slug,
        "url": site_url + note.href,
        "title": note.title,
        "language": note.language,
        "maturity": note.maturity.value,
        "planted_at": written(note.planted_at),
        "tended_at": written(note.tended_at),
        "tags": note.tags,
        "aliases": note.aliases,
        "excerpt": note.excerpt,
        "content_hash": note.content_hash,
    }
    if note.changed:
        described["changed"] = note.changed
    if note.opening:
        described["opening"] = note.opening
    described |= growth(note, site_url)
    if letter is not None:
        if note.minutes:
            described["minutes"] = note.minutes
        described["mail_html"] = whole_blocks(letter, size)
    return described


def growth(note: Note, site_url: str) -> dict[str, object]:
    """Return what is known of how a note grew, besides its dates of planting and tending."""
    grown: dict[str, object] = {}
    if note.budding_at:
        grown["budding_at"] = written(note.budding_at)
    if note.why:
        grown["why"] = note.why
    if note.grew_out_of:
        grown["grew_out_of"] = [
            {"title": origin.title, "url": site_url + origin.href} for origin in note.grew_out_of
        ]
    return grown


def written(moment: Moment | None) -> str | None:
    """Return a day, as the garden's zone counts days."""
    return day(moment).isoformat() if moment else None


def whole_blocks(blocks: list[str], size: int) -> str:
    """Return as many whole blocks as fit."""
    kept: list[str] = []
    for block in blocks:
        size -= len(block.encode())
        if size < 0:
            kept.append(MORE)
            break
        kept.append(block)
    return "".join(kept)
