"""Find the note that a link means: by path, file name, title or alias."""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import unquote

from shared.garden.markdown.outline import as_written, heading_id
from shared.garden.note import Note
from shared.garden.vault.attachments import join
from shared.garden.woven.slugs import slug_of


@dataclass(frozen=True, slots=True)
class Match:
    """The note that was chosen, and all that would have done."""

    note: Note
    candidates: tuple[Note, ...]


class Directory:
    """Every public note by each of its names; all questions are answered by dict."""

    def __init__(self, notes: Iterable[Note]) -> None:
        self.by_path: dict[str, list[Note]] = {}
        self.by_name: dict[str, list[Note]] = {}
        self.by_title: dict[str, list[Note]] = {}
        self.by_alias: dict[str, list[Note]] = {}
        self.by_slug: dict[str, list[Note]] = {}
        for note in notes:
            self.add(note)

    def add(self, note: Note) -> None:
        """Enter one note under all its names."""
        path = as_written(note.name)
        self.by_path.setdefault(path, []).append(note)
        file_name = path.rpartition("/")[2]
        if file_name in ("index", "readme") and "/" in path:
            self.by_path.setdefault(path.rpartition("/")[0], []).append(note)
        self.by_name.setdefault(file_name, []).append(note)
        self.by_title.setdefault(as_written(note.title), []).append(note)
        for alias in note.aliases:
            self.by_alias.setdefault(as_written(alias), []).append(note)
        self.by_slug.setdefault(note.slug, []).append(note)
        self.by_slug.setdefault(slug_of(note.name.rpartition("/")[2]), []).append(note)

    def find(self, written: str, folder: str) -> Match | None:
        """Find the note of a wikilink in `folder`: same folder, then shortest, then first."""
        target = as_written(written).removesuffix(".md")
        here = as_written(folder)
        if target.startswith((".", "/")):
            return choose(self.by_path.get(join(here, target), []), here)
        if "/" in target:
            found = self.by_path.get(target) or self.ending_with(target)
        else:
            found = self.by_name.get(target) or self.by_path.get(target)
        found = found or self.by_title.get(target) or self.by_alias.get(target)
        return choose(found or self.by_slug.get(slug_of(written), []), here)

    def find_file(self, url: str, folder: str) -> Note | None:
        """Find the note of a Markdown link such as `../a/b.md`."""
        target = as_written(unquote(url)).removesuffix(".md").removesuffix(".markdown")
        here = as_written(folder)
        found = self.by_path.get(join(here, target)) or self.by_path.get(join("", target))
        if not found and "/" not in target:
            found = self.by_name.get(target)
        match = choose(found or self.by_slug.get(slug_of(unquote(url).strip("/")), []), here)
        return match.note if match else None

    def ending_with(self, target: str) -> list[Note]:
        """Find notes by the last steps of their path: `house/todo` for projects/house/todo."""
        named = self.by_name.get(target.rpartition("/")[2], [])
        return [note for note in named if as_written(note.name).endswith(f"/{target}")]


def choose(candidates: list[Note], folder: str) -> Match | None:
    """Choose the one in the same folder, else the shortest path, else the first."""
    if len(candidates) == 1:  # as nearly always
        return Match(candidates[0], (candidates[0],))
    unique = list({id(note): note for note in candidates}.values())
    if not unique:
        return None
    chosen = min(
        unique,
        key=lambda note: (as_written(note.folder) != folder, len(note.path), note.path),
    )
    return Match(chosen, tuple(sorted(unique, key=lambda note: note.path)))


def fragment_id(note: Note, fragment: str) -> str | None:
    """Return the id of a heading or block of a note, or None when it has no such thing."""
    if fragment.startswith("^"):
        return note.blocks.get(fragment)
    steps = [as_written(step) for step in fragment.split("#")]
    found = note.headings.get("#".join(steps)) or note.headings.get(steps[-1])
    if found is None and heading_id(fragment) in note.ids:
        found = heading_id(fragment)
    return found
