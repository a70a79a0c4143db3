"""Check a garden: build it aside, and look at what is there and at what came of it."""

import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from shared.garden.build import build
from shared.garden.check.files import about_files
from shared.garden.check.finding import Finding, from_build
from shared.garden.check.leaks import Source, leaks
from shared.garden.check.named import kept_apart, names_told, public_names
from shared.garden.check.notes import orphans, without_words
from shared.garden.check.told import telling
from shared.garden.problem import Problems
from shared.garden.report import Report
from shared.garden.vault.config import read_config
from shared.garden.vault.letter_files import LETTERS
from shared.garden.vault.read import read_vault
from shared.garden.vault.written import FILE


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found, by file and line; and the build that it was found in."""

    findings: list[Finding]
    report: Report


def check(
    site: Path, *, site_url: str, functions_url: str, pictures: Path | None = None
) -> Checked:
    """Build the garden into a folder that is gone afterwards, and say what is wrong with it.

    `pictures` is where builds keep what they make of pictures.
    """
    with tempfile.TemporaryDirectory(prefix="thistledown-") as folder:
        out = Path(folder) / "dist"
        report = build(site, out, site_url=site_url, functions_url=functions_url, pictures=pictures)
        found = from_build(report.errors, report.warnings)
        if report.is_built:
            found += looked_at(site, out, report, (site_url, functions_url))
    return Checked(sorted(found), report)


def looked_at(site: Path, out: Path, report: Report, addresses: Iterable[str]) -> Iterator[Finding]:
    """Yield what the build itself does not mind; `addresses` are those of the garden itself."""
    shown = [*report.notes, *(letter.note for letter in report.letters)]
    yield from orphans(report.notes)
    yield from without_words(shown)
    yield from about_files(report.attachments, shown)
    yield from telling(report.attachments, shown)
    private, public = parted(site, out, report)
    known = [*report.notes, *(each.note for each in report.letters if each.is_public)]
    hidden = [path for path, _ in private if not path.startswith(f"{LETTERS}/")]
    yield from kept_apart(hidden)
    yield from names_told(shown, hidden, report.left_out)
    yield from leaks(private, public, out, [*addresses, *public_names(report, known)])


def parted(site: Path, out: Path, report: Report) -> tuple[list[Source], list[Path]]:
    """Return the files that nobody may see anything of, and those that everybody may read."""
    config = read_config(site, Problems())
    vault = read_vault(site, out, config, Problems())
    sources = [*vault.notes, *vault.letters]
    open_paths = {note.path for note in report.notes}
    open_paths |= {letter.note.path for letter in report.letters if letter.is_public}
    drawings = report.glimpse.garden.attachments.drawings if report.glimpse else ()
    no_secrets = {*open_paths, *drawings}
    private = [source for source in sources if source[0] not in no_secrets]
    public = [file for path, file in sources if path in open_paths]
    return private, [*public, site / FILE]
