"""Small files about addresses: for search engines, for web hosts, and for who took a wrong turn."""

from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from msgspec.json import encode

from shared.garden.foreign.addresses import encoded
from shared.garden.note import Note
from shared.garden.woven.slugs import HOME, href

MOST_REDIRECTS = 2000  # static ones of Cloudflare Pages; the pages at the old addresses remain


def robots(site_url: str) -> bytes:
    """Return `robots.txt` (RFC 9309): all are welcome, and nothing is named that is not linked."""
    return f"User-agent: *\nAllow: /\n\nSitemap: {site_url}/sitemap.xml\n".encode()


def redirects(moved: Mapping[str, Note], left: Mapping[str, Note], site_url: str) -> bytes:
    """Return `_redirects` as Netlify and Cloudflare Pages read it; nothing where it has no use.

    They read it at the root of a host. Others serve the file, so no unlisted note is in it.
    `left` has paths as another generator wrote them, which need have no page here.
    """
    if urlsplit(site_url).path.strip("/"):
        return b""
    paths = [(address(slug), note) for slug, note in moved.items()]
    paths += [(encoded(path), note) for path, note in left.items()]
    lines = [f"{path} {note.href} 301\n" for path, note in paths if note.should_index]
    return "".join(lines[:MOST_REDIRECTS]).encode()


def address(slug: str) -> str:
    """Return the path of an old address; that of the home page is one, too."""
    return f"/{HOME}/" if slug == HOME else href(slug)


def titles(notes: Iterable[Note]) -> bytes:
    """Return `titles.json`, in which the 404 page looks: path and title of every listed note."""
    return encode([(note.href, note.title) for note in notes if note.should_index])
