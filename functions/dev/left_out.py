"""What stands at the address of a note that has an error: its page as it was before, if known."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from functions.dev.problems import openable
from shared.garden.report import Report
from shared.garden.woven.slugs import href, slug_of


class Stand(NamedTuple):
    """What stands at an address instead of a note's page."""

    file: str  # of the note, as one can open it from here
    html: bytes  # its page as it was before; nothing where there was none


@dataclass(slots=True)
class LeftOut:
    """The notes that a build has left out, by the addresses that they had or would have."""

    stands: dict[str, Stand] = field(default_factory=dict[str, Stand])
    known: dict[str, tuple[str, bytes]] = field(default_factory=dict[str, tuple[str, bytes]])

    def remember(self, report: Report, dist: Path, paths: Iterable[str]) -> None:
        """Keep the pages of notes which the next build may leave out."""
        by_path = report.glimpse.by_path if report.glimpse else {}
        for path in paths:
            if note := by_path.get(path):
                address = address_of(note.href)
                try:
                    html = (dist / address / "index.html").read_bytes()
                except OSError:  # another build has just begun
                    continue
                self.known[path] = address, html

    def settle(self, report: Report, site: Path) -> None:
        """Let stand what a build has left out, and forget all else."""
        self.known = {path: self.known[path] for path in report.left_out if path in self.known}
        self.stands = {}
        for path in report.left_out:
            address, html = self.known.get(path, (usual_address(path), b""))
            file = str(openable(site, report.folder, path))
            self.stands[address] = Stand(file, html)

    def at(self, path: str) -> Stand | None:
        """Return what stands at a path below the garden's own, where no page is."""
        return self.stands.get(path.strip("/"))


def usual_address(path: str) -> str:
    """Return the address that the path of a note gives it: what else it says cannot be read."""
    return address_of(href(slug_of(path.rpartition(".")[0])))


def address_of(href: str) -> str:
    """Return an address as a path of the build."""
    return unquote(href).strip("/")
