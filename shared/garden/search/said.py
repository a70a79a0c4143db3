"""What one note says: its words, and the terms by which it is found.

These are those of its title, of its headings, and of its text.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

import nh3

from shared.garden.markdown.raw_pictures import PLACE
from shared.garden.markdown.tree import Node
from shared.garden.note import Note
from shared.search.tokenise import terms

# What stands within a sentence, so that the words before and after it may be one.
TOGETHER = {"emphasis", "strong", "deleted", "highlight", "link", "literal", "ruby"}
# What says nothing that readers would look for, or says it elsewhere.
SILENT = {"embed", "image", "math", "html", "footnote-reference", "rule", "annotation"}
WHOLE = {"wikilink", "html-block"}  # say themselves what is in them
APART = "\r"
LONGEST = 200_000  # characters of a note; what comes after is not found


@dataclass(slots=True)
class Said:
    """The words of a note, piece by piece."""

    prose: list[str] = field(default_factory=list[str])
    headings: list[str] = field(default_factory=list[str])
    code: list[str] = field(default_factory=list[str])  # whole blocks of it

    @property
    def read(self) -> str:
        """Return what is read as sentences are."""
        return "".join(self.prose) + APART + apart(self.headings)


def found_by(note: Note, said: Said) -> str:
    """Return the terms of a note: three lines, each term only in the first that has it."""
    text = apart(["".join(said.prose), *said.code])[:LONGEST]
    titled = terms(apart([note.title, *note.aliases]))
    headed = terms(apart([*said.headings, *note.written_tags])) - titled
    return "\n".join(map(" ".join, (titled, headed, terms(text) - titled - headed)))


def apart(texts: Iterable[str]) -> str:
    """Return texts as one, in which no word of one touches a word of the next."""
    return APART.join(texts)


def said(tree: Node) -> Said:
    """Return the words of a tree, without those of the title that was taken from it."""
    all_said = Said()
    found = all_said.prose
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        kind = node.kind
        if kind == "text":  # as most are
            found.append(node.text)
        elif kind == "code-block":
            all_said.code.append(node.text)
            found.append(APART)
        elif not node.children or kind in WHOLE:
            found.append(words_of(node))
            waiting.extend(reversed(node.children if kind == "html-block" else ()))
        elif kind == "heading":
            all_said.headings.append(node.words())
            found.append(APART)
        elif kind not in SILENT and (kind != "footnote" or node.level):
            if kind not in TOGETHER:
                found.append(APART)
            waiting.extend(reversed(node.children))
    return all_said


def words_of(node: Node) -> str:
    """Return the words of something that holds nothing else."""
    match node.kind:
        case "code" | "tag":
            return node.text
        case "soft":
            return "\n"
        case "math" | "break":
            return APART
        case "html-block":
            return f"{APART}{nh3.clean(PLACE.sub(' ', node.text), tags=set())}{APART}"
        case "wikilink":
            return node.text or node.label()
        case kind:
            return "" if kind in SILENT else APART
