"""The feed of notes once more, as JSON Feed 1.1 (jsonfeed.org), with the maturity of each."""

from collections.abc import Sequence
from datetime import tzinfo

from msgspec.json import encode

from shared.garden.machines.feed import Entry, id_of
from shared.garden.pages.site import Site
from shared.garden.vault.config import Config
from shared.garden.vault.dates import instant

VERSION = "https://jsonfeed.org/version/1.1"


def json_feed(told: Sequence[Entry], config: Config, site: Site) -> bytes:
    """Return the notes of the feed; ids are those of the Atom feed."""
    site_url = site.url
    content: dict[str, object] = {
        "version": VERSION,
        "title": config.title,
        "home_page_url": f"{site_url}/",
        "feed_url": f"{site_url}/feed.json",
        "language": config.language,
        "authors": [{"name": config.author or config.title}],
    }
    if config.description:
        content["description"] = config.description
    for name, worn in (("icon", site.logo), ("favicon", site.icon)):
        if worn and worn.whole:
            content[name] = site_url + worn.whole
    content["items"] = [item(entry, config.zone, site_url) for entry in told]
    return encode(content)


def item(entry: Entry, zone: tzinfo, site_url: str) -> dict[str, object]:
    """Return one note as an item."""
    note = entry.note
    described: dict[str, object] = {
        "id": id_of(note, site_url),
        "url": site_url + note.href,
        "title": note.title,
        "content_html": entry.content,
        "language": note.language,
        "date_modified": instant(entry.moment, zone).isoformat(),
    }
    if note.planted_at:
        described["date_published"] = instant(note.planted_at, zone).isoformat()
    if note.excerpt:
        described["summary"] = note.excerpt
    if note.tags:
        described["tags"] = note.tags
    if note.author:
        described["authors"] = [{"name": note.author}]
    if not entry.is_letter:
        described["_garden"] = {"maturity": note.maturity.value, "slug": note.slug}
    return described
