"""What each generator makes no page of: folders by their names, and notes by their front matter."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, tzinfo
from pathlib import Path

from shared.garden.foreign.eleventy_ignores import ignored
from shared.garden.foreign.rules import Generator, Rules
from shared.garden.foreign.source import NoAddress, Source
from shared.garden.problem import Problems
from shared.garden.vault.dates import instant, parse

# Names of folders and files, wherever they lie: rather too little is told than too much.
UNBUILT: Mapping[Generator, tuple[str, ...]] = {
    "quartz": ("private", "templates"),
    "hugo": ("archetypes", "layouts", "public", "themes", "resources"),
    "jekyll": ("_drafts", "_includes", "_layouts", "_sass", "_data", "_site", "vendor"),
    "eleventy": ("_includes", "_data", "_site"),
    "obsidian-publish": (),
}
NOT_BEFORE: Mapping[Generator, tuple[str, ...]] = {
    "hugo": ("publishdate", "pubdate", "published", "date"),
    "jekyll": ("date",),
}
NOT_AFTER: Mapping[Generator, tuple[str, ...]] = {"hugo": ("expirydate", "unpublishdate")}
NO = ("false", "no", "off")


def passing_over(
    site: Path, notes: Path, rules: Rules | None, problems: Problems
) -> Callable[[Path], bool]:
    """Return what tells of a file whether a list of the generator's has it passed over."""
    if rules is None or rules.generator != "eleventy":
        return lambda _: False
    return ignored(site, notes, problems)


def is_unbuilt(source: Source, generator: Generator, zone: tzinfo) -> bool:
    """Tell whether the front matter says that there is no page, or none now.

    Raises:
        NoAddress: it names a moment that cannot be read.

    """
    if generator == "jekyll" and source.says("published").lower() in NO:
        return True
    now = datetime.now(UTC)
    starts = moment_of(source, NOT_BEFORE.get(generator, ()), zone)
    ends = moment_of(source, NOT_AFTER.get(generator, ()), zone)
    return bool((starts and starts > now) or (ends and ends <= now))


def moment_of(source: Source, keys: tuple[str, ...], zone: tzinfo) -> datetime | None:
    """Return the moment under the first of these keys."""
    value = source.front_matter.first(*keys) if keys else None
    if value is None:
        return None
    try:
        return instant(parse(value.text, zone), zone)
    except (ValueError, OverflowError):
        raise NoAddress(
            f"`{value.key}` {value.text!r} is no date", value, remedy="write it as 2026-11-29"
        ) from None
