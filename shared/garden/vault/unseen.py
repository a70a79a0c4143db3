"""Heads of notes that are none to us: in them a word that keeps a note private would go unseen."""

import re

from shared.garden.vault.front_matter import NOT_SEEN, BadFrontMatter, plain
from shared.garden.vault.private import NO, STAGES, YES
from shared.garden.vault.synonyms import AT_HOME, OF_OTHERS

# What decides who sees a note; see `private`.
WORDS = (
    "draft", "private", "publish", "should_index", "published", "dg-publish", "share", "public",
    "unlisted", "visibility",
)  # fmt: skip
DECIDES = set(map(plain, WORDS))
STAGED = set(map(plain, STAGES))  # decide only by some words
# Too late, too many or too few dashes, a dash that a program has made of them, TOML, JSON.
FENCE = re.compile(rf"(?:\s|{NOT_SEEN.pattern})*+(?:[-—–]{{2,}}|—|\+{{3}}|;{{3}}|\{{)")
CLOSING = re.compile(r"\s*+(?:[-—–]{2,}|—|\+{3}|;{3}|\}|\.{3})")
# One word alone is said of it; in a sentence there are more.
SAID = re.compile(
    r"[\"'\s]*+([^:=：\"']{1,40})[\"'\s]*+[:=：]\s*+[\"']?([^\s\"',#]*+)[^\s#]*+\s*+(?:#|$)"
)
LONGEST = 60  # lines in which a head ends


def refuse_unseen(text: str) -> None:
    """Refuse a text that begins with a head of another form, if that says who may see the note.

    Raises:
        BadFrontMatter: with the place of that word.

    """
    opening = FENCE.match(text)
    if opening is None:
        return
    before = len(text[: opening.end()].splitlines())
    following = text[opening.end() :].splitlines()[1:LONGEST]
    for number, line in enumerate(following, before + 1):
        said = SAID.match(line)
        if said and decides(said[1], said[2]):
            raise BadFrontMatter(
                number,
                1,
                f"`{said[1].strip()}` is not read here: front matter stands between two lines of "
                "---, the first of them the first of the file. The note stays out until then",
            )
        if CLOSING.match(line):
            return


def decides(key: str, value: str) -> bool:
    """Tell whether a line would say who may see the note."""
    name = plain(key)
    said = value.casefold()
    if name in DECIDES or (name in STAGED and said in AT_HOME):
        return True
    return name in OF_OTHERS and (said in YES or said in NO or said in AT_HOME)
