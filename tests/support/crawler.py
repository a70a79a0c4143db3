"""Follow every link of a built site within it: to files, to places on pages, to pictures."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit
from xml.etree import ElementTree

ADDRESSES = {"href", "src", "action", "data", "poster"}
LEADING = re.compile(r"\d+; url=|(?=https?://)")  # what a `content` is when it is an address
IN_STYLES = re.compile(r"url\(\"?([^\")]+)\"?\)")


class Page(HTMLParser):
    """What a page refers to, and the places it has."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elif name == "srcset" and value:
                self.links += [each.split()[0] for each in value.split(",")]
            elif name in ADDRESSES and value:
                self.links.append(value)
            elif name == "content" and value and LEADING.match(value):
                self.links.append(value[LEADING.match(value).end() :])


@dataclass
class Crawl:
    """What came of following every link: how many there were, and what is wrong."""

    followed: int = 0
    wrong: list[str] = field(default_factory=list)


def crawl(out: Path, site_url: str) -> Crawl:
    """Follow all links of the site that was built into `out` for `site_url`."""
    came = Crawl()
    pages = {
        file.relative_to(out).as_posix(): Page(file.read_text("utf-8"))
        for file in sorted(out.rglob("*.html"))
    }
    for path, page in pages.items():
        twice = {name for name in page.ids if page.ids.count(name) > 1}
        came.wrong += [f"{path}: id {name!r} is not the only one" for name in sorted(twice)]
    for path, url in links(out, pages):
        follow(out, pages, site_url, path, url, came)
    return came


def links(out: Path, pages: dict[str, Page]) -> Iterator[tuple[str, str]]:
    """Yield every file and each address in it."""
    for path, page in pages.items():
        yield from ((path, url) for url in page.links)
    for file in out.rglob("*.css"):
        for found in IN_STYLES.finditer(file.read_text("utf-8")):
            yield file.relative_to(out).as_posix(), found[1]
    for file in out.glob("*.xml"):
        for each in ElementTree.parse(file).iter():
            yield from ((file.name, url) for url in named(each))


def named(element: ElementTree.Element) -> Iterator[str]:
    """Yield the addresses that an element of a feed or a sitemap names."""
    yield from (element.attrib[name] for name in ("href", "src") if name in element.attrib)
    if element.tag.endswith("}loc"):
        yield element.text or ""
    if element.get("type") == "html":
        yield from Page(element.text or "").links


def follow(
    out: Path, pages: dict[str, Page], site_url: str, path: str, url: str, came: Crawl
) -> None:
    """Follow one link, if it stays within the site."""
    here = urljoin(f"{site_url}/", path.removesuffix("index.html"))
    target, home = urlsplit(urljoin(here, url)), urlsplit(site_url)
    if (target.scheme, target.netloc) != (home.scheme, home.netloc):
        return
    came.followed += 1
    place = unquote(target.path).removeprefix(home.path).strip("/")
    if not (out / place).is_file():
        place = f"{place}/index.html".lstrip("/")
    if not (out / place).is_file():
        came.wrong.append(f"{path}: {url} leads nowhere")
    elif target.fragment and unquote(target.fragment) not in pages[place].ids:
        came.wrong.append(f"{path}: {url} has no such place")
