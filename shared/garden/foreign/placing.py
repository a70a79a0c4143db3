"""Give a note of a foreign garden its place: the address that its own generator gives it."""

from contextlib import suppress

from shared.garden.foreign.addresses import address_of, encoded
from shared.garden.foreign.source import NoAddress, NoPage, Source
from shared.garden.foreign.unbuilt import is_unbuilt
from shared.garden.vault.config import Config
from shared.garden.vault.dates import Moment, parse
from shared.garden.vault.front_matter import FrontMatter
from shared.garden.woven.slugs import HOME


def placed(path: str, front_matter: FrontMatter, config: Config) -> tuple[str, str]:
    """Return slug and href of a note.

    Raises:
        NoPage: the generator makes no page of it, or none now.
        NoAddress: nobody can tell where its page is.

    """
    assert config.rules is not None  # noqa: S101  (only foreign gardens ask)
    source = Source(path, front_matter, date_of(front_matter, config))
    if is_unbuilt(source, config.rules.generator, config.zone):
        raise NoPage
    address = address_of(source, config.rules)
    if {".", ".."} & {*address.split("/")}:
        raise NoAddress(f"its address {address!r} climbs out of the site")
    return address.strip("/") or HOME, encoded(address)


def date_of(front_matter: FrontMatter, config: Config) -> Moment | None:
    """Return what the front matter says under `date`; whether it is one is said elsewhere."""
    value = front_matter.first("date")
    with suppress(ValueError, OverflowError):
        return parse(value.text, config.zone) if value else None
    return None
