"""Where a note lives: rule R makes a slug from a path, and reserved slugs are kept free."""

import re
import unicodedata
from urllib.parse import quote

# What the functions answer, and what the build itself writes.
RESERVED = {
    "newsletter": "the newsletter's pages",
    "garden": "the garden's functions",
    "healthz": "the health check",
    "_dev": "the development inbox",
    "n": "short links",
    "tags": "the tag pages",
    "assets": "images and styles",
    "letters": "the letters",
    "graph": "the graph",
    "beds": "the lists of notes by maturity",
    "search": "the search",
    "feed.xml": "the feed",
    "feed.json": "the feed",
    "grown": "how the garden grew",
    "grown.xml": "the feed of how the garden grew",
    "robots.txt": "the rules for search engines",
    "titles.json": "the list of titles",
    "_redirects": "the list of old addresses",
    "_headers": "the headers that a web host sends",
    "_routes.json": "the code that a web host runs",
    "_worker.js": "the code that a web host runs",
    "sitemap.xml": "the sitemap",
    "notes.json": "the manifest",
    "graph.json": "the graph for other tools",
    "404.html": "the page for what is not found",
    "index.html": "the home page",
}
HOME = "index"
PAGE = "index.html"
LONGEST = 200  # bytes; file systems allow 255 for a name

DROPPED = re.compile(r"[?#%\\<>\"|*:&\x00-\x1f\x7f-\x9f]")
DASHES = re.compile(r"[\s-]+")
CAPITALS = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")


def slug_of(path: str) -> str:
    """Return the slug of a note's path, its name without `.md`."""
    segments = unicodedata.normalize("NFC", path).split("/")
    return "/".join(filter(None, map(segment, segments)))


def segment(text: str) -> str:
    """Return one step of a slug, empty when nothing usable is left."""
    kept = DASHES.sub("-", DROPPED.sub("", text.strip())).strip("-").translate(CAPITALS)
    return "" if kept in (".", "..") else kept


def href(slug: str) -> str:
    """Return the path of a slug below the site's own, percent-encoded."""
    return "/" if slug == HOME else "/" + quote(slug, safe="/()'!~,;=@+$") + "/"


def complaint(slug: str) -> str | None:
    """Say why a slug cannot be used, or return None."""
    if not slug:
        return "no URL can be made of this name; add a line `slug: some-name` to its front matter"
    first = slug.split("/")[0].casefold()  # as disks see it that tell no case
    if first in RESERVED:
        return (
            f"its URL /{slug}/ is reserved: /{first} belongs to {RESERVED[first]}; "
            "add a line `slug: another-name` to its front matter"
        )
    if not writable(slug):
        return f"no file can have the name of its URL /{slug}/; add a line `slug: short-name`"
    return None


def writable(slug: str) -> bool:
    """Tell whether a folder can be called so, and is not in the way of a page."""
    return not any(len(each.encode()) > LONGEST or each == PAGE for each in slug.split("/"))
