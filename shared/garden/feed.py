"""The Atom feed: the notes tended last, with their text."""

from datetime import UTC, datetime, tzinfo
from uuid import NAMESPACE_URL, uuid5
from xml.etree import ElementTree as Xml

from shared.garden.config import Config
from shared.garden.dates import Moment, instant
from shared.garden.html import Printer
from shared.garden.note import Note

MOST = 50
ATOM = "http://www.w3.org/2005/Atom"
XML_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
NEVER = datetime(1970, 1, 1, tzinfo=UTC)  # a garden without dates; never the time of the build


def feed(notes: list[Note], config: Config, printer: Printer) -> bytes:
    """Return the feed; a note without a date is not in it."""
    site_url = printer.site_url
    dated = [(moment, note) for note in notes if (moment := touched(note)) and note.should_index]
    dated.sort(key=lambda pair: (-instant(pair[0], config.zone).timestamp(), pair[1].slug))
    root = Xml.Element("feed", {"xmlns": ATOM, XML_LANGUAGE: config.language})
    add(root, "title", config.title)
    add(root, "id", site_url + "/")
    add(root, "link", href=site_url + "/", rel="alternate", type="text/html")
    add(root, "link", href=site_url + "/feed.xml", rel="self", type="application/atom+xml")
    newest = instant(dated[0][0], config.zone) if dated else NEVER
    add(root, "updated", newest.isoformat())
    add(add(root, "author"), "name", config.author or config.title)
    for moment, note in dated[:MOST]:
        root.append(entry(note, moment, config.zone, printer))
    return Xml.tostring(root, encoding="utf-8", xml_declaration=True)


def touched(note: Note) -> Moment | None:
    """Return when a note was last worked on."""
    return note.tended_at or note.planted_at


def entry(note: Note, moment: Moment, zone: tzinfo, printer: Printer) -> Xml.Element:
    """Return one note as an entry."""
    site_url = printer.site_url
    element = Xml.Element("entry", {XML_LANGUAGE: note.language})
    add(element, "title", note.title)
    add(element, "id", uuid5(NAMESPACE_URL, f"{site_url}/#{note.id}").urn)
    add(element, "link", href=site_url + note.href, rel="alternate", type="text/html")
    if note.planted_at:
        add(element, "published", instant(note.planted_at, zone).isoformat())
    add(element, "updated", instant(moment, zone).isoformat())
    if note.author:
        add(add(element, "author"), "name", note.author)
    is_letter = note.path.startswith("letters/") and note.href.startswith("/letters/")
    for term in (*([] if is_letter else [note.maturity.value]), *note.tags):
        add(element, "category", term=term)
    add(element, "summary", note.excerpt)
    content = "".join(printer.mail(note))
    add(element, "content", content, type="html")
    return element


def add(parent: Xml.Element, name: str, said: str = "", **attributes: str) -> Xml.Element:
    """Add an element to another."""
    element = Xml.SubElement(parent, name, attributes)
    element.text = said or None
    return element
