"""The plain-text half of a note: what its HTML says, with every link written out."""

import re
import unicodedata

from shared.mail.walker import Walker

WIDTH = 72
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
BLOCKS = HEADINGS | frozenset(
    {"p", "div", "section", "article", "aside", "header", "footer", "figure", "figcaption", "hr"}
    | {"ul", "ol", "li", "dl", "dt", "dd", "table", "tr", "pre", "blockquote"}
)
SILENT = frozenset({"script", "style", "head", "title", "template"})
VOID = frozenset({"img", "br", "hr", "input", "wbr"})


def plain(html: str) -> str:
    """Return a sanitised HTML fragment as text for reading."""
    reader = Reader()
    reader.walk(str(html))
    reader.end_block()
    return "\n\n".join(reader.blocks)


def wrap(text: str, indent: str = "") -> str:
    """Fill paragraphs to 72 columns; links and words are never cut, Chinese breaks anywhere."""
    paragraphs = re.split(r"\n\s*\n", str(text).strip())
    return "\n\n".join(fill(paragraph, indent, indent) for paragraph in paragraphs)


def underline(title: str, stroke: str = "=") -> str:
    """Return a title with a line under it, as wide as it is."""
    lines = fill(str(title), "", "")
    return f"{lines}\n{stroke * max(columns(line) for line in lines.splitlines() or [''])}"


def fill(paragraph: str, first: str, rest: str) -> str:
    """Lay out one paragraph, `first` before its first line and `rest` before the others."""
    lines, line, width = list[str](), first, columns(first)
    for piece in pieces(paragraph):
        needed = columns(piece.rstrip())
        if width + needed > WIDTH and line.strip() != first.strip():
            lines.append(line.rstrip())
            line, width = rest, columns(rest)
            first = rest
        line += piece
        width += columns(piece)
    return "\n".join([*lines, line.rstrip()])


def pieces(paragraph: str) -> list[str]:
    """Split where a line may end: after a space, and after each wide character and its comma."""
    squeezed = " ".join(paragraph.split())
    wide = r"[\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
    closing = r"[\u3001\u3002\u300b\u300d\u300f\u3011\uff01\uff09\uff0c\uff1a\uff1b\uff1f…]"
    opening = r"[\u300a\u300c\u300e\u3010\uff08]"
    return re.findall(rf"{opening}*{wide}{closing}* ?|[^\s\u2e80-\u9fff]+ ?|\S ?", squeezed)


def columns(text: str) -> int:
    """Count columns of a terminal: Chinese takes two each."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


class Reader(Walker):
    """Collect blocks of text while walking through the fragment."""

    def __init__(self) -> None:
        self.blocks: list[str] = []
        self.words: list[str] = []
        self.open: list[str] = []
        self.links: list[tuple[str, int]] = []  # an address, and where its words begin
        self.counters: list[int] = []  # one for each open list; 0 counts nothing
        self.marker = ""
        self.in_list = False
        self.rows = 0  # of the table that is open
        self.cells = 0  # of its row

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """Begin a block, an item or a link."""
        if tag in BLOCKS:
            self.end_block()
        if tag in VOID:
            self.stand_in(tag, attributes)
            return
        self.open.append(tag)
        if tag in ("ul", "ol"):
            self.in_list = self.in_list and bool(self.counters)
            self.counters.append(1 if tag == "ol" else 0)
        elif tag == "li":
            self.start_item()
        elif tag in ("table", "tr", "td", "th"):
            self.start_in_table(tag)
        elif tag == "a":
            self.links.append((attributes.get("href", ""), len(self.words)))

    def end(self, tag: str) -> None:
        """End what the tag began; a link's address is written out behind its words."""
        if tag == "a" and self.links:
            href, start = self.links.pop()
            if href and href != "".join(self.words[start:]).strip():
                self.words.append(f" <{href}>")
        if tag in BLOCKS:
            self.end_block()
        if tag in ("ul", "ol") and self.counters:
            self.counters.pop()
        if tag in self.open:
            del self.open[len(self.open) - 1 - self.open[::-1].index(tag) :]

    def text(self, data: str) -> None:
        """Take words in, unless they are not for reading."""
        if not SILENT.intersection(self.open):
            self.words.append(data)

    def stand_in(self, tag: str, attributes: dict[str, str]) -> None:
        """Put words in the place of what has none."""
        if tag == "img":
            self.words.append(f"[{attributes.get('alt') or 'image'}]")
        elif tag == "br":
            self.words.append("\n" if "pre" in self.open else " ")
        elif tag == "hr":
            self.blocks.append("* * *")

    def start_item(self) -> None:
        """Choose the bullet or the number of the item that follows."""
        if self.counters and self.counters[-1]:
            self.marker = f"{self.counters[-1]}. "
            self.counters[-1] += 1
        else:
            self.marker = "- "

    def start_in_table(self, tag: str) -> None:
        """Begin a table, a row of it or a cell; a bar stands between two cells."""
        if tag == "table":
            self.rows = 0
        elif tag == "tr":
            self.cells = 0
        else:
            self.words.append(" | " if self.cells else "")
            self.cells += 1

    def end_block(self) -> None:
        """Lay out the words so far as one block."""
        text = "".join(self.words)
        self.words = []
        if not text.strip():
            return
        quoted = "> " * self.open.count("blockquote")
        if "pre" in self.open:
            block = "\n".join(f"{quoted}    {line}" for line in text.strip("\n").split("\n"))
        else:
            first = quoted + "  " * (len(self.counters) - 1) + self.marker
            hanging = 2 if "tr" in self.open else columns(first) - columns(quoted)
            block = fill(text, first, quoted + " " * hanging)
        self.append(block)
        self.marker = ""

    def append(self, block: str) -> None:
        """Add a block; a heading is underlined, an item or a row joins those above it."""
        if HEADINGS.intersection(self.open):
            block = underline(block, "-")
        is_row = "tr" in self.open
        if (self.marker and self.in_list) or (is_row and self.rows):
            self.blocks[-1] += "\n" + block
        else:
            self.blocks.append(block)
        self.in_list = bool(self.marker)
        self.rows += is_row
