"""Where the pages of a garden are, whose generator is not ours."""

from collections.abc import Callable, Mapping
from urllib.parse import quote

from shared.garden.foreign import eleventy, hugo, jekyll, obsidian_publish, quartz
from shared.garden.foreign.rules import Generator, Rules
from shared.garden.foreign.source import NoAddress, Source, below

ADDRESS: Mapping[Generator, Callable[[Source, Rules], str]] = {
    "quartz": quartz.address,
    "hugo": hugo.address,
    "jekyll": jekyll.address,
    "eleventy": eleventy.address,
    "obsidian-publish": obsidian_publish.address,
}


def address_of(source: Source, rules: Rules) -> str:
    """Return the path of a page below the site's own, not encoded; the home page's is a slash.

    Raises:
        NoPage: the generator makes none of this file.
        NoAddress: only the site's own code can tell.

    """
    own = source.front_matter.first("announce_url")
    if own is None:
        return ADDRESS[rules.generator](source, rules)
    if not own.text.startswith("/"):
        raise NoAddress("`announce_url` does not begin with a slash", own)
    return own.text.strip()


def attachment_of(path: str, rules: Rules) -> str:
    """Return where a picture beside the notes can be fetched, or nothing where nobody knows."""
    if rules.generator == "obsidian-publish":
        return ""
    return quartz.attachment(path, rules) if rules.generator == "quartz" else below(path)


def encoded(path: str) -> str:
    """Return a path as it stands in an address."""
    return quote(path, safe="/()'!~,;=@+$&:*")
