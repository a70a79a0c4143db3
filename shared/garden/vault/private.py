"""The one choke point: what is private goes no further than this module."""

import re
from enum import Enum

from shared.garden.note import Maturity, parse_maturity
from shared.garden.problem import Problems
from shared.garden.vault.config import Publish
from shared.garden.vault.front_matter import FrontMatter, Value

YES = {"true", "yes", "on", "y", "1"}
NO = {"false", "no", "off", "n", "0"}
OTHERS = ("published", "dg-publish", "share")  # words of other programs; some write a date there
PUBLIC = "public"
LETTERS = "letters/"  # below it `public: false` says that there is no page, and the letter is sent
FOLDER = "private"

STAGES = ("maturity", "growth_stage", "stage", "status")  # also say how grown a note is
AT_HOME = {
    "draft", "drafts", "drafting", "private", "unpublished", "hidden", "secret", "confidential",
    "草稿", "私人", "私密", "未發布", "未公開", "不公開", "未发布", "未公开", "不公开",
    "下書き", "非公開", "초안", "비공개", "مسودة", "خاص",
}  # fmt: skip
UNLISTED = {"unlisted"}
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
) -> Visibility:
    """Decide who sees a note. What cannot be understood makes it private.

    `words` are those of the garden for how grown a note is, whatever else they mean elsewhere.
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
    is_letter = path.startswith(LETTERS)
    others = OTHERS if is_letter else (*OTHERS, PUBLIC)
    hidden |= any(says(value, NO) for value in front_matter.every(*others)) or bool(stage & AT_HOME)
    listed += [not says(value, YES) for value in front_matter.every("unlisted")]
    must_say_so = publish == "marked" or (is_kept_apart(path) and not is_letter)
    if hidden or not all(marks) or (must_say_so and not marks):
        return Visibility.PRIVATE
    return Visibility.LISTED if all(listed) and not stage & UNLISTED else Visibility.UNLISTED


def is_kept_apart(path: str) -> bool:
    """Tell whether a note lies somewhere below a folder called `private`."""
    return FOLDER in path.casefold().split("/")[:-1]


class UnknownAnswer(ValueError):
    """A key that decides who sees a note says neither yes nor no."""

    def __init__(self, value: Value, known: str = "true or false") -> None:
        said = repr(value.text) if value.kind == "text" else "empty or a list"
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
