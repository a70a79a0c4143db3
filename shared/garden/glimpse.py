"""Show one changed note at once, while the whole garden is still to be built anew."""

import os
import tempfile
from pathlib import Path

from msgspec.structs import fields

from shared.garden.garden import Garden
from shared.garden.harvest import encode
from shared.garden.note import Note
from shared.garden.pages.sheets import Sheets
from shared.garden.problem import Problems
from shared.garden.seed import Sower
from shared.garden.woven.making_way import make_way

# What other pages show of a note, or what decides where and whether it has one.
MUST_STAY = ("id", "slug", "href", "should_index", "language", "written_tags")
WOVEN = ("by_git", "card", "tags", "backlinks", "grew_out_of", "resolved_links")
KEPT = {*WOVEN, "targets", "fragments"}


class Glimpse:
    """What the last build knows, with which the page of one note is printed again.

    It changes what it knows, so it serves only until the next build.
    """

    def __init__(self, garden: Garden, sheets: Sheets, out: Path) -> None:
        self.garden = garden
        self.sheets = sheets
        self.out = out
        self.by_path = {note.path: note for note in garden.notes}

    def show(self, path: str, content: bytes) -> bool:
        """Print the page of a note whose file has changed; False when only a build can tell.

        `path` is that below the folder of notes. What lists and other pages say of the note stays
        as it was until the build.
        """
        note = self.by_path.get(path)
        seed, text = Sower(self.garden.config).sow(path, content)
        if note is None or seed.note is None or text is None:
            return False
        make_way(seed.note)
        if any(getattr(note, name) != getattr(seed.note, name) for name in MUST_STAY):
            return False
        self.renew(note, seed.note)
        self.garden.texts.encoded[note] = encode(text)
        self.sheets.texts.known.clear()
        sheet = self.sheets.note(note)
        replace(self.out / sheet.file, sheet.make().encode())
        return True

    def rest(self) -> None:
        """Keep no text in memory that is kept on the disk as well: a first build has read all."""
        texts = self.garden.texts
        if texts.store.kept:
            texts.encoded.update(dict.fromkeys(self.garden.notes))

    def let_go(self) -> None:
        """Part the notes, which hold each other by their links: a build has made them anew.

        Else a garden of thousands would stay in memory until the garbage collector comes by.
        """
        for note in self.garden.notes:
            note.unweave()

    def renew(self, note: Note, fresh: Note) -> None:
        """Give a note what its file says now, and keep what the others have added to it."""
        woven = {name: getattr(note, name) for name in WOVEN}
        for field in fields(Note):
            if field.name not in KEPT:
                setattr(note, field.name, getattr(fresh, field.name))
        weaver = self.garden.weaver
        before, weaver.problems = weaver.problems, Problems()  # the build will say them
        weaver.targets(note)
        weaver.problems = before
        for name, value in woven.items():
            setattr(note, name, value)


def replace(file: Path, content: bytes) -> None:
    """Put a page in the place of another, whole or not at all."""
    descriptor, name = tempfile.mkstemp(dir=file.parent)
    with open(descriptor, "wb") as output:
        output.write(content)
        os.fchmod(output.fileno(), 0o644)
    os.replace(name, file)
