"""Ask git what it remembers of the notes: only their own history, offline, and within seconds."""

import os
import subprocess
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from time import monotonic
from typing import NamedTuple

LONGEST = 20.0  # seconds for all questions of one build
AT_ONCE, MOST_AT_ONCE = 500, 32 << 20  # versions of notes in memory, and bytes of them
HEAVIEST = 8 << 20  # bytes; what a larger version said of its maturity is not asked
NOTES = (":(icase)*.md", ":(icase)*.markdown")
# A repository may come from anybody: its settings start no program and fetch nothing.
SETTINGS = ("protocol.allow=never", "core.fsmonitor=false", "log.showRoot=true")
NEWER = {"GIT_NO_LAZY_FETCH": "1"}  # a git of before 2.45 does not know it
OPTIONS = ("--no-pager", *(word for setting in SETTINGS for word in ("-c", setting)))
LOG = (
    "log",
    "-z",
    "--reverse",
    "--topo-order",
    "--no-merges",
    "--raw",
    "--no-abbrev",
    "--find-renames",
    "-l1000",
    "--no-ext-diff",
    "--no-textconv",
    "--no-show-signature",
    "--no-color",
    "--no-mailmap",
    "-O/dev/null",  # and no order of files that a setting would have read
    "--relative",
    "--format=%x01%H %at",
)


class Silent(RuntimeError):
    """Git does not answer; says why."""


class Commit(NamedTuple):
    """A commit: its name, and when its author wrote it, in seconds since 1970."""

    name: str
    at: int


class Change(NamedTuple):
    """What a commit did with one note."""

    status: str  # A is for added, M modified, D deleted, R renamed, T another type
    content: str  # the name git has for what the note says since
    path: str  # below the folder of notes
    before: str  # its path before, where it was renamed
    is_reworded: bool  # False: renamed or marked, and not a word of it changed


@dataclass(frozen=True, slots=True)
class Head:
    """Where the history ends, and the commits at which a shallow clone cuts it off."""

    name: str
    boundary: frozenset[str]


class Git:
    """The repository that a folder lies in."""

    def __init__(self, program: str, root: Path, folder: Path) -> None:
        self.folder = folder
        # Named outright: in a container a clone often belongs to another account, which git refuses
        # when it has to search. Its settings are made harmless below.
        place = (f"--git-dir={root / '.git'}", f"--work-tree={root}")
        self.command = (program, *place, *OPTIONS)
        # And no variable of a hook that runs the build, which may name another repository.
        self.environment = {
            "PATH": os.pathsep.join((str(Path(program).parent), os.defpath)),
            "LC_ALL": "C",
            "GIT_ALLOW_PROTOCOL": "none",  # which no setting of a repository can undo
            "GIT_OPTIONAL_LOCKS": "0",
            "GIT_TERMINAL_PROMPT": "0",
            **NEWER,
        }
        self.deadline = monotonic() + LONGEST

    def head(self) -> Head | None:
        """Return where the history ends; None before the first commit."""
        try:
            said = self.ask("rev-parse", "--git-path", "shallow", "HEAD").decode()
        except Silent as error:
            if "HEAD" in str(error):
                return None
            raise
        shallow, _, name = said.strip().rpartition("\n")
        try:
            boundary = (self.folder / shallow).read_text(encoding="ascii").split()
        except FileNotFoundError:
            boundary = []
        except (OSError, ValueError) as error:
            raise Silent(f"where the history is cut off cannot be read: {error}") from error
        return Head(name, frozenset(boundary))

    def leads_to(self, earlier: str, later: str) -> bool:
        """Tell whether one commit is in the history of another."""
        try:
            self.ask("merge-base", "--is-ancestor", earlier, later)
        except Silent:
            return False
        return True

    def log(self, until: str, since: str = "") -> Iterator[tuple[Commit, list[Change]]]:
        """Yield what every commit did with the notes, parents before their children."""
        spoken = f"{since}..{until}" if since else until
        words = iter(self.ask(*LOG, spoken, "--", *NOTES).split(b"\0"))
        commit: Commit | None = None
        changes: list[Change] = []
        for word in words:
            if word[:1] == b"\1":
                if commit:
                    yield commit, changes
                name, at = word[1:].decode().split()
                commit, changes = Commit(name, int(at)), []
            elif word.strip():
                changes.append(change(word.decode(), words))
        if commit:
            yield commit, changes

    def contents(self, names: Sequence[str]) -> Iterator[tuple[str, bytes]]:
        """Yield what stands under each of git's names; nothing of what is missing, or too large."""
        for together in self.batches(names) if names else ():
            said = self.ask("cat-file", "--batch", told="\n".join(together).encode())
            at = 0
            while at < len(said):
                end = said.index(b"\n", at)
                name, _, size = said[at:end].decode().split()
                yield name, said[end + 1 : end + 1 + int(size)]
                at = end + 2 + int(size)

    def batches(self, names: Sequence[str]) -> Iterator[list[str]]:
        """Yield as many names at once as can be in memory: a small history may unfold to much."""
        batch: list[str] = []
        room = MOST_AT_ONCE
        for line in self.ask(
            "cat-file", "--batch-check", told="\n".join(names).encode()
        ).splitlines():
            name, *size = line.decode().split()
            length = int(size[1]) if len(size) == 2 else HEAVIEST + 1  # missing
            if length > HEAVIEST:
                continue
            if len(batch) == AT_ONCE or length > room:
                yield batch
                batch, room = [], MOST_AT_ONCE
            batch.append(name)
            room -= length
        if batch:
            yield batch

    def ask(self, *question: str, told: bytes = b"") -> bytes:
        """Return what git says.

        Raises:
            Silent: when it says nothing in time, or complains.

        """
        left = self.deadline - monotonic()
        try:
            answer = subprocess.run(  # noqa: S603 - fixed words, and names that git has made
                (*self.command, *question),
                cwd=self.folder,
                env=self.environment,
                input=told,
                capture_output=True,
                timeout=max(left, 0),
                check=True,
            )
        except subprocess.TimeoutExpired:
            raise Silent(f"git took longer than {LONGEST:.0f} seconds") from None
        except subprocess.CalledProcessError as error:
            said = error.stderr.decode(errors="replace").strip()
            raise Silent(f"git complains: {said.partition(chr(10))[0]}") from error
        except OSError as error:
            raise Silent(f"git cannot be asked: {error}") from error
        return answer.stdout


def change(word: str, following: Iterator[bytes]) -> Change:
    """Read one line of `--raw`, which the paths follow."""
    *_, earlier, content, status = word.split()
    path = path_of(next(following))
    before, path = (path, path_of(next(following))) if status[0] in "RC" else ("", path)
    return Change(status[0], content, path, before, earlier != content)


def path_of(written: bytes) -> str:
    """Return a path as the notes have it: macOS takes accents apart."""
    return unicodedata.normalize("NFC", os.fsdecode(written))


def git_of(folder: Path) -> Git | None:
    """Return the repository of a folder, None where there is none or git is not installed."""
    folder = folder.resolve()
    root = next((each for each in (folder, *folder.parents) if (each / ".git").exists()), None)
    program = which("git") if root else None
    return Git(program, root, folder) if program and root else None
