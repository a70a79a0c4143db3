"""Text as a row of words, and which of many short rows of words stand in it."""

import html
import re
import unicodedata
from collections.abc import Iterable, Iterator
from urllib.parse import unquote

Shingle = tuple[str, ...]

# Where words are not divided each character counts as one: kana, Han, Hangul.
UNDIVIDED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af"
WORD = re.compile(rf"[¶{UNDIVIDED}]|[^\W_{UNDIVIDED}]+")
TAG = re.compile(r"<[^<>]*>")
# Where one thing ends and another begins: what stands beside each other is no sentence.
APART = re.compile(
    r"</?(?:a|article|aside|blockquote|dd|details|div|dt|figcaption|figure|footer|h[1-6]|header|li"
    r"|main|nav|ol|option|p|section|summary|svg|table|td|text|th|title|tr|ul)\b[^<>]*>"
)
SAID = re.compile(
    r"""(?<![\w-])(?:alt|title|content|(?:aria-)?label|href|src|srcset|id|value|data-[\w-]++)="([^"]*)"""
)
ESCAPED = re.compile(r"\\(?:u[0-9a-f]{4}|.)")


def words(text: str) -> list[str]:
    """Return the words of a text, alike in whatever case and form they are written."""
    return WORD.findall(unicodedata.normalize("NFC", text).casefold())


def page_words(page: str) -> list[str]:
    """Return the words of a page: its text, then what its tags say."""
    said = " ¶ ".join(found for tag in TAG.findall(page) for found in SAID.findall(tag))
    text = TAG.sub(" ", APART.sub(" ¶ ", page))
    return [*words(html.unescape(text)), "¶", *words(unquote(html.unescape(said)))]


def data_words(source: str) -> list[str]:
    """Return the words of JSON, and of pages in it."""
    return page_words(ESCAPED.sub(" ", source.replace('\\"', "'").replace('"', " ¶ ")))


def windows(row: list[str], length: int) -> Iterator[Shingle]:
    """Return every so many words that follow each other."""
    return zip(*(row[start:] for start in range(length)), strict=False)


class Sought:
    """Shingles that are looked for, by their length."""

    def __init__(self, shingles: Iterable[Shingle]) -> None:
        self.by_length: dict[int, set[Shingle]] = {}
        for shingle in shingles:
            self.by_length.setdefault(len(shingle), set()).add(shingle)

    def within(self, row: list[str]) -> set[Shingle]:
        """Return those that stand in a row of words."""
        found: set[Shingle] = set()
        for length, sought in self.by_length.items():
            found |= sought.intersection(windows(row, length))
        return found

    def drop(self, shingles: set[Shingle]) -> None:
        """Look for these no more."""
        for sought in self.by_length.values():
            sought -= shingles
