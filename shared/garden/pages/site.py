"""What every page says of the garden it belongs to: `site` in its template."""

from collections.abc import Mapping
from dataclasses import dataclass


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
