"""What a page says to its readers, in letters and digits alone.

Generators make curly quotes, dashes and ligatures of what was written, and put tags around words;
letters and their order they leave alone.
"""

import re
import unicodedata
from html import unescape

UNSEEN = {"script", "style", "template"}
NAME = re.compile(r"/?[a-zA-Z][a-zA-Z0-9]*")
OTHER = re.compile(r"[\W_]+")


def words_of_page(html: str) -> str:
    """Return the letters of a page; linear in its length, whatever it is."""
    first, *rest = html.split("<")
    said, inside = [first], ""
    for piece in rest:
        found = NAME.match(piece)
        name = found[0].lower() if found else ""
        if inside:
            inside = "" if name == f"/{inside}" else inside
        elif name in UNSEEN:
            inside = name
            continue
        if not inside:
            said.append(piece.partition(">")[2])
    return letters(unescape("".join(said)))


def letters(text: str) -> str:
    """Return the letters and digits of a text, without case and without ligatures."""
    return OTHER.sub("", unicodedata.normalize("NFKC", text).casefold())
