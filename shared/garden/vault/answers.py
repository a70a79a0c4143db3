"""What the keys of `garden.toml` may say, and what is said of anything else."""

from collections.abc import Iterable, Sequence
from datetime import UTC, tzinfo
from typing import Literal, TypeVar, cast, get_args
from zoneinfo import ZoneInfo, available_timezones

from shared.garden.note import Maturity
from shared.garden.vault.languages import complaint, language_tag
from shared.garden.vault.written import Written

LANGUAGE = "en"
LONGEST = 60  # letters of what is compared; what is longer is no slip

Publish = Literal["marked", "all"]
Letter = Literal["opening", "full"]
Dates = Literal["git", "front matter"]
Lines = Literal["kept", "joined"]
T = TypeVar("T", bound=str)


def read_language(written: Written) -> str:
    """Return the language of a garden."""
    name = written.text("language")
    tag = language_tag(name) if name else LANGUAGE
    if tag is None:
        written.warn(f"`language` {complaint(name)}; taken as {LANGUAGE}", "language")
    return tag or LANGUAGE


def read_zone(written: Written) -> tzinfo:
    """Return the time zone of a name such as Asia/Taipei, as the IANA calls it."""
    name = written.text("zone")
    if not name or name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, LookupError):
        meant = nearest_zone(name)
        hint = f"did you mean {meant}?" if meant else "write one like Asia/Taipei"
        written.error(f"zone {name!r} is not known; {hint}", "zone")
        return UTC


def nearest_zone(name: str) -> str:
    """Return the zone that was probably meant, by its whole name or its city; else nothing."""
    known = {zone.casefold(): zone for zone in sorted(available_timezones())}
    for zone in list(known.values()):
        known.setdefault(zone.rpartition("/")[2].casefold(), zone)
    return known.get(near(name.replace(" ", "_").casefold(), known), "")


def read_publish(written: Written) -> Publish | None:
    """Return which notes are public; an unknown answer makes only marked ones public."""
    if "publish" not in written.values:
        return None
    return choice(written, "publish", get_args(Publish), "marked")


def read_letter(written: Written) -> Letter:
    """Return how much of a note is mailed; an unknown answer mails the least."""
    return choice(written, "letter", get_args(Letter), "opening", usual="full")


def read_yes(written: Written, key: str) -> bool:
    """Return whether pages have cards or forms, as they do unless it says `false`."""
    said = written.values.get(key, True)
    if not isinstance(said, bool):
        written.error(f"{key} is {said!r}; write true or false", key)
    return said is True


def read_dates(written: Written) -> Dates:
    """Return who says when a note was planted and tended; an unknown answer asks nobody else."""
    return choice(written, "dates", get_args(Dates), "front matter", usual="git")


def read_lines(written: Written, usual: Lines) -> Lines:
    """Return what becomes of line breaks within a paragraph."""
    return choice(written, "line_breaks", get_args(Lines), usual)


def choice(
    written: Written, key: str, known: Sequence[T], careful: T, *, usual: T | None = None
) -> T:
    """Return which of a few words a key says; where it says another, the careful one.

    `usual` is what it says where it is not there, by default the careful one.
    """
    said = written.values.get(key, usual or careful)
    for each in known:
        if said == each:
            return each
    words = " or ".join(f'"{each}"' for each in known)
    written.error(f"{key} is {said!r}; write {words}", key)
    return careful


def read_maturity(written: Written) -> dict[Maturity, tuple[str, ...]]:
    """Return a garden's own words; the first of each is the one that is shown."""
    value = written.values.get("maturity", {})
    if not isinstance(value, dict):
        written.error('[maturity] is a table, as `evergreen = ["Oak"]` below it', "maturity")
        return {}
    words: dict[Maturity, tuple[str, ...]] = {}
    for name in cast(dict[str, object], value):
        if name in set(map(str, Maturity)):
            words[Maturity(name)] = written.texts("maturity", name)
        else:
            hint = question(name.lower(), Maturity)
            written.error(f"[maturity] knows no `{name}`{hint}", "maturity", name)
    return words


def near(written: str, known: Iterable[str]) -> str:
    """Return what something is nearly, or nothing."""
    from difflib import get_close_matches  # only who has written something unknown needs it

    [*found] = get_close_matches(written, known, 1, 0.7) if len(written) <= LONGEST else []
    return str(found[0]) if found else ""


def question(written: str, known: Iterable[str]) -> str:
    """Return a question about what was probably meant, or nothing."""
    meant = near(written, known)
    return f"; did you mean `{meant}`?" if meant else ""
