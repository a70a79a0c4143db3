"""A note's HTML as a letter may carry it: a short list of tags, whole, whoever wrote the manifest.

The generator has sanitised the fragment already. It is done again, because a manifest may come from
another generator, and because one unclosed tag could swallow the footer with its unsubscribe link.
"""

import re
from urllib.parse import urlsplit

from markupsafe import Markup, escape

from shared.mail.walker import Walker

PLAIN = frozenset(
    {"p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "dl", "dt", "dd", "blockquote"}
    | {"pre", "code", "kbd", "samp", "em", "strong", "b", "i", "s", "del", "ins", "mark", "sub"}
    | {"sup", "small", "abbr", "cite", "q", "figure", "figcaption", "a", "img", "br", "hr", "table"}
    | {"ruby", "rt", "rp", "bdi"}
)
IN_TABLES = frozenset({"thead", "tbody", "tr", "th", "td", "caption"})
VOID = frozenset({"img", "br", "hr"})
# What stands between these tags is not for reading.
DROPPED = frozenset(
    {"script", "style", "head", "title", "template", "iframe", "object", "svg", "math"}
    | {
        "noscript",
        "noembed",
        "noframes",
        "textarea",
        "select",
        "button",
        "canvas",
        "audio",
        "video",
    }
)
DEEPEST = 60
NUMBER = re.compile(r"\d{1,5}")
LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")


def fragment(html: str) -> Markup:
    """Return the fragment with nothing in it but what may be read, every tag closed."""
    writer = Writer()
    writer.walk(str(html))
    return writer.finish()


class Writer(Walker):
    """Write down again what is allowed, while reading."""

    def __init__(self) -> None:
        self.out: list[Markup] = []
        self.open: list[str] = []
        self.dropped = ""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """Repeat an allowed tag with its allowed attributes."""
        if self.dropped or tag in DROPPED:
            self.dropped = self.dropped or tag
            return
        allowed = tag in PLAIN or (tag in IN_TABLES and "table" in self.open)
        if not allowed or len(self.open) >= DEEPEST:
            return
        kept = kept_attributes(tag, attributes)
        if tag == "img" and "src" not in kept:
            self.out += [Markup("[{}]").format(kept["alt"])] if kept.get("alt") else []
            return
        words = Markup("").join(Markup(' {}="{}"').format(*pair) for pair in kept.items())
        self.out.append(Markup("<{}{}>").format(tag, words))
        if tag not in VOID:
            self.open.append(tag)

    def end(self, tag: str) -> None:
        """Close a tag that is open, with all that was opened inside it; ignore any other."""
        if self.dropped:
            self.dropped = "" if tag == self.dropped else self.dropped
            return
        if tag in self.open:
            while self.close_one() != tag:
                pass

    def text(self, data: str) -> None:
        """Repeat words, escaped."""
        if not self.dropped:
            self.out.append(escape(data))

    def close_one(self) -> str:
        """Close the innermost open tag."""
        tag = self.open.pop()
        self.out.append(Markup("</{}>").format(tag))
        return tag

    def finish(self) -> Markup:
        """Close what the author left open."""
        while self.open:
            self.close_one()
        return Markup("").join(self.out)


def kept_attributes(tag: str, attributes: dict[str, str]) -> dict[str, str]:
    """Return the few attributes that a letter needs, each checked."""
    stripped = {name: value.strip() for name, value in attributes.items()}
    return {name: value for name, value in stripped.items() if is_kept(tag, name, value)}


def is_kept(tag: str, name: str, value: str) -> bool:
    """Tell whether one attribute may stay."""
    if name == "lang":
        return LANGUAGE.fullmatch(value) is not None
    if (tag, name) == ("a", "href"):
        return is_link(value, ("https", "http", "mailto"))
    if (tag, name) == ("img", "src"):
        return is_link(value, ("https", "http"))
    if (tag, name) in (("img", "alt"), ("abbr", "title")):
        return True
    if (tag, name) in (("td", "align"), ("th", "align")):
        return value in ("left", "center", "right")
    numbers = {("img", "width"), ("img", "height"), ("ol", "start"), ("td", "colspan")}
    return (tag, name) in numbers and NUMBER.fullmatch(value) is not None


def is_link(value: str, schemes: tuple[str, ...]) -> bool:
    """Tell an absolute address of an allowed scheme from everything else."""
    if any(character <= " " or character == "\x7f" for character in value):
        return False
    try:
        parts = urlsplit(value)
    except ValueError:
        return False
    return parts.scheme in schemes and bool(parts.netloc or parts.scheme == "mailto")
