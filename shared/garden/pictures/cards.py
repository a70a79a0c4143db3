"""Cards for who shares a page: one for each listed note, and one for all else in the garden."""

import hashlib
import re
from collections.abc import Sequence
from functools import lru_cache, partial
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from msgspec import msgpack

from shared.garden import crew
from shared.garden.garden import Garden
from shared.garden.harvest import encode
from shared.garden.note import Note
from shared.garden.pages.assets import STYLES, read_assets
from shared.garden.pictures.fonts import fonts_for
from shared.garden.pictures.motif import Look, Motif
from shared.garden.pictures.recipe import recipe
from shared.garden.pictures.rooms import names_in, put, sweep
from shared.garden.problem import Problems
from shared.garden.vault.config import Config
from shared.garden.vault.written import FILE
from shared.garden.words import words_for

WORTH_IT = 30  # cards; each takes some 8 ms
CODE = ("paint.py", "lines.py", "strokes.py", "typeface.py", "fonts.py", "pixels.py")
DRAWINGS = ("seedling", "budding", "evergreen", "thistle")
HUE = re.compile(r"(?<![a-z-])--([a-z-]++):\s*+(#[0-9a-f]{6})\b")
# Colours of the night and of paper; cards are for the day.
ELSEWHERE = re.compile(r"@(?:media|supports)[^{@]*+\{(?:[^{}]*\{[^{}]*+\})*+[^{}]*+\}")
MUTE = "-mute"  # in the name of a card without its title

painted_of = msgpack.Decoder(list[str]).decode


class Card(NamedTuple):
    """A card, and the name that all that is on it gives it."""

    key: str
    motif: Motif


def draw_cards(
    garden: Garden,
    theme: Path | None,
    site_url: str,
    folder: Path,
    problems: Problems,
    worn: bytes | None = None,
) -> str:
    """Give each listed note its card, and return that of the garden; paths below the site's own.

    `worn` is the picture in place of the thistle; b"" is none.
    Nobody shares a page of this machine, so that a garden at such an address has no cards.
    """
    if not garden.config.cards or is_nearby(site_url):
        return ""
    easel = Easel(look_of(garden.config, theme, worn), folder)
    own = easel.want(Motif(garden.config.title, "", garden.config.description, easel.language))
    by_note = {
        note: easel.want(motif_of(note, garden.config))
        for note in garden.notes
        if note.should_index
    }
    easel.paint([own, *by_note.values()])
    for note, card in by_note.items():
        note.card = easel.hang(card, garden)
    place = easel.hang(own, garden)
    mute = [note for note, card in by_note.items() if easel.is_mute(card)]
    if mute:
        problems.warn(FILE, *garden.config.cards_place, complaint(mute))
    easel.clear(garden)
    return place


def is_nearby(site_url: str) -> bool:
    """Tell whether an address leads to this very machine."""
    host = urlsplit(site_url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def look_of(config: Config, theme: Path | None, own: bytes | None = None) -> Look:
    """Return what all cards share: the colours and drawings of the pages, the garden's name.

    `own` is the picture in place of the thistle; b"" is none.
    """
    assets = read_assets(theme)
    hues = dict(HUE.findall(ELSEWHERE.sub("", assets[STYLES].decode())))
    drawings = tuple((name, assets[f"{name}.svg"].decode(errors="replace")) for name in DRAWINGS)
    return Look(tuple(sorted(hues.items())), drawings, config.title, config.language, own)


def motif_of(note: Note, config: Config) -> Motif:
    """Return what the card of a note shows."""
    own = config.maturity.get(note.maturity, ())
    word = own[0] if own else words_for(note.language).of(note.maturity)
    return Motif(note.title, note.maturity, word, note.language)


def complaint(mute: list[Note]) -> str:
    """Return what is said of titles that no font has, with the remedy."""
    more = f" and {len(mute) - 1} more" if len(mute) > 1 else ""
    return (
        f'no font of this machine has all letters of "{mute[0].title}"{more}; their cards have no '
        "title. Install fonts that have them, such as the packages fonts-noto-cjk and "
        "fonts-noto-core, or write `cards = false`"
    )


class Easel:
    """Paints those cards of a garden that no build has painted before, and keeps all."""

    def __init__(self, look: Look, folder: Path) -> None:
        self.look = look
        self.folder = folder
        self.there = names_in(folder)
        self.language = look.language
        self.base = encode((look, recipe(*CODE), fonts_for(look.language)))
        self.fonts = lru_cache(maxsize=64)(fonts_for)
        self.has_painted = False

    def want(self, motif: Motif) -> Card:
        """Name a card by what is on it, how it is painted, and the fonts that there are for it."""
        about = hashlib.blake2b(self.base, digest_size=8)
        about.update(encode(motif))
        about.update(encode(self.fonts(motif.language)))
        return Card(about.hexdigest(), motif)

    def paint(self, cards: Sequence[Card]) -> None:
        """Paint the cards that are not there."""
        missing = {card.key: card for card in cards if self.file_of(card) not in self.there}
        if missing:
            work = partial(paint_share, look=self.look, folder=self.folder)
            for painted in crew.share([*missing.values()], work, worth_it=WORTH_IT):
                self.there.update(painted_of(painted))
            self.has_painted = True

    def file_of(self, card: Card) -> str:
        """Return the name of the file that has a card, with its title or without."""
        mute = f"{card.key}{MUTE}.png"
        return mute if mute in self.there else f"{card.key}.png"

    def is_mute(self, card: Card) -> bool:
        """Tell whether a card has no title, because no font has its letters."""
        return f"{card.key}{MUTE}.png" in self.there

    def hang(self, card: Card, garden: Garden) -> str:
        """Give a card its place among the assets, and return where that is."""
        name = f"card-{card.key}.png"
        garden.attachments.derived[name] = self.folder / self.file_of(card)
        return f"/assets/{name}"

    def clear(self, garden: Garden) -> None:
        """Remove cards that are no longer shown, after new ones have come."""
        if self.has_painted:
            sweep(self.folder, {file.name for file in garden.attachments.derived.values()})


def paint_share(cards: Sequence[Card], look: Look, folder: Path) -> bytes:
    """Paint some cards, and return the names of their files."""
    from shared.garden.pictures.paint import painter  # Pillow takes 60 ms; most builds need none

    names: list[str] = []
    for card in cards:
        painted, has_title = painter(look).paint(card.motif)
        names.append(f"{card.key}.png" if has_title else f"{card.key}{MUTE}.png")
        put(folder / names[-1], painted)
    return encode(names)
