"""What a note says, written as ink: the blocks of it, the footnotes, and what embeds cut out."""

from msgspec import Struct, field

from shared.garden.writing.ink import Ink


class Block(Struct, array_like=True, omit_defaults=True):
    """A paragraph, a heading, a list or the like."""

    kind: str
    ink: Ink
    level: int = 0
    id: str = ""
    footnotes: list[str] = field(default_factory=list[str])  # the names of those it refers to


class Footnote(Struct, array_like=True):
    """The text of a footnote that is referred to."""

    name: str
    ink: Ink
    is_marked: bool = True  # False: the mark was in a heading that is the title, and has gone


class Text(Struct, array_like=True):
    """A note's whole text."""

    blocks: list[Block]
    footnotes: list[Footnote]
    inner: dict[str, Block]  # what has an id and stands deeper than at the top


def section(blocks: list[Block]) -> list[Block]:
    """Return a heading and what follows, up to the next heading of its rank."""
    for index, block in enumerate(blocks[1:], 1):
        if block.kind == "heading" and block.level <= blocks[0].level:
            return blocks[:index]
    return blocks


def cut(text: Text, fragment: str, title_id: str) -> list[Block]:
    """Return the blocks of a whole note, of one section, or the one block that is meant."""
    if not fragment or fragment == title_id:
        return text.blocks
    for index, block in enumerate(text.blocks):
        if block.id == fragment:
            return section(text.blocks[index:]) if block.kind == "heading" else [block]
    return [text.inner[fragment]] if fragment in text.inner else []


def mentioned(text: Text, blocks: list[Block]) -> list[Footnote]:
    """Return the footnotes that these blocks refer to."""
    names = {name for block in blocks for name in block.footnotes}
    return [footnote for footnote in text.footnotes if footnote.name in names]
