"""Heads of notes that are none to us: in them a word that keeps a note private would go unseen."""

import re
from collections.abc import Iterator

from shared.garden.vault.front_matter import NOT_SEEN, BadFrontMatter, plain
from shared.garden.vault.private import STAGES
from shared.garden.vault.synonyms import AT_HOME, NO, OF_OTHERS, YES

# What decides who sees a note; see `private`.
WORDS = (
    "draft", "private", "publish", "should_index", "published", "dg-publish", "share", "public",
    "unlisted", "visibility",
)  # fmt: skip
DECIDES = set(map(plain, WORDS))
STAGED = set(map(plain, STAGES))  # decide only by some words
# Too late, too many or too few dashes, a dash that a program has made of them, TOML, JSON, code.
NOTHING = rf"(?:\s|{NOT_SEEN.pattern}|<!--(?:(?!-->).)*+-->)*+"
TITLE = r"(?:\#{1,6}[ \t][^\n]*+\s*+(?=[-—–+]))?+"
FENCE = re.compile(
    rf"{NOTHING}{TITLE}(?:[-—–]{{2,}}|—|\+{{3}}|;{{3}}|(?:`{{3,}}|~{{3,}})[^\n]*+|(?=\{{))",
    re.DOTALL,
)
CLOSING = re.compile(r"\s*+(?:[-—–]{2,}|—|\+{3}|;{3}|\}|\.{3}|`{3,}|~{3,})")
# One word alone is said of it; in a sentence there are more.
SAID = re.compile(
    r"[\"'\s]*+([^:=：\"']{1,40})[\"'\s]*+[:=：]\s*+[\"']?([^\s\"',#]*+)[^\s#]*+\s*+(?:#|//|$)"
)
SAID_IN_JSON = re.compile(r"[\"']?([\w-]{1,40})[\"']?\s*+:\s*+[\"']?([^\s\"',}]*+)")
# As Dataview has it, anywhere: https://blacksmithgu.github.io/obsidian-dataview/annotation/add-metadata/
FIELD = re.compile(
    r"^[ \t>*+-]*+[\[(]?([^\s:\[\]()]{1,40})::[ \t]*+([^\s\])]{0,40}+)[\])]?[ \t]*+$", re.MULTILINE
)
LONGEST, MOST = 60, 4_000  # lines, and characters, in which a head ends


def refuse_unseen(text: str, first_line: int = 1) -> None:
    """Refuse a text that begins with a head of another form, if that says who may see the note.

    The text begins at `first_line` of its file.

    Raises:
        BadFrontMatter: with the place of that word.

    """
    for number, key in unseen(text):
        raise BadFrontMatter(
            number + first_line - 1,
            1,
            f"`{key.strip()}` is not read here: front matter stands between two lines of ---, the "
            "first of them the first of the file. The note stays out until then",
        )


def unseen(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that say who may see a note, and the words with which they do."""
    opening = FENCE.match(text)
    if opening is None:
        yield from bare(text)
    else:
        yield from in_head(text, opening.end())
    if "::" in text:
        for found in FIELD.finditer(text):
            if answers(found[1], found[2]):
                yield text.count("\n", 0, found.start()) + 1, found[1]


def bare(text: str) -> Iterator[tuple[int, str]]:
    """Yield such lines at the beginning, of a head of which the dashes were forgotten."""
    for number, line in enumerate(text[:MOST].split("\n"), 1):
        said = SAID.match(line)
        if said is None and line.strip():
            return
        if said and answers(said[1], said[2]):
            yield number, said[1]


def in_head(text: str, begin: int) -> Iterator[tuple[int, str]]:
    """Yield such lines of a head that begins there, until it ends."""
    before = len(text[:begin].splitlines()) or 1
    is_json = text.startswith("{", begin)
    for number, line in enumerate(text[begin:].splitlines()[:LONGEST], before):
        single = SAID.match(line)
        for said in SAID_IN_JSON.finditer(line) if is_json else (single,) if single else ():
            if decides(said[1], said[2]):
                yield number, said[1]
        if number > before and CLOSING.match(line):
            return


def answers(key: str, value: str) -> bool:
    """Tell whether words that stand in no head say so all the same."""
    return decides(key, value) and value.casefold() in {*YES, *NO, *AT_HOME}


def decides(key: str, value: str) -> bool:
    """Tell whether a line would say who may see the note."""
    name = plain(key)
    said = value.casefold()
    if name in DECIDES or (name in STAGED and said in AT_HOME):
        return True
    return name in OF_OTHERS and (said in YES or said in NO or said in AT_HOME)
