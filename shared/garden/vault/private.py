"""The one choke point: what is private goes no further than this module."""

import re
from enum import Enum

from shared.garden.note import Maturity, parse_maturity
from shared.garden.problem import Problems
from shared.garden.vault.config import Publish
from shared.garden.vault.front_matter import FrontMatter, Value
from shared.garden.vault.misspelt import deciding_slips
from shared.garden.vault.synonyms import (
    AT_HOME,
    FEW,
    HIDES,
    LISTS,
    LISTS_NOT,
    LOCKS,
    NAMES_IT,
    NO,
    NO_PAGE,
    PUBLIC,
    ROBOTS,
    SHOWS,
    SHOWS_TOO,
    UNLISTED,
    YES,
)

FOLDER = "private"

STAGES = ("maturity", "growth_stage", "stage", "status")  # also say how grown a note is
WORD = re.compile(r"[^\W\d_]+")


class Visibility(Enum):
    """Who may see a note."""

    PRIVATE = "private"  # never built, and in no list
    UNLISTED = "unlisted"  # a page for who knows its address
    LISTED = "listed"


def visibility(
    path: str,
    front_matter: FrontMatter,
    publish: Publish | None,
    words: dict[str, Maturity],
    problems: Problems,
    *,
    is_letter: bool = False,
) -> Visibility:
    """Decide who sees a note. What cannot be understood makes it private.

    `words` are those of the garden for how grown a note is, whatever else they mean elsewhere.
    Of a letter `public: false` says that it has no page, and is sent.
    """
    try:
        hidden = any(decide(value) for value in front_matter.every("draft", "private"))
        marks = [decide(value) for value in front_matter.every("publish")]
        listed = [decide(value) for value in front_matter.every("should_index")]
        stage = {word for value in front_matter.every(*STAGES) for word in staged(value, words)}
        stage |= {word for value in front_matter.every("visibility") for word in seen_by(value)}
    except UnknownAnswer as error:
        value = error.value
        problems.error(path, value.line, value.column, str(error))
        return Visibility.PRIVATE
    others = SHOWS if is_letter else (*SHOWS, PUBLIC, *SHOWS_TOO)
    hidden |= any(says(value, NO) for value in front_matter.every(*others)) or bool(stage & AT_HOME)
    hidden |= is_hidden_elsewhere(front_matter)
    listed += [not says(value, YES) for value in front_matter.every("unlisted", *LISTS_NOT)]
    listed += [not says(value, NO) for value in front_matter.every(*LISTS)]
    listed += ["noindex" not in value.text.casefold() for value in front_matter.every(ROBOTS)]
    must_say_so = publish == "marked" or (is_kept_apart(path) and not is_letter)
    is_unsaid = must_say_so and not marks
    if hidden or not all(marks) or is_misspelt(path, front_matter, problems, is_unsaid=is_unsaid):
        return Visibility.PRIVATE
    if is_unsaid:
        return Visibility.PRIVATE
    return Visibility.LISTED if all(listed) and not stage & UNLISTED else Visibility.UNLISTED


def is_hidden_elsewhere(front_matter: FrontMatter) -> bool:
    """Tell whether another program would keep the note at home, by what it calls that."""
    return (
        any(says(value, YES) for value in front_matter.every(*HIDES))
        or any(says(value, AT_HOME | FEW) for value in front_matter.every(*NAMES_IT))
        or any(says(value, {"false"}) for value in front_matter.every(NO_PAGE))
        or front_matter.first(LOCKS) is not None
    )


def is_misspelt(
    path: str, front_matter: FrontMatter, problems: Problems, *, is_unsaid: bool
) -> bool:
    """Complain of a slip in a key that decides, and tell whether there is one.

    Where the note stays at home as long as it says nothing, only `publish` can have been meant.
    """
    for value, meant in deciding_slips(front_matter):
        if not is_unsaid or meant == "publish":
            message = (
                f"nothing reads `{value.key}`; did you mean `{meant}`, which says who sees the "
                "note? It stays out until this is corrected; a key of your own needs another name"
            )
            problems.error(path, value.line, value.column, message)
            return True
    return False


def is_kept_apart(path: str) -> bool:
    """Tell whether a note lies somewhere below a folder called `private`."""
    return FOLDER in path.casefold().split("/")[:-1]


class UnknownAnswer(ValueError):
    """A key that decides who sees a note says neither yes nor no."""

    def __init__(self, value: Value, known: str = "true or false") -> None:
        said = repr(value.text) if value.kind == "text" else "empty"
        said = "a list of several" if value.items and value.kind == "list" else said
        super().__init__(f"`{value.key}` is {said}; write {known}. The note stays out until then.")
        self.value = value


def says(value: Value, words: set[str]) -> bool:
    """Tell whether a key says one of these words, whatever else it could say."""
    return value.text.strip().lower() in words


def staged(value: Value, words: dict[str, Maturity]) -> set[str]:
    """Return the words of what is said of a stage, none where it is one of the garden's own."""
    if parse_maturity(value.text, words):
        return set()
    return {word for text in (value.text, *value.items) for word in WORD.findall(text.casefold())}


def seen_by(value: Value) -> set[str]:
    """Return who sees a note by the word `visibility`; what is not known is no guess."""
    word = value.text.strip().casefold()
    if word not in {PUBLIC, *UNLISTED, *AT_HOME}:
        raise UnknownAnswer(value, "public, unlisted or private")
    return {word}


def decide(value: Value) -> bool:
    """Read yes or no, also in quotes."""
    word = value.text.strip().lower()
    if word in YES:
        return True
    if word in NO:
        return False
    raise UnknownAnswer(value)
