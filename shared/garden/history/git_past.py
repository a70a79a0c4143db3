"""Tell the past of every note from the commits of a garden, the oldest first."""

import re
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct, field

from shared.garden.history.git import Change, Commit
from shared.garden.note import Maturity, parse_maturity
from shared.garden.vault.facts import MATURITY
from shared.garden.vault.front_matter import plain

# Notes. Nobody plants or ripens more of them at once: they come from elsewhere, or a script ran.
MANY = 20
VALUE = r"\"([^\"\n]+)\"|'([^'\n]+)'|([^#\n]+)"
LINE = re.compile(rf"^([A-Za-z_-]+)[ \t]*:[ \t]*(?:{VALUE})", re.MULTILINE)
CLOSING = re.compile(r"^(?:---|\.\.\.)[ \t\r]*$", re.MULTILINE)
RANK = {maturity.value: rank for rank, maturity in enumerate(Maturity)}


class Past(Struct, array_like=True):
    """What the history tells of one note, in seconds since 1970; 0 where it does not say."""

    planted: int = 0
    tended: int = 0
    budding: int = 0
    evergreen: int = 0
    maturity: str = ""


class Pasts(Struct, array_like=True):
    """The past of all notes at one commit: of those that are there, and of those deleted."""

    files: dict[str, Past] = field(default_factory=dict[str, Past])
    gone: dict[str, Past] = field(default_factory=dict[str, Past])

    def go_on(
        self, commit: Commit, changes: Sequence[Change], said: Mapping[str, str], *, is_cut: bool
    ) -> None:
        """Take in the next commit.

        `said` has the maturity of every version of a note. A commit at which a shallow clone is
        cut off shows what is far older, and says nothing of when.
        """
        sprung = [each for each in changes if each.status == "A"]
        moved = {each.path: self.take(each.before) for each in changes if each.status == "R"}
        rises: list[tuple[Past, str]] = []
        for change in changes:
            if change.status == "D":
                self.gone[change.path] = self.take(change.path)
                continue
            past = moved.get(change.path) or self.take(change.path)
            self.files[change.path] = past
            is_born = change.status == "A" and not (past.planted or past.maturity)
            if is_born:
                past.planted = 0 if is_cut or len(sprung) > MANY else commit.at
            elif change.is_reworded and not is_cut:
                past.tended = max(past.tended, commit.at)
            before, past.maturity = past.maturity, said.get(change.content, past.maturity)
            lowest = 0 if is_born and past.planted else RANK.get(before, 9)
            if RANK.get(past.maturity, 0) > lowest:
                rises.append((past, past.maturity))
        if len(rises) <= MANY and not is_cut:
            rise(rises, commit.at)

    def take(self, path: str) -> Past:
        """Take out the past of a note, also of one that was deleted and is back."""
        return self.files.pop(path, None) or self.gone.pop(path, None) or Past()


def rise(rises: Iterable[tuple[Past, str]], at: int) -> None:
    """Remember when notes became what they are; only the first time counts."""
    for past, maturity in rises:
        if maturity == Maturity.BUDDING:
            past.budding = past.budding or at
        elif maturity == Maturity.EVERGREEN:
            past.evergreen = past.evergreen or at


def maturities(contents: Iterable[tuple[str, bytes]], words: dict[str, Maturity]) -> dict[str, str]:
    """Return the maturity of every version of the notes, by git's name for it."""
    return {name: maturity_in(content, words) for name, content in contents}


def maturity_in(content: bytes, words: dict[str, Maturity]) -> str:
    """Read the maturity at the head of a note, quickly: by its line, without all the YAML."""
    text = content.decode(errors="replace").lstrip("\ufeff")
    if not text.startswith("---"):
        return Maturity.SEEDLING.value
    end = CLOSING.search(text, 3)
    head = text[: end.start()] if end else ""
    lines = {plain(key): "".join(said).strip() for key, *said in LINE.findall(head)}
    written = next((lines[key] for key in map(plain, MATURITY) if lines.get(key)), "")
    return (parse_maturity(written, words) or Maturity.SEEDLING).value
