"""A mistake that somebody could make: an exact change of the source, and the tests that see it."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Edit:
    """One change of one file: `old` is there exactly so many times, and becomes `new`."""

    file: str
    old: str
    new: str
    times: int = 1


@dataclass(frozen=True)
class Mutant:
    """A mistake by its name, the changes that make it, and the tests that must fail with it."""

    name: str
    edits: tuple[Edit, ...]
    killers: tuple[str, ...]

    def problems(self, root: Path) -> list[str]:
        """Return why it no longer fits the tree, one sentence each."""
        found = [f"{self.name}: {why}" for edit in self.edits for why in misfits(root, edit)]
        for killer in self.killers:
            path, _, test = killer.partition("::")
            if not (root / path).is_file():
                found.append(f"{self.name}: {path} is not there")
            elif f"def {test.partition('[')[0]}(" not in (root / path).read_text("utf-8"):
                found.append(f"{self.name}: {path} has no {test}")
        return found

    def apply(self, root: Path) -> dict[Path, str]:
        """Change the tree, and return what it was: file by file."""
        before: dict[Path, str] = {}
        for edit in self.edits:
            path = root / edit.file
            text = path.read_text("utf-8")
            before.setdefault(path, text)
            path.write_text(text.replace(edit.old, edit.new), "utf-8")
        return before


def misfits(root: Path, edit: Edit) -> list[str]:
    """Return why a change cannot be made."""
    path = root / edit.file
    if not path.is_file():
        return [f"{edit.file} is not there"]
    times = path.read_text("utf-8").count(edit.old)
    if times != edit.times:
        return [f"{edit.file} has its text {times} times, not {edit.times}:\n{edit.old}"]
    return ["it changes nothing"] if edit.old == edit.new else []
