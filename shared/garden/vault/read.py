"""Sort a vault: which files are notes, which are letters, and which are attachments."""

from dataclasses import dataclass, field
from pathlib import Path

from shared.garden.foreign.unbuilt import passing_over
from shared.garden.note import Attachment
from shared.garden.problem import Problems
from shared.garden.vault import obsidian
from shared.garden.vault.config import Config
from shared.garden.vault.ignoring import within
from shared.garden.vault.letter_files import LETTERS, parted
from shared.garden.vault.walk import NOTES, entries, files, leads_around, lies_within
from shared.garden.vault.written import FILE

ASSETS = "assets"
# In a vault that has no folder for its notes alone.
BESIDE_NOTES = (FILE, "[Tt]emplates")


@dataclass(slots=True)
class Vault:
    """The files of a garden, in a stable order. Letters have paths that begin with `letters/`."""

    notes: list[tuple[str, Path]] = field(default_factory=list[tuple[str, Path]])
    letters: list[tuple[str, Path]] = field(default_factory=list[tuple[str, Path]])
    attachments: list[Attachment] = field(default_factory=list[Attachment])


def read_vault(site: Path, out: Path, config: Config, problems: Problems) -> Vault:
    """List the notes, and what may be shown in them: files beside them and in `assets`.

    The folder of the notes may itself be a link: whose garden it is has put it there.
    """
    vault = Vault()
    is_plain = config.notes == site
    if is_plain:
        ignore = (*config.ignore, *BESIDE_NOTES)
    else:
        ignore = within(config.ignore, config.notes.relative_to(site).as_posix())
    is_passed_over = passing_over(site, config.notes, config.rules, problems)
    is_none = obsidian.passing_over(site, config.notes, problems)
    for path, file in files(config.notes, out, ignore, problems):
        if file.suffix.lower() in NOTES:
            if not (is_passed_over(file) or is_none(file)):
                vault.notes.append((path, file))
        else:
            vault.attachments.append(Attachment(path, file))
    vault.notes, vault.letters = parted(vault.notes, site, config, problems)
    if not is_plain:
        read_beside(vault, site, out, config, problems)
    return vault


def read_beside(vault: Vault, site: Path, out: Path, config: Config, problems: Problems) -> None:
    """List what lies beside the folder of the notes: attachments, and letters."""
    if lies_within(site / ASSETS, site, problems):
        for path, file in files(site / ASSETS, out, within(config.ignore, ASSETS), problems):
            vault.attachments.append(Attachment(f"{ASSETS}/{path}", file))
    if config.letters is not False:
        for name in folders_of_letters(site, config.notes):
            vault.letters += [
                (f"{LETTERS}/{path}", file)
                for path, file in files(site / name, out, within(config.ignore, name), problems)
                if file.suffix.lower() in NOTES
            ]


def folders_of_letters(site: Path, notes: Path) -> list[str]:
    """Return how folders of letters are called that lie in another, beside the notes."""
    return [
        entry.name
        for entry in entries(site)
        if entry.name.casefold() == LETTERS
        and not leads_around(entry)
        and entry.is_dir()
        and not notes.is_relative_to(site / entry.name)
    ]
