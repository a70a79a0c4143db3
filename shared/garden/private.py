"""The one choke point: what is private goes no further than this module."""

from enum import Enum

from shared.garden.config import Publish
from shared.garden.front_matter import FrontMatter, Value
from shared.garden.problem import Problems

YES = {"true", "yes", "on", "y", "1"}
NO = {"false", "no", "off", "n", "0"}
OTHERS = ("published", "dg-publish")  # words of other programs; some write a date there


class Visibility(Enum):
    """Who may see a note."""

    PRIVATE = "private"  # never built, nowhere named
    UNLISTED = "unlisted"  # a page for who knows its address
    LISTED = "listed"


def visibility(
    path: str, front_matter: FrontMatter, publish: Publish | None, problems: Problems
) -> Visibility:
    """Decide who sees a note. What cannot be understood makes it private."""
    try:
        hidden = any(decide(value) for value in front_matter.every("draft", "private"))
        marks = [decide(value) for value in front_matter.every("publish")]
        listed = [decide(value) for value in front_matter.every("should_index")]
        hidden |= any(says(value, NO) for value in front_matter.every(*OTHERS))
        listed += [not says(value, YES) for value in front_matter.every("unlisted")]
    except UnknownAnswer as error:
        value = error.value
        problems.error(path, value.line, value.column, str(error))
        return Visibility.PRIVATE
    if hidden or not all(marks) or (publish == "marked" and not marks):
        return Visibility.PRIVATE
    return Visibility.LISTED if all(listed) else Visibility.UNLISTED


class UnknownAnswer(ValueError):
    """A key that decides who sees a note says neither yes nor no."""

    def __init__(self, value: Value) -> None:
        said = repr(value.text) if value.kind == "text" else "empty or a list"
        super().__init__(
            f"`{value.key}` is {said}; write true or false. The note stays out until then."
        )
        self.value = value


def says(value: Value, words: set[str]) -> bool:
    """Tell whether a key says one of these words, whatever else it could say."""
    return value.text.strip().lower() in words


def decide(value: Value) -> bool:
    """Read yes or no, also in quotes."""
    word = value.text.strip().lower()
    if word in YES:
        return True
    if word in NO:
        return False
    raise UnknownAnswer(value)
