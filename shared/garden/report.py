"""What came of a build."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from shared.garden.glimpse import Glimpse
from shared.garden.letters import Letter
from shared.garden.note import Attachment, Note
from shared.garden.pages.html import Printer
from shared.garden.problem import Problem
from shared.garden.vault.answers import Publish
from shared.garden.vault.config import Config


@dataclass(frozen=True, slots=True, repr=False)  # notes tell each other without end
class Report:
    """What came of a build."""

    notes: list[Note]  # every note that has a page
    errors: list[Problem]
    warnings: list[Problem]
    manifest: dict[str, object]
    config: Config
    left_out: list[str]  # notes that have no page because of an error; paths below `folder`
    is_built: bool = True  # False: garden.toml has an error, and the output stays as it was
    is_foreign: bool = False  # another generator makes the pages; here only the notes were read
    letters: Sequence[Letter] = ()
    printer: Printer | None = None  # for letters; None when nothing was built
    glimpse: Glimpse | None = None
    attachments: Sequence[Attachment] = ()  # every file beside the notes, shown or not

    @property
    def publish(self) -> Publish | None:
        """Return which notes are public; None: garden.toml does not say what may be announced."""
        return self.config.publish

    @property
    def folder(self) -> Path:
        """Return where the notes are."""
        return self.config.notes

    def mail_of(self, letter: Letter) -> dict[str, object]:
        """Return a letter as the functions take it."""
        return letter.mail(self.printer) if self.printer else {}
