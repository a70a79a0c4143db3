"""Files that notes show: found by path or name, copied only when a page uses them."""

import hashlib
import shutil
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote

from shared.garden.note import Attachment
from shared.garden.outline import as_written
from shared.garden.slugs import segment


class Attachments:
    """The files beside the notes, and which of them are in use."""

    def __init__(self, attachments: Iterable[Attachment]) -> None:
        self.by_path: dict[str, Attachment] = {}
        self.by_name: dict[str, list[Attachment]] = {}
        self.used: dict[str, Attachment] = {}
        for each in attachments:
            path = as_written(each.path)
            self.by_path.setdefault(path, each)
            self.by_name.setdefault(path.rpartition("/")[2], []).append(each)

    def find(self, written: str, folder: str) -> Attachment | None:
        """Find a file as a note in `folder` names it, and mark it as used."""
        target = as_written(written)
        beside = join(as_written(folder), target)
        found = self.by_path.get(beside) or self.by_path.get(join("", target))
        if found is None and not target.startswith("."):
            named = self.by_name.get(target.rpartition("/")[2], [])
            endings = [each for each in named if as_written(each.path).endswith(f"/{target}")]
            found = min(endings, key=lambda each: (len(each.path), each.path), default=None)
        try:
            if found is not None and not found.href:
                self.use(found)
        except OSError:
            return None  # it cannot be read, which is to readers as if it were not there
        return found

    def use(self, attachment: Attachment) -> None:
        """Give a file its place among the assets, named by what is in it."""
        name, _, ending = attachment.path.rpartition("/")[2].rpartition(".")
        with attachment.file.open("rb") as content:
            digest = hashlib.file_digest(content, "sha256").hexdigest()[:12]
        kept = segment(name)[:40].rstrip(".") or "file"
        place = f"{kept}-{digest}.{segment(ending)[:20]}"
        attachment.href = "/assets/" + quote(place, safe="()'!~")
        self.used[place] = attachment

    def copy(self, folder: Path) -> None:
        """Write every used file."""
        for place, attachment in self.used.items():
            shutil.copyfile(attachment.file, folder / place)


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
