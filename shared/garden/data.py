"""What a garden gives to machines beside its pages: the feed, the sitemap."""

from collections.abc import Iterator

from shared.garden.feed import feed
from shared.garden.garden import Garden
from shared.garden.html import Printer
from shared.garden.letters import public
from shared.garden.render import LETTERS
from shared.garden.search.index import index
from shared.garden.sitemap import sitemap


def data(garden: Garden, printer: Printer) -> Iterator[tuple[str, bytes]]:
    """Yield each file by its path below the output, and its content."""
    letters = public(garden.letters)
    told = [*garden.notes, *letters]
    yield "feed.xml", feed(told, garden.config, printer)
    lists = [tag.href for tag in garden.tags] + ([LETTERS] if letters else [])
    yield "sitemap.xml", sitemap(told, lists, printer.site_url)
    yield from index(garden.notes, garden.texts.store.terms()).items()
