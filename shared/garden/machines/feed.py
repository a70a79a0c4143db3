"""The Atom feeds: the notes tended last, with their text, and the notes that grew last."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple
from uuid import NAMESPACE_URL, uuid5
from xml.etree import ElementTree as Xml

from shared.garden.history.growth import PATH, Transition
from shared.garden.machines.manifest import whole_blocks
from shared.garden.note import Note
from shared.garden.pages.html import Printer
from shared.garden.pages.site import Site
from shared.garden.vault.config import Config
from shared.garden.vault.dates import Moment, instant
from shared.garden.vault.front_matter import CONTROLS
from shared.garden.words import words_for

MOST = 50
LARGEST = 256 * 1024  # bytes of a note in the feed; a file of 25 MB is too much for free hosts
ATOM = "http://www.w3.org/2005/Atom"
XML_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
NEVER = datetime(1970, 1, 1, tzinfo=UTC)  # a garden without dates; never the time of the build


class Entry(NamedTuple):
    """A note in a feed: when it was last worked on, and what it says."""

    note: Note
    moment: Moment
    content: str

    @property
    def is_letter(self) -> bool:
        """Tell a letter, which has no maturity, from a note."""
        return self.note.path.startswith("letters/") and self.note.href.startswith("/letters/")


def entries(notes: Sequence[Note], config: Config, printer: Printer) -> list[Entry]:
    """Return the listed notes tended last; one without a date is not among them."""
    dated = [(moment, note) for note in notes if (moment := touched(note)) and note.should_index]
    dated.sort(key=lambda pair: (-instant(pair[0], config.zone).timestamp(), pair[1].slug))
    return [
        Entry(note, moment, whole_blocks(printer.mail(note), LARGEST))
        for moment, note in dated[:MOST]
    ]


def touched(note: Note) -> Moment | None:
    """Return when a note was last worked on."""
    return note.tended_at or note.planted_at


def feed(told: Sequence[Entry], config: Config, site: Site) -> bytes:
    """Return the feed of notes."""
    newest = instant(told[0].moment, config.zone) if told else NEVER
    root = begin(config, site, ("/", "/feed.xml"), config.title, newest)
    for entry in told:
        root.append(described(entry, config, site.url))
    return Xml.tostring(root, encoding="utf-8", xml_declaration=True)


def grown_feed(grown: Sequence[Transition], config: Config, site: Site) -> bytes:
    """Return the feed of transitions: one entry whenever a note has grown."""
    newest = instant(grown[0].stage.moment, config.zone) if grown else NEVER
    title = f"{config.title}: {words_for(config.language).grown}"
    root = begin(config, site, (PATH, "/grown.xml"), title, newest)
    for transition in grown[:MOST]:
        root.append(growing(transition, config, site.url))
    return Xml.tostring(root, encoding="utf-8", xml_declaration=True)


def begin(
    config: Config, site: Site, paths: tuple[str, str], title: str, newest: datetime
) -> Xml.Element:
    """Return a feed without entries; `paths` are those of its page and its own."""
    (page, own), site_url = paths, site.url
    root = Xml.Element("feed", {"xmlns": ATOM, XML_LANGUAGE: config.language})
    add(root, "title", title)
    add(root, "id", site_url + page)
    add(root, "link", href=site_url + page, rel="alternate", type="text/html")
    add(root, "link", href=site_url + own, rel="self", type="application/atom+xml")
    add(root, "updated", newest.isoformat())
    add(add(root, "author"), "name", config.author or config.title)
    for name, worn in (("icon", site.icon), ("logo", site.logo)):
        if worn and worn.whole:
            add(root, name, site_url + worn.whole)
    return root


def described(entry: Entry, config: Config, site_url: str) -> Xml.Element:
    """Return one note as an entry."""
    note = entry.note
    element = Xml.Element("entry", {XML_LANGUAGE: note.language})
    add(element, "title", note.title)
    add(element, "id", id_of(note, site_url))
    add(element, "link", href=site_url + note.href, rel="alternate", type="text/html")
    if note.planted_at:
        add(element, "published", instant(note.planted_at, config.zone).isoformat())
    add(element, "updated", instant(entry.moment, config.zone).isoformat())
    if note.author:
        add(add(element, "author"), "name", note.author)
    for term in (*([] if entry.is_letter else [note.maturity.value]), *note.tags):
        add(element, "category", term=term)
    add(element, "summary", note.excerpt)
    add(element, "content", entry.content, type="html")
    return element


def growing(transition: Transition, config: Config, site_url: str) -> Xml.Element:
    """Return one transition as an entry; its id stays, whatever else the note becomes."""
    note, stage = transition
    element = Xml.Element("entry", {XML_LANGUAGE: note.language})
    own = config.maturity.get(stage.maturity, ())
    word = own[0] if own else words_for(note.language).of(stage.maturity)
    when = instant(stage.moment, config.zone).isoformat()
    add(element, "title", f"{stage.maturity.emoji} {note.title}: {word}")
    add(element, "id", id_of(note, site_url, f"#{stage.maturity}"))
    add(element, "link", href=site_url + note.href, rel="alternate", type="text/html")
    add(element, "published", when)
    add(element, "updated", when)
    if note.author:
        add(add(element, "author"), "name", note.author)
    add(element, "category", term=stage.maturity.value)
    add(element, "summary", note.excerpt)
    return element


def id_of(note: Note, site_url: str, stage: str = "") -> str:
    """Return a name that outlives title and address of a note (RFC 4122, version 5)."""
    return uuid5(NAMESPACE_URL, f"{site_url}/#{note.id}{stage}").urn


def add(parent: Xml.Element, name: str, said: str = "", **attributes: str) -> Xml.Element:
    """Add an element to another."""
    element = Xml.SubElement(parent, name, attributes)
    element.text = CONTROLS.sub("", said) or None
    return element
