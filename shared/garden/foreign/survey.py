"""See what a garden says whose pages another generator makes: everything but the pages."""

from dataclasses import replace
from pathlib import Path
from urllib.parse import urljoin

from shared.garden.build import unbuilt
from shared.garden.foreign.addresses import attachment_of, encoded
from shared.garden.foreign.rules import Rules
from shared.garden.harvest import encode
from shared.garden.history.git_dates import date_by_git
from shared.garden.letters import read_letters
from shared.garden.machines.manifest import manifest
from shared.garden.markdown.outline import as_written
from shared.garden.note import Attachment, Link, Note, Shown
from shared.garden.pages.html import Printer
from shared.garden.pages.keys import TextKeys
from shared.garden.plant import plant
from shared.garden.problem import Problems
from shared.garden.report import Report
from shared.garden.seed import Sower
from shared.garden.store import Store
from shared.garden.vault.attachments import Attachments
from shared.garden.vault.config import Config, read_config
from shared.garden.vault.read import read_vault
from shared.garden.woven.notice import notice
from shared.garden.woven.origins import trace
from shared.garden.woven.tags import merge_tags
from shared.garden.woven.weave import Weaver

NOWHERE = Path(".thistledown-writes-nothing")
NOTES = (".md", ".markdown")
PAGELESS = "`public: true` makes no page beside another generator; the letter can be sent as it is"


def is_foreign(site: Path) -> bool:
    """Tell whether `garden.toml` names another generator."""
    return read_config(site, Problems()).rules is not None


def survey(site: Path, *, site_url: str) -> Report:
    """Read a garden and describe it with the addresses of its own generator's pages.

    Links that lead nowhere are that generator's to complain of, and are not said again.
    """
    problems = Problems()
    config = read_config(site, problems)
    if problems.errors or config.rules is None:
        return unbuilt(config, problems)
    vault = read_vault(site, site / NOWHERE, config, problems)
    store = Store(None, site, "")
    planted = plant(vault, Sower(config, is_foreign=True), store, problems)
    attachments = ForeignAttachments(vault.attachments, config.rules)
    hidden = frozenset(planted.hidden)
    weaver = Weaver(planted.notes, hidden, attachments, Problems())
    weaver.weave(planted.notes)
    date_by_git(planted.notes, config, store, problems)
    trace(planted.notes, weaver, problems)
    letters = read_letters(vault.letters, config, problems)
    for letter in letters:
        weaver.targets(letter.note)
        planted.texts.encoded[letter.note] = encode(letter.text)
        if letter.is_public:
            problems.warn(letter.note.path, 1, 1, PAGELESS)
    for note in planted.notes:
        point_as_browsers_do(note, site_url, hidden)
    merge_tags(planted.notes)
    printer = Printer(planted.texts, {}, site_url, problems, TextKeys({}))
    described = manifest(
        planted.notes, config, printer, store, problems, notice(planted.notes, config, problems)
    )
    report = reported(planted.notes, planted.left_out, config, described.content, problems)
    # Their pages would be the other generator's, which does not know them.
    private = [replace(letter, is_public=False) for letter in letters]
    return replace(report, letters=private, printer=printer)


def reported(
    notes: list[Note],
    left_out: list[str],
    config: Config,
    content: dict[str, object],
    problems: Problems,
) -> Report:
    """Return what came of it."""
    return Report(
        notes,
        sorted(problems.errors),
        sorted(set(problems.warnings)),
        content,
        config,
        sorted(left_out),
        is_foreign=True,
    )


class ForeignAttachments(Attachments):
    """The files beside the notes, at the addresses that their own generator gives them."""

    def __init__(self, attachments: list[Attachment], rules: Rules) -> None:
        super().__init__(attachments)
        self.rules = rules

    def find(self, written: str, folder: str) -> Attachment | None:
        """Find a file, unless nobody knows where it can be fetched; nothing is copied."""
        found = super().find(written, folder) if attachment_of("x.png", self.rules) else None
        if found and not found.href:
            found.href = encoded(attachment_of(found.path, self.rules))
            found.shown = Shown(0, 0, found.href, [], mailed=found.href)
        return found


def point_as_browsers_do(note: Note, site_url: str, hidden: frozenset[str]) -> None:
    """Give links that name no note the address that they have on the note's page."""
    for number, link in enumerate(note.links):
        is_bare = note.target(number) is None and link.kind in ("link", "image")
        if is_bare and is_address(link, hidden):
            note.targets[number] = urljoin(site_url + note.href, link.url.strip())


def is_address(link: Link, hidden: frozenset[str]) -> bool:
    """Tell an address within the site from the name of a file that nobody may see.

    A picture that is not among the notes can only be one of the site's own, from its root.
    """
    if link.kind == "image" and not link.url.startswith("/"):
        return False
    path = as_written(link.url.partition("#")[0].partition("?")[0]).rstrip("/")
    is_file = path.endswith(NOTES) or ":" in path
    return bool(path) and not is_file and path.rpartition("/")[2] not in hidden
