"""All that a build makes of pictures: those of notes, the logo and the icon, the cards of pages."""

from pathlib import Path

from shared.garden.garden import Garden
from shared.garden.pages.site import Crest
from shared.garden.pages.theme import theme_of
from shared.garden.pictures.cards import draw_cards
from shared.garden.pictures.crest import Herald
from shared.garden.pictures.gallery import hang
from shared.garden.problem import Problems
from shared.garden.store import Store


def make_pictures(
    garden: Garden, site: Path, site_url: str, folder: Path, store: Store, problems: Problems
) -> tuple[Crest, str]:
    """Make what is seen of pictures; return what the garden wears, and where its own card is.

    They are made in `folder`, and found there by the next build where it is kept.
    """
    pictures = folder / "pictures"
    hang(garden, pictures, store, problems)
    worn = Herald(garden.config, site, garden.attachments, pictures, problems).crest()
    cards = folder / "cards"
    return worn, draw_cards(garden, theme_of(site), site_url, cards, problems, worn.painted)
