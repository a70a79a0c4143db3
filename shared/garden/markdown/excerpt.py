"""The first words of a note, for lists, feeds and letters."""

from itertools import zip_longest

from shared.garden.markdown.tree import Node
from shared.garden.markdown.typed_formula import without_tex

LONGEST = 180
COLONS = (":", "：")
ENDS = (". ", "! ", "? ", "。", "！", "？")
WIDE = "\u2e80"  # from here on one character is about as wide as two letters


def excerpt(tree: Node, written: str = "") -> str:
    """Return what the gardener wrote as a description, else the beginning of the text."""
    return shorten(" ".join((written or beginning(tree)).split()))


def beginning(tree: Node) -> str:
    """Return the text of the first paragraphs that say something."""
    said: list[str] = []
    unfinished, length = "", 0
    for block, following in zip_longest(tree.children, tree.children[1:]):
        if block.kind == "paragraph":
            text = without_tex(block).words().strip()
            if text.endswith(COLONS) and (following is None or following.kind != "paragraph"):
                unfinished = unfinished or text
                text = whole_sentences(text)
            said.append(text)
            length += len(text)
        if (block.kind == "heading" and length) or length > LONGEST:
            break
    if not length and unfinished:
        return unfinished.rstrip(":： ") + "…"
    return "".join(each if each[-1] >= WIDE else f"{each} " for each in said if each)


def whole_sentences(text: str) -> str:
    """Return what comes before the last sentence, which leads to a list or to code."""
    return text[: max(text.rfind(end) for end in ENDS) + 1]


def shorten(text: str) -> str:
    """Cut at a space, or anywhere between Chinese characters, and say that it was cut."""
    width = 0
    for index, character in enumerate(text):
        width += 2 if character >= WIDE else 1
        if width > LONGEST:
            kept = text[:index]
            sentence = max(kept.rfind(end) for end in ENDS)
            if sentence > index // 2:
                return kept[: sentence + 1]
            space = kept.rfind(" ")
            if character < WIDE and kept[-1] < WIDE and space > index // 2:
                kept = kept[:space]
            return kept.rstrip(" ,;:，、；：") + "…"
    return text
