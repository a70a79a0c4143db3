"""A note as HTML: the body of its page, and a fragment for letters and the feed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import nh3

from shared.garden.note import Note
from shared.garden.pages.embeds import Copied
from shared.garden.pages.fill import Filler
from shared.garden.pages.keys import TextKeys
from shared.garden.problem import Problems
from shared.garden.writing.text import Text

MAILED = {
    "p", "br", "hr", "h2", "h3", "h4", "h5", "h6", "a", "img", "em", "strong", "b", "i", "u", "s",
    "del", "ins", "mark", "small", "sub", "sup", "kbd", "code", "pre", "blockquote", "ul", "ol",
    "li", "dl", "dt", "dd", "table", "thead", "tbody", "tr", "th", "td", "ruby", "rt", "rp",
    "bdi", "q", "caption", "tfoot",
}  # fmt: skip
MAILED_ATTRIBUTES = {
    "a": {"href"},
    "img": {"src", "alt", "width", "height"},
    "ol": {"start"},
    "th": {"align", "colspan", "rowspan"},
    "td": {"align", "colspan", "rowspan"},
}
CLEANER = nh3.Cleaner(
    tags=MAILED,
    attributes=MAILED_ATTRIBUTES,
    url_schemes={"http", "https", "mailto", "tel"},
    link_rel=None,
)
APART = "\x1f"  # the separator of units in ASCII; who writes one all the same loses nothing


@dataclass(frozen=True, slots=True)
class Printer:
    """Prints notes whose links are resolved: as the body of a page, or for letters and the feed."""

    texts: Mapping[Note, Text]
    tag_pages: Mapping[str, str]  # what is written: path of its page
    site_url: str  # a whole address, without a slash at its end
    problems: Problems
    keys: TextKeys
    copied: Copied = field(default_factory=Copied)

    def page(self, note: Note) -> str:
        """Return the body of a note's page."""
        root = urlsplit(self.site_url).path
        text = self.texts[note]
        filler = self.filler(note, root, self.problems)
        for block in text.blocks:
            filler.fill(block.ink)
        filler.footnotes(text.footnotes)
        return filler.take()

    def mail(self, note: Note) -> list[str]:
        """Return a note block by block, sanitised, with whole addresses."""
        text = self.texts[note]
        filler = self.filler(note, self.site_url, Problems(), for_mail=True)
        blocks: list[str] = []
        for block in text.blocks:
            filler.fill(block.ink)
            blocks.append(filler.take())
        filler.footnotes(text.footnotes)
        blocks.append(filler.take())
        return [block for block in sanitise(blocks) if block.strip()]

    def filler(
        self, note: Note, root: str, problems: Problems, *, for_mail: bool = False
    ) -> Filler:
        """Return what fills the gaps of a note."""
        return Filler(note, root, self.texts, self.tag_pages, problems, self.copied, for_mail)


def sanitise(blocks: list[str]) -> list[str]:
    """Let through what mail programs show and nothing that acts, in one go: each call is dear."""
    clean = CLEANER.clean(APART.join(blocks)).split(APART)
    return clean if len(clean) == len(blocks) else [CLEANER.clean(block) for block in blocks]
