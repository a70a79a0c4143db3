"""Small files about addresses: for search engines, for web hosts, and for who took a wrong turn."""

from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from msgspec.json import encode

from shared.garden.foreign.addresses import encoded
from shared.garden.note import Note
from shared.garden.woven.folders import Folder
from shared.garden.woven.movers import Lead
from shared.garden.woven.slugs import HOME, href
from shared.garden.woven.tags import Tag

OLD_FEED = "/index.xml"  # where Quartz has it
MOST_REDIRECTS = 2000  # static ones of Cloudflare Pages; the pages at the old addresses remain


def robots(site_url: str) -> bytes:
    """Return `robots.txt` (RFC 9309): all are welcome, and nothing is named that is not linked."""
    return f"User-agent: *\nAllow: /\n\nSitemap: {site_url}/sitemap.xml\n".encode()


def redirects(
    moved: Mapping[str, Lead], left: Mapping[str, Lead], site_url: str, *, is_moved: bool = False
) -> bytes:
    """Return `_redirects` as Netlify and Cloudflare Pages read it; nothing where it has no use.

    They read it at the root of a host. Others serve the file, so no unlisted note is in it.
    `left` has paths as another generator wrote them, which need have no page here; `is_moved` says
    that there was one, whose feed was at an address of its own.
    """
    if urlsplit(site_url).path.strip("/"):
        return b""
    paths = [(address(slug), note) for slug, note in moved.items()]
    paths += [(encoded(path), note) for path, note in left.items()]
    lines = [f"{path} {note.href} 301\n" for path, note in paths if note.should_index]
    lines = [f"{OLD_FEED} /feed.xml 301\n", *lines] if is_moved else lines
    return "".join(list(dict.fromkeys(lines))[:MOST_REDIRECTS]).encode()


def address(slug: str) -> str:
    """Return the path of an old address; that of the home page is one, too."""
    return f"/{HOME}/" if slug == HOME else href(slug)


def titles(notes: Iterable[Note], folders: Iterable[Folder], tags: Iterable[Tag]) -> bytes:
    """Return `titles.json`, in which the 404 page looks: path and title of all that is listed."""
    named = [(note.href, note.title) for note in notes if note.should_index]
    named += [(folder.href, f"{folder.name}/") for folder in folders]
    return encode([*named, *((tag.href, f"#{tag.name}") for tag in tags)])
