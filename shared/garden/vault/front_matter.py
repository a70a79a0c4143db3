"""The YAML at the head of a note, with the place of every value."""

import re
import unicodedata
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import yaml

from shared.garden.markdown.comments_in_source import without
from shared.garden.vault.miswritten import miswritten

NULL = "tag:yaml.org,2002:null"
OPENING = re.compile(r"---[ \t]*\n")
CLOSING = re.compile(r"^(?:---|\.\.\.)[ \t]*$", re.MULTILINE)
NOT_SEEN = re.compile("[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]")
MOST, LETTERS = 100_000, 100  # things said, each of so many letters: an alias says all once more
MERGED = "<<"  # under which YAML takes over what was said elsewhere
# Also what XML 1.0 has no room for (section 2.2).
CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufeff\ufffe\uffff]")


class BadFrontMatter(ValueError):
    """The front matter cannot be read; carries the place and a sentence."""

    def __init__(self, line: int, column: int, message: str) -> None:
        super().__init__(message)
        self.line, self.column = line, column


@dataclass(frozen=True, slots=True)
class Value:
    """What one key says: a text, a list of texts, or neither (`kind` is `other` or `empty`).

    One text in a list, as Obsidian writes a property of several, is that text; `items` has it, too.
    """

    key: str
    kind: str
    text: str
    items: tuple[str, ...]
    line: int
    column: int


@dataclass(slots=True)
class FrontMatter:
    """The values of a note by key; a key reads the same in any case, with `_` and `-` or none."""

    values: dict[str, list[Value]] = field(default_factory=dict[str, list[Value]])
    twice: list[Value] = field(default_factory=list[Value])  # under a key that stands above as well

    def every(self, *keys: str) -> list[Value]:
        """Return all values written under any of these keys."""
        names = plain_forms(keys)
        if self.values.keys().isdisjoint(names):  # as mostly: a note is asked for sixty keys
            return []
        return [value for name in names for value in self.values.get(name, ())]

    def first(self, *keys: str) -> Value | None:
        """Return the value of the first of these keys that says something."""
        return next((value for value in self.every(*keys) if value.kind != "empty"), None)

    def text(self, *keys: str) -> str:
        """Return the text of the first of these keys, on one line, or an empty one."""
        value = self.first(*keys)
        return spoken(value.text) if value and value.kind == "text" else ""

    def texts(self, *keys: str) -> list[str]:
        """Return a list, also where one text was written with commas."""
        value = self.first(*keys)
        if value is None:
            return []
        items = value.items or value.text.split(",")
        return [text for item in items if (text := spoken(item))]


def spoken(text: str) -> str:
    """Return a text on one line, without the comments in it."""
    return " ".join(without(text).split())


def tidy(text: str) -> str:
    """Drop a byte order mark and control characters; make every line end the same."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return CONTROLS.sub("", text)


def split(text: str) -> tuple[str, str, int]:
    """Return the YAML, the body, and the line on which the body begins."""
    opening = OPENING.match(text)
    if not opening:
        return "", text, 1
    closing = CLOSING.search(text, opening.end())
    if not closing:
        raise BadFrontMatter(1, 1, "front matter opens with --- and never closes")
    body = text[closing.end() + 1 :]
    return text[opening.end() : closing.start()], body, text.count("\n", 0, closing.end()) + 2


def load(source: str, *, within: str = "") -> FrontMatter:
    """Read YAML that begins on the second line of a file; every scalar stays the text it is.

    What stands below the key `within` counts as if it stood at the top.
    """
    try:
        root: object = yaml.compose(source, Loader=yaml.CSafeLoader)
    except yaml.MarkedYAMLError as error:
        line, column, said = miswritten(source, error)
        raise BadFrontMatter(line + 2, column + 1, said) from error
    except yaml.YAMLError as error:
        raise BadFrontMatter(2, 1, f"front matter is not YAML: {error}") from error
    if root is None:
        return FrontMatter()
    if not isinstance(root, yaml.MappingNode):
        raise BadFrontMatter(2, 1, "front matter is not a list of `key: value` lines")
    front_matter, said = FrontMatter(twice=twice_in(root)), 0
    for key, node in pairs(root, within):
        said = counted(node, said)
        if isinstance(key, yaml.ScalarNode):
            value = read_value(key, node)
            front_matter.values.setdefault(plain(value.key), []).append(value)
    return front_matter


def twice_in(root: yaml.MappingNode) -> list[Value]:
    """Return what stands under a key that was there before, letter by letter."""
    keys = [(key, node) for key, node in root.value if isinstance(key, yaml.ScalarNode)]
    if len({key.value for key, _ in keys}) == len(keys):  # as nearly always
        return []
    first = {key.value: key for key, _ in reversed(keys)}
    again = [(key, node) for key, node in keys if first[key.value] is not key]
    return [read_value(key, node) for key, node in again if key.value != MERGED]


def pairs(root: yaml.MappingNode, within: str) -> Iterator[tuple[yaml.Node, yaml.Node]]:
    """Yield keys and values; those below one key, and those taken over from elsewhere, last."""
    waiting: deque[yaml.Node] = deque([root])
    seen: set[int] = set()
    while waiting:
        node = waiting.popleft()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, yaml.SequenceNode):
            waiting += node.value
        if not isinstance(node, yaml.MappingNode):
            continue
        yield from node.value
        for key, below in node.value:
            if isinstance(key, yaml.ScalarNode) and key.value in (MERGED, within or MERGED):
                waiting.append(below)


def counted(node: yaml.Node, said: int) -> int:
    """Return how much is said with what stands below one key.

    Raises:
        BadFrontMatter: it is more than anybody means.

    """
    is_short = isinstance(node, yaml.ScalarNode) and len(node.value) < LETTERS
    for each in (1,) if is_short else weights(node):
        said += each
        if said > MOST:
            line = node.start_mark.line + 2
            raise BadFrontMatter(line, 1, f"front matter says more than {MOST:,} things")
    return said


def weights(node: yaml.Node, deep: int = 2) -> Iterator[int]:
    """Yield how much there is to read, as deep as it is read."""
    yield 1 + len(node.value) // LETTERS if isinstance(node, yaml.ScalarNode) else 1
    if deep and isinstance(node, yaml.SequenceNode):
        for each in node.value:
            yield from weights(each, deep - 1)


def read_value(key: yaml.ScalarNode, node: yaml.Node) -> Value:
    """Read one line; what is nested deeper than a list is of no use to a note."""
    line, column = node.start_mark.line + 2, node.start_mark.column + 1
    kind, text, items = "other", "", ()
    if isinstance(node, yaml.ScalarNode):
        text = clean(node.value)
        kind = "empty" if node.tag == NULL or not text.strip() else "text"
    elif isinstance(node, yaml.SequenceNode):
        kind, text, items = of_list([clean(each.value) for each in scalars(node)])
    return Value(clean(key.value), kind, text, items, line, column)


def of_list(items: Sequence[str]) -> tuple[str, str, tuple[str, ...]]:
    """Return kind, text and items of what stands in a list."""
    if len(items) != 1:
        return "list", "", tuple(items)
    return "text" if items[0].strip() else "empty", items[0], tuple(items)


def scalars(node: yaml.SequenceNode) -> Iterator[yaml.ScalarNode]:
    """Yield the texts of a list; `[[a note]]` without quotes is a list in a list to YAML."""
    for each in node.value:
        inner = each.value if isinstance(each, yaml.SequenceNode) else [each]
        yield from (one for one in inner if isinstance(one, yaml.ScalarNode))


def clean(text: str) -> str:
    """Drop what neither XML nor UTF-8 can carry, which YAML can spell as an escape."""
    if text.isprintable():
        return text
    return tidy(text).encode("utf-8", "replace").decode("utf-8")


@lru_cache(maxsize=1024)
def plain(key: str) -> str:
    """Return a key without case, dashes, underscores and spaces, and as it looks."""
    if not key.isascii() or " " in key:
        key = "".join(NOT_SEEN.sub("", unicodedata.normalize("NFKC", key)).split())
    return key.lower().replace("_", "").replace("-", "")


@lru_cache(maxsize=256)
def plain_forms(keys: tuple[str, ...]) -> tuple[str, ...]:
    """Return keys in their plain forms."""
    return tuple(map(plain, keys))
