"""The sitemap: every page that search engines are welcome to."""

from collections.abc import Iterable
from xml.etree import ElementTree as Xml

from shared.garden.machines.feed import add, touched
from shared.garden.note import Note
from shared.garden.vault.dates import day

NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


def sitemap(notes: list[Note], tag_paths: Iterable[str], site_url: str) -> bytes:
    """Return the sitemap: home, listed notes, tags."""
    root = Xml.Element("urlset", {"xmlns": NAMESPACE})
    dates = {note.href: touched(note) for note in notes if note.should_index}
    for path in dict.fromkeys(["/", *sorted(dates), *sorted(tag_paths)]):
        url = add(root, "url")
        add(url, "loc", site_url + path)
        moment = dates.get(path)
        if moment:
            add(url, "lastmod", day(moment).isoformat())
    return Xml.tostring(root, encoding="utf-8", xml_declaration=True)
