"""Where a note lives: rule R makes a slug from a path, and the house keeps a few for itself."""

import re
import unicodedata
from urllib.parse import quote

# What functions and hosts answer and what the build itself writes, with all that is below it.
RESERVED = {
    "newsletter": "the newsletter's pages",
    "_dev": "the development inbox",
    "n": "short links",
    "tags": "the tag pages",
    "assets": "images and styles",
    "letters": "the letters",
    "beds": "the lists of notes by maturity",
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
# The same, where what is below is anybody's.
RESERVED_ALONE = {
    "garden/announce": "the functions",
    "garden/letter": "the functions",
    "garden/search": "the functions",
    "graph": "the graph",
    "healthz": "the health check",
    "search": "the search",
    "search/index.json": "the search",
    "search/titles": "the list of all titles",
}
HOME = "index"
PAGE = "index.html"
LONGEST, LONGEST_WHOLE = 200, 900  # bytes; file systems allow 255 for a name, 1,024 for a path

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


def elsewhere(slug: str, *, is_folder: bool = False) -> str:
    """Return a slug itself where it is free, else the one by which it makes way for the house."""
    first, _, rest = slug.partition("/")
    ending = "-notes" if is_folder else "-note"
    if first.casefold() in RESERVED:  # as disks see it that tell no case
        return f"{first}-notes/{rest}" if rest else first + ending
    return slug + ending if slug.casefold() in RESERVED_ALONE else slug


def owner(slug: str) -> str:
    """Say whose the address of a reserved slug is."""
    whole, first = slug.casefold(), slug.partition("/")[0].casefold()
    if first in RESERVED:
        return f"/{first} belongs to {RESERVED[first]}"
    return f"/{whole} belongs to {RESERVED_ALONE[whole]}"


def complaint(slug: str) -> str | None:
    """Say why a slug cannot be used, or return None."""
    if not slug:
        return "no URL can be made of this name; add a line `slug: some-name` to its front matter"
    if elsewhere(slug) != slug:
        return (
            f"its URL /{slug}/ is reserved: {owner(slug)}; "
            "add a line `slug: another-name` to its front matter"
        )
    if not writable(slug):
        return f"no file can have the name of its URL /{slug}/; add a line `slug: short-name`"
    return None


def writable(slug: str) -> bool:
    """Tell whether a folder can be called so, and is not in the way of a page."""
    is_short = len(slug.encode()) <= LONGEST_WHOLE
    return is_short and not any(is_in_the_way(each) for each in slug.split("/"))


def is_in_the_way(step: str) -> bool:
    """Tell whether no folder can have this name, or it is that of a page."""
    return len(step.encode()) > LONGEST or step == PAGE
