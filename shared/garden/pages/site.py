"""What every page says of the garden it belongs to: `site` in its template."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Emblem:
    """A logo or an icon; its addresses are below the site's own, empty where there is none."""

    href: str = ""  # as small as the header needs it
    whole: str = ""  # for feeds and icons, which are larger
    kind: str = ""  # of the whole one, as a media type
    width: int = 0  # in pixels; 0 where a drawing does not say it
    height: int = 0


@dataclass(frozen=True, slots=True)
class Crest:
    """The logo and the icon of a garden: None is the thistle, one without an address nothing."""

    logo: Emblem | None = None
    icon: Emblem | None = None
    painted: bytes | None = None  # what cards show, as a file; b"" where that is nothing


@dataclass(frozen=True, slots=True)
class Site:
    """What every page says of the garden it belongs to."""

    title: str
    description: str
    language: str
    url: str
    root: str  # the path below which the garden lies, without a slash at its end
    subscribe_url: str  # nothing where no form can lead anywhere
    search_url: str
    assets: Mapping[str, str]
    has_letters: bool = False
    has_graph: bool = False
    has_grown: bool = False
    card: str = ""  # the picture that stands for pages without one of their own
    privacy_url: str = ""  # of the notice that each form links to
    logo: Emblem | None = None  # None is the thistle
    icon: Emblem | None = None
