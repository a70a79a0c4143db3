"""The opening words of a note, by which its page on a foreign site can be known."""

from shared.garden.foreign.rules import Rules
from shared.garden.foreign.templating import without_templating
from shared.garden.markdown.parser import parse
from shared.garden.markdown.tree import Node

ENOUGH = 24  # letters; fewer could stand on any page
LONGEST = 160
AS_WRITTEN = {"text", "literal", "soft", "break", "code"}
CUT = "\ufffc"  # where a tag of the generator's stood: what it shows there, nobody knows
AROUND = {"emphasis", "strong", "deleted", "highlight", "link"}


def opening_of(tree: Node, body: str, rules: Rules) -> str:
    """Return the first words of a note that its generator shows as they are written, or nothing.

    On Obsidian Publish there are none: a script brings the text after the page.
    """
    if rules.generator == "obsidian-publish":
        return ""
    marked = without_templating(body, rules, instead=CUT)
    return opening(parse(marked) if CUT in marked else tree)


def opening(tree: Node) -> str:
    """Return the beginning of the first paragraph that every generator shows alike, or nothing."""
    for block in tree.children:
        said = plain_run(block) if block.kind == "paragraph" else ""
        if sum(map(str.isalnum, said)) >= ENOUGH:
            return said[:LONGEST]
    return ""


def plain_run(block: Node) -> str:
    """Return the text of a paragraph up to the first thing that is not simply text."""
    said: list[str] = []
    waiting = list(reversed(block.children))
    while waiting:
        node = waiting.pop()
        if node.kind in AROUND:
            waiting.extend(reversed(node.children))
        elif node.kind in AS_WRITTEN:
            said.append(" " if node.kind in ("soft", "break") else node.words())
        else:
            break
    return " ".join("".join(said).partition(CUT)[0].split())
