"""What `garden.toml` says about a garden."""

import os
import tomllib
from dataclasses import dataclass, field
from datetime import UTC, tzinfo
from pathlib import Path

from shared.garden.foreign.quartz_ignores import quartz_ignores
from shared.garden.foreign.rules import KEYS, NOTES_OF, Rules, is_quartz, read_moved, read_rules
from shared.garden.foreign.unbuilt import UNBUILT
from shared.garden.note import Maturity
from shared.garden.patience import Patience, TooLong
from shared.garden.problem import Problems
from shared.garden.vault.answers import (
    LANGUAGE,
    Dates,
    Letter,
    Lines,
    Publish,
    question,
    read_dates,
    read_language,
    read_letter,
    read_lines,
    read_maturity,
    read_publish,
    read_yes,
    read_zone,
)
from shared.garden.vault.obsidian import keeps_lines
from shared.garden.vault.settings_file import settings_text
from shared.garden.vault.tongues import tongue_of
from shared.garden.vault.unreadable import place_of, reason
from shared.garden.vault.written import FILE, Said, Written

KNOWN = (
    "title",
    "description",
    "language",
    "author",
    "zone",
    "publish",
    "notes",
    "first",
    "ignore",
    "dates",
    "line_breaks",
    "maturity",
    "cards",
    "newsletter",
    "privacy",
    "logo",
    "icon",
    "moved_from",
    "mail",
    "letter",
    "letters",
    *KEYS,
)
NOTES = "notes"
PATIENCE = 10  # seconds of the processor for all settings
# Files of generators that keep notes in `content`, and code, documentation and themes beside it.
CONTENT_BESIDE = ("quartz.config.ts", "quartz.config.yaml", "hugo.toml", "hugo.yaml", "hugo.json")


@dataclass(frozen=True, slots=True)
class Config:
    """How a garden is called, where its notes are, and which of them are public."""

    notes: Path
    title: str
    description: str = ""
    language: str = LANGUAGE
    is_language_said: bool = False
    author: str = ""
    zone: tzinfo = UTC
    publish: Publish | None = None  # None: nobody decided yet, so nothing may be announced
    ignore: tuple[str, ...] = ()
    first: tuple[str, ...] = ()  # slugs of the notes that lead their beds on the first page
    first_place: tuple[int, int] = (1, 1)
    maturity: dict[Maturity, tuple[str, ...]] = field(
        default_factory=dict[Maturity, tuple[str, ...]]
    )
    cards: bool = False  # that each page has a card for who shares it
    cards_place: tuple[int, int] = (1, 1)
    newsletter: bool = True  # that pages have forms, which lead to the functions
    privacy: Said | None = None  # the slug of a note or an address, to which each form links
    logo: Said | None = None  # a picture; an empty text is none, and None the thistle
    icon: Said | None = None
    dates: Dates = "git"  # who is asked when; git only where front matter does not say
    line_breaks: Lines = "joined"  # within a paragraph
    letter: Letter = "full"  # how much of a note stands in the letter about it
    letters: bool | None = None  # that a folder `letters` holds some; None: nobody says it
    rules: Rules | None = None  # of the generator that makes the pages, if it is not ours
    moved_from: Rules | None = None  # of the one that made them before
    is_newcomer: bool = False  # that such a one lies there, and nobody says what was and is

    @property
    def found(self) -> tuple[str, ...]:
        """Return what decides how notes are read, and may be other without `garden.toml`."""
        return self.language, self.line_breaks


def read_config(site: Path, problems: Problems) -> Config:
    """Read a garden's settings; a folder without `garden.toml` is itself the notes, or has them."""
    file = site / FILE
    title = site.resolve().name or "Garden"
    if file.is_symlink() and not file.resolve().is_relative_to(site.resolve()):
        problems.error(FILE, 1, 1, "is a link to a file outside the garden; it is not read")
        return Config(notes=site, title=title, publish="marked")
    if not os.path.lexists(file):
        ignore = quartz_ignores(site, problems)
        is_newcomer = is_quartz(site)
        notes = unnamed_notes(site)
        lines = lines_in(site, notes)
        return Config(
            notes,
            title,
            language=tongue_of(notes) or LANGUAGE,
            ignore=ignore,
            is_newcomer=is_newcomer,
            line_breaks=lines,
        )
    try:
        source = settings_text(file).replace("\r\n", "\n")
        with Patience(PATIENCE):
            return interpret(site, Written(source, tomllib.loads(source), problems))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError, TooLong) as error:
        problems.error(FILE, *place_of(error, file), f"cannot be read: {reason(error, file)}")
        # Fail closed: who knows what it was meant to say.
        return Config(notes=site, title=title, publish="marked")
    except OSError as error:
        problems.error(FILE, 1, 1, f"cannot be read: {error}")
        return Config(notes=site, title=title, publish="marked")


def unnamed_notes(site: Path) -> Path:
    """Return where the notes are when nothing says it: with Quartz and Hugo not beside the rest."""
    is_theirs = any((site / name).is_file() for name in CONTENT_BESIDE)
    return site / "content" if is_theirs and (site / "content").is_dir() else site


def interpret(site: Path, written: Written) -> Config:
    """Turn what was written into settings, complaining of what makes no sense."""
    values = written.values
    for key in sorted(values.keys() - set(KNOWN)):
        written.warn(f"nothing reads `{key}`{question(key.lower(), KNOWN)}", key)
    rules = read_rules(written)
    notes = read_notes(site, written, NOTES_OF[rules.generator] if rules else NOTES)
    return Config(
        notes=notes,
        title=written.text("title") or site.resolve().name,
        description=written.text("description"),
        language=read_language(written),
        is_language_said="language" in values,
        author=written.text("author"),
        zone=read_zone(written),
        publish=read_publish(written),
        ignore=(
            *(each.strip("/") for each in written.texts("ignore")),
            *(UNBUILT[rules.generator] if rules else ()),
            *quartz_ignores(site, written.problems),
        ),
        first=tuple(each.strip("/") for each in written.texts("first")),
        first_place=written.place_of("first") if "first" in values else (1, 1),
        maturity=read_maturity(written),
        cards=read_yes(written, "cards"),
        cards_place=written.place_of("cards") if "cards" in values else (1, 1),
        newsletter=read_yes(written, "newsletter"),
        privacy=written.said("privacy"),
        logo=written.said("logo"),
        icon=written.said("icon"),
        dates=read_dates(written),
        line_breaks=read_lines(written, "joined" if rules else lines_in(site, notes)),
        letter=read_letter(written),
        letters=read_yes(written, "letters") if "letters" in written.values else None,
        rules=rules,
        moved_from=read_moved(written, site),
        is_newcomer=rules is None and "moved_from" not in values and is_quartz(site),
    )


def lines_in(site: Path, notes: Path) -> Lines:
    """Return what a vault's own settings make of line breaks; Markdown itself joins lines."""
    return "kept" if keeps_lines(site, notes) else "joined"


def read_notes(site: Path, written: Written, usual: str) -> Path:
    """Return the folder of the notes: the one named, else the usual, else as without the file."""
    name = written.text(NOTES)
    if not name:
        return site / usual if (site / usual).is_dir() else unnamed_notes(site)
    below = Path(name)
    if below.is_absolute() or ".." in below.parts or not (site / below).is_dir():
        written.error(f"there is no folder {name!r} beside it", NOTES)
        return site
    return site / below
