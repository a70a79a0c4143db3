"""What the address of a page is made of: the path of its file, and what its front matter says."""

from dataclasses import dataclass

from shared.garden.vault.dates import Moment
from shared.garden.vault.front_matter import FrontMatter, Value

REMEDY = "say where its page is in a line `announce_url: /its/path/`"


class NoPage(Exception):
    """The generator makes no page of this file: to readers it is private."""


class NoAddress(ValueError):
    """There is a page, but nobody can tell from the file where, or when; says what would help."""

    def __init__(self, message: str, value: Value | None = None, *, remedy: str = REMEDY) -> None:
        super().__init__(f"{message}; {remedy}")
        self.value = value


@dataclass(frozen=True, slots=True)
class Source:
    """One file as its generator sees it."""

    path: str  # below the folder of notes, with forward slashes
    front_matter: FrontMatter
    date: Moment | None = None  # what the front matter says under `date`

    @property
    def name(self) -> str:
        """Return the path without its ending."""
        return self.path.rpartition(".")[0]

    @property
    def folder(self) -> str:
        """Return the folder, empty at the top."""
        return self.path.rpartition("/")[0]

    @property
    def stem(self) -> str:
        """Return the file's name without its ending."""
        return self.name.rpartition("/")[2]

    def says(self, *keys: str) -> str:
        """Return what the front matter says under the first of these keys, or nothing."""
        return self.front_matter.text(*keys)


def below(*steps: str) -> str:
    """Return a path that begins with a slash, without empty steps."""
    return "/" + "/".join(filter(None, (step.strip("/") for step in steps)))
