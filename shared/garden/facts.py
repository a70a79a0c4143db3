"""What the front matter of one note says of it: language, maturity and dates."""

from dataclasses import dataclass

from shared.garden.config import Config
from shared.garden.dates import Moment, parse
from shared.garden.front_matter import FrontMatter
from shared.garden.languages import complaint, language_tag
from shared.garden.note import Maturity, parse_maturity
from shared.garden.problem import Problems

MATURITY = ("maturity", "growth_stage", "stage", "status")
PLANTED = ("planted", "planted_at", "created", "date")
LONGEST_CHANGED = 300
TENDED = ("tended", "tended_at", "updated", "modified")


@dataclass(frozen=True, slots=True)
class Facts:
    """Reads one front matter, and complains of what cannot be understood."""

    path: str
    front_matter: FrontMatter
    config: Config
    words: dict[str, Maturity]
    problems: Problems

    def language(self) -> str:
        """Read the language; what is none is that of the garden."""
        value = self.front_matter.first("lang", "language")
        if value is None:
            return self.config.language
        tag = language_tag(value.text)
        if tag is None:
            message = f"`{value.key}` {complaint(value.text)}; taken as {self.config.language}"
            self.problems.warn(self.path, value.line, value.column, message)
        return tag or self.config.language

    def maturity(self) -> Maturity:
        """Read how grown a note is; what nobody understands is a seedling."""
        value = self.front_matter.first(*MATURITY)
        if value is None:
            return Maturity.SEEDLING
        found = parse_maturity(value.text, self.words)
        if found is None:
            message = f"`{value.key}` {value.text!r} is no maturity; taken as seedling"
            self.problems.warn(self.path, value.line, value.column, message)
        return found or Maturity.SEEDLING

    def changed(self) -> str:
        """Read what the author says of the last rewriting; a line of it is told."""
        return " ".join(self.front_matter.text("changed").split())[:LONGEST_CHANGED]

    def planted_at(self) -> Moment | None:
        """Read when the note was planted."""
        return self.moment(PLANTED)

    def tended_at(self) -> Moment | None:
        """Read when the note was tended last."""
        return self.moment(TENDED)

    def moment(self, keys: tuple[str, ...]) -> Moment | None:
        """Read a date; a wrong one is an error, and never a guess."""
        value = self.front_matter.first(*keys)
        if value is None:
            return None
        try:
            return parse(value.text, self.config.zone)
        except (ValueError, OverflowError):
            message = f"`{value.key}` {value.text!r} is no date; write it as 2026-11-29"
            self.problems.error(self.path, value.line, value.column, message)
            return None
