"""What the front matter of one note says of it: language, maturity and dates."""

from dataclasses import dataclass

from shared.garden.foreign.days import leaves_it_to_git
from shared.garden.note import Maturity, parse_maturity
from shared.garden.problem import Problems
from shared.garden.vault.answers import question
from shared.garden.vault.config import Config
from shared.garden.vault.dates import Moment, NoDay, TwoDays, parse
from shared.garden.vault.front_matter import FrontMatter, Value, spoken
from shared.garden.vault.languages import complaint, language_tag

MATURITY = ("maturity", "growth_stage", "stage", "status")
PLANTED = ("planted", "planted_at", "created", "date")
LONGEST_CHANGED = 300
LONGEST_WHY = 300
TENDED = ("tended", "tended_at", "updated", "modified", "lastmod", "last_modified_at")
BUDDING = ("budding_at",)  # and not `budding`, which elsewhere is a word and no date
EVERGREEN = ("evergreen_at",)
ORIGINS = "grewOutOf"
WRITE = "write it as 2026-11-29"
KINDS = {"list": "is a list, and", "other": "has keys of its own, and"}


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
        value = self.said("lang", "language")
        if value is None:
            return self.config.language
        tag = language_tag(value.text)
        if tag is None:
            wrong = f"{KINDS.get(value.kind)} is no language tag"
            wrong = complaint(value.text) if value.kind == "text" else wrong
            self.warn(value, f"{wrong}; taken as {self.config.language}")
        return tag or self.config.language

    def maturity(self) -> Maturity:
        """Read how grown a note is; what nobody understands is a seedling."""
        value = self.said(*MATURITY)
        if value is None:
            return Maturity.SEEDLING
        found = parse_maturity(value.text, self.words)
        if found is None:
            said = repr(value.text) if value.kind == "text" else KINDS[value.kind]
            hint = question(value.text.casefold(), self.words)
            self.warn(value, f"{said} is no maturity; taken as seedling{hint}")
        return found or Maturity.SEEDLING

    def changed(self) -> str:
        """Read what the author says of the last rewriting; a line of it is told."""
        return " ".join(self.front_matter.text("changed").split())[:LONGEST_CHANGED]

    def why(self) -> str:
        """Read the sentence with which the letter about a note opens."""
        value = self.said("why")
        if value is None:
            return ""
        if value.kind != "text":
            self.warn(value, "is no sentence; write it in quotes. The letter goes without it")
            return ""
        written = spoken(value.text)
        if len(written) <= LONGEST_WHY:
            return written
        self.warn(value, f"has {len(written)} characters; a letter shows {LONGEST_WHY}")
        return written[: LONGEST_WHY - 1].rstrip() + "…"

    def origins(self) -> list[str] | None:
        """Read what the note grew out of, as it is written; None when nothing is said of it."""
        value = self.front_matter.first(ORIGINS)
        if value is None:
            return None
        if value.kind == "other":
            self.warn(value, 'is no list of notes; write it as ["[[A note]]", "[[Another]]"]')
            return None
        written = value.items if value.kind == "list" else (value.text,)
        return [" ".join(item.split()) for item in written if item.strip()]

    def planted_at(self) -> Moment | None:
        """Read when the note was planted."""
        return self.moment(PLANTED)

    def budding_at(self) -> Moment | None:
        """Read since when the note has been budding."""
        return self.moment(BUDDING)

    def evergreen_at(self) -> Moment | None:
        """Read since when the note has been evergreen."""
        return self.moment(EVERGREEN)

    def tended_at(self) -> Moment | None:
        """Read when the note was tended last."""
        return self.moment(TENDED)

    def moment(self, keys: tuple[str, ...]) -> Moment | None:
        """Read a date; a wrong one is an error, and never a guess."""
        value = self.said(*keys)
        if value is None or leaves_it_to_git(value.text, self.config.rules):
            return None
        # `[[2026-11-29]]` without quotes is a list to YAML.
        written = value.items[0] if len(value.items) == 1 else value.text
        said = repr(written) if written or value.kind == "text" else KINDS[value.kind]
        try:
            return parse(written, self.config.zone)
        except NoDay:
            self.warn(value, f"{said} names no day, and is not counted; {WRITE}")
        except TwoDays:
            self.error(value, f"{said} may be two days; {WRITE}")
        except (ValueError, OverflowError):
            self.error(value, f"{said} is no date; {WRITE}")
        return None

    def said(self, *keys: str) -> Value | None:
        """Return the value of the first of these keys that says something: no empty list."""
        value = self.front_matter.first(*keys)
        return None if value and value.kind == "list" and not value.items else value

    def error(self, value: Value, message: str) -> None:
        """Refuse a value, with its key and its place."""
        message = f"`{value.key}` {message}"
        self.problems.error(self.path, value.line, value.column, message)

    def warn(self, value: Value, message: str) -> None:
        """Complain of a value, with its key and its place."""
        self.problems.warn(self.path, value.line, value.column, f"`{value.key}` {message}")
