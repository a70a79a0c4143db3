"""Films on other sites, which Obsidian plays in place: here a link, for pages ask no other host."""

import re
from urllib.parse import parse_qs, urlsplit

from shared.garden.markdown.tree import Node

HINTS = ("youtu", "vimeo", "twitter.com", "x.com")  # most addresses have none of them
FILMS = {"youtube.com", "youtube-nocookie.com", "youtu.be", "vimeo.com", "player.vimeo.com"}
POSTS = {"twitter.com", "x.com"}
FRONT = re.compile(r"^(?:www|m|mobile)\.")
EMBEDDED = re.compile(r"/(?:embed|video|shorts|live)/([\w-]+)")
NOT_NAMED = re.compile(r"[^\w-]+")
SIZE = re.compile(r"\|\s*\d{1,5}(?:x\d{1,5})?\s*$")


def lead_there(node: Node) -> None:
    """Make a link of a Markdown image that is a film or a post on another site."""
    if any(hint in node.url for hint in HINTS) and (found := page_of(node.url)):
        words = SIZE.sub("", "".join(child.words() for child in node.children))
        make_link(node, *found, words)


def make_link(node: Node, host: str, url: str, words: str) -> None:
    """Make a link of a node; what it says before the words depends on the language of the note."""
    before = Node("film", url=host, level=int(bool(words.strip())))
    node.kind, node.text, node.url = "link", "", url
    node.children = [before, Node("text", words.strip())] if before.level else [before]


def page_of(url: str) -> tuple[str, str] | None:
    """Return the host and the address of the page with a film or a post; None for all else."""
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        return None
    host = FRONT.sub("", parts.netloc.lower())
    if parts.scheme.lower() not in ("http", "https", ""):
        return None
    if host in FILMS and parts.path.strip("/"):
        as_it_is = host, parts._replace(scheme="https").geturl()
        return watched(host, parts.path, parts.query) or as_it_is
    if host in POSTS and "/status/" in parts.path:
        return host, url.strip()
    return None


def watched(host: str, path: str, query: str) -> tuple[str, str] | None:
    """Return host and page of what a frame plays; None when the address is of a page already."""
    found = EMBEDDED.match(path)
    if not found:
        return None
    if "vimeo" in host:
        return "vimeo.com", f"https://vimeo.com/{found[1]}"
    said = parse_qs(query)
    if found[1] == "videoseries":
        series = NOT_NAMED.sub("", said.get("list", [""])[0])
        return "youtube.com", f"https://www.youtube.com/playlist?list={series}"
    start = said.get("start", said.get("t", [""]))[0]
    after = f"&t={start}" if start.isdigit() else ""
    return "youtube.com", f"https://www.youtube.com/watch?v={found[1]}{after}"
