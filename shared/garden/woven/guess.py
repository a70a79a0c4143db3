"""What a link that leads nowhere was meant to say: only names of what is public are considered."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from shared.garden.note import Note
from shared.garden.vault.attachments import Attachments
from shared.garden.woven.nearest import Nearest

MOST = 200  # guesses in one build: where more is broken, one mistake was made many times
LONGEST = 200  # letters; what is longer is no name


class Guesser:
    """Guesses, and remembers what it has guessed; nothing is prepared before the first question."""

    def __init__(self, notes: Sequence[Note], attachments: Attachments) -> None:
        self.notes = notes
        self.attachments = attachments
        self.guessed: dict[tuple[str, str], str] = {}

    def name(self, written: str) -> str:
        """Return the name that `[[...]]` was meant to have, or nothing."""
        return self.guess("", written, lambda: self.names)

    def path(self, written: str) -> str:
        """Return the path below the notes that a Markdown link was meant to have, or nothing."""
        found = self.name(written.rstrip("/").rpartition("/")[2].removesuffix(".md"))
        return self.paths.get(found, "")

    def file(self, written: str) -> str:
        """Return the path of the file that an image was meant to show, or nothing."""
        found = self.guess("/", written.rpartition("/")[2], lambda: self.file_names)
        return self.paths.get(found, "")

    def heading(self, note: Note, written: str) -> str:
        """Return the heading or block of a note that was meant, or nothing."""
        known = note.blocks if written.startswith("^") else note.headings
        return self.guess(note.path, written, lambda: Nearest(known))

    def guess(self, where: str, written: str, names: Callable[[], Nearest]) -> str:
        """Return what comes nearest, unless enough was guessed."""
        asked = where, written
        if asked not in self.guessed:
            if len(self.guessed) >= MOST or len(written) > LONGEST:
                return ""
            self.guessed[asked] = names().nearest(written) or ""
        return self.guessed[asked]

    @cached_property
    def paths(self) -> dict[str, str]:
        """Return every name, and the path of what has it first."""
        paths: dict[str, str] = {}
        for name, path in self.called():
            paths.setdefault(name, path)
        return paths

    @cached_property
    def names(self) -> Nearest:
        """Return every name, ready for questions."""
        return Nearest(self.paths)

    @cached_property
    def file_names(self) -> Nearest:
        """Return the names of all files that are no notes, ready for questions."""
        return Nearest(each.path.rpartition("/")[2] for each in self.attachments.by_path.values())

    def called(self) -> Iterator[tuple[str, str]]:
        """Yield what notes and files are called: file names, titles, aliases."""
        for note in self.notes:
            yield note.name.rpartition("/")[2], note.path
            yield note.title, note.path
            yield from ((alias, note.path) for alias in note.aliases)
        for each in self.attachments.by_path.values():
            yield each.path.rpartition("/")[2], each.path
