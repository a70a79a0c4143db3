"""Walk through HTML tag by tag in linear time, whatever it is.

`html.parser` of Python 3.11 raises at a broken declaration and needs 48 seconds for 70 kB of `<a `
repeated (CVE-2025-6069), in which a whole tick would stand still. Here what is not a tag is text.
"""

import re
from html import unescape

# Possessive throughout (`++`, `*+`): a place that does not fit is given up at once.
ATTRIBUTE = re.compile(
    r"""(?<!\s)\s++([^\s"'<>/=]++)(?:\s*+=\s*+("[^"]*+"|'[^']*+'|[^\s"'<>=`]++))?+""",
)
TAG = re.compile(
    r"""<(/?)([a-zA-Z][a-zA-Z0-9]*+)"""
    r"""((?:\s++[^\s"'<>/=]++(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s"'<>=`]++))?+)*+)\s*+/?>"""
)


class Walker:
    """Calls `start`, `end` and `text` in the order of the document; comments are passed over."""

    def walk(self, html: str) -> None:
        """Read the whole document."""
        source, at = without_comments(html), 0
        for tag in TAG.finditer(source):
            self.between(source[at : tag.start()])
            at = tag.end()
            closing, name, attributes = tag.groups()
            if closing:
                self.end(name.lower())
            else:
                self.start(name.lower(), read_attributes(attributes))
        self.between(source[at:])

    def between(self, source: str) -> None:
        """Hand over what stands between two tags."""
        if source:
            self.text(unescape(source))

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """Meet an opening tag."""
        raise NotImplementedError

    def end(self, tag: str) -> None:
        """Meet a closing tag."""
        raise NotImplementedError

    def text(self, data: str) -> None:
        """Meet words, their entities resolved."""
        raise NotImplementedError


def without_comments(html: str) -> str:
    """Take out comments; one that never ends is text."""
    first, *rest = html.split("<!--")
    kept = [first]
    for part in rest:
        _, closed, after = part.partition("-->")
        kept.append(after if closed else f"&lt;!--{part}")
    return "".join(kept)


def read_attributes(source: str) -> dict[str, str]:
    """Return the attributes of a tag; the first of a name counts, as in a browser."""
    found = dict[str, str]()
    for name, value in ATTRIBUTE.findall(source):
        quoted = value[:1] in ('"', "'")
        found.setdefault(name.lower(), unescape(value[1:-1] if quoted else value))
    return found
