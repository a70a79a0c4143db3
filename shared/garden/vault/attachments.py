"""Files that notes show: found by path or name, written only when a page uses them."""

import shutil
from collections.abc import Iterable, Sequence, Set
from pathlib import Path

from shared.garden.markdown.outline import as_written
from shared.garden.note import Attachment
from shared.garden.pictures.rooms import link
from shared.garden.unusable import Unusable
from shared.garden.vault.withheld import kind_of


class Attachments:
    """The files beside the notes, and which of them are in use."""

    def __init__(self, attachments: Iterable[Attachment], drawings: Sequence[str] = ()) -> None:
        self.by_path: dict[str, Attachment] = {}
        self.by_name: dict[str, list[Attachment]] = {}
        self.drawings = drawings  # paths of notes that are drawings, of which pictures may lie here
        names = {as_written(path.rpartition(".")[0]) for path in drawings}
        self.drawn = names | {name.rpartition("/")[2] for name in names}  # how links name them
        self.withheld: set[str] = set()  # names of files that nobody may see; only to say so
        self.copied: dict[str, Path] = {}  # name among the assets: a file of the gardener's
        self.derived: dict[str, Path] = {}  # name among the assets: a file of ours
        for each in attachments:
            path = as_written(each.path)
            if kind_of(path):
                self.withheld.add(path.rpartition("/")[2])
                continue
            self.by_path.setdefault(path, each)
            self.by_name.setdefault(path.rpartition("/")[2], []).append(each)

    def find(self, written: str, folder: str) -> Attachment | None:
        """Find a file as a note in `folder` names it."""
        target = as_written(written)
        beside = join(as_written(folder), target)
        found = self.by_path.get(beside) or self.by_path.get(join("", target))
        if found is None and not target.startswith("."):
            named = self.by_name.get(target.rpartition("/")[2], [])
            endings = [each for each in named if as_written(each.path).endswith(f"/{target}")]
            found = min(endings, key=lambda each: (len(each.path), each.path), default=None)
        return found

    @property
    def names(self) -> Set[str]:
        """Return the names of all used files among the assets."""
        return self.derived.keys() | self.copied.keys()

    def write(self, assets: Path, last: Path, there: Set[str]) -> None:
        """Write every used file but those that are there, being the same as in `last`."""
        for name, file in self.derived.items():
            if name not in there:
                try:
                    link(file, assets / name)
                except FileNotFoundError as error:
                    raise Unusable(f"{file} is not kept any more") from error
        for name, file in self.copied.items():
            is_same = is_copy(last / name, file)
            if name in there and not is_same:
                (assets / name).unlink()
            if not is_same:
                shutil.copy2(file, assets / name)
            elif name not in there:
                link(last / name, assets / name)


def is_copy(there: Path, file: Path) -> bool:
    """Tell whether a file is there already, and has not been touched since."""
    try:
        before, now = there.stat(), file.stat()
    except OSError:
        return False
    return (before.st_size, before.st_mtime_ns) == (now.st_size, now.st_mtime_ns)


def join(folder: str, target: str) -> str:
    """Follow `./` and `../` from a folder; what climbs out of the vault finds nothing."""
    steps = [] if target.startswith("/") else [step for step in folder.split("/") if step]
    for step in target.split("/"):
        if step == "..":
            if not steps:
                return ""
            steps.pop()
        elif step not in ("", "."):
            steps.append(step)
    return "/".join(steps)
