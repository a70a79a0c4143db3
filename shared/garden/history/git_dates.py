"""Date notes by their git history, where their front matter does not say when."""

from collections.abc import Iterable, Mapping
from datetime import datetime, tzinfo

from msgspec import Struct, field, msgpack

from shared.garden.history.git import Git, Silent, git_of
from shared.garden.history.git_past import RANK, Past, Pasts, maturities
from shared.garden.note import ByGit, Maturity, Note, maturity_words
from shared.garden.problem import Problems
from shared.garden.store import Store
from shared.garden.unusable import decoded
from shared.garden.vault.config import Config
from shared.garden.vault.dates import day, from_iso


class Told(Struct, array_like=True):
    """What git has told: up to which commit, of which notes, and what the answer depends on."""

    head: str = ""
    boundary: list[str] = field(default_factory=list[str])
    pasts: Pasts = field(default_factory=Pasts)


told_of = msgpack.Decoder(Told).decode
encode = msgpack.Encoder().encode


def date_by_git(notes: Iterable[Note], config: Config, store: Store, problems: Problems) -> None:
    """Give woven notes the dates that only their history knows; a private note never gets here."""
    git = git_of(config.notes) if config.dates == "git" else None
    if git is None:
        return
    try:
        pasts = ask(git, config, store)
    except Silent as error:
        problems.warn(".git", 1, 1, f"{error}; dates come from front matter alone")
        return
    for note in notes:
        past = pasts.get(note.path)
        if past:
            note.by_git = by_git(note, past, config.zone)


def ask(git: Git, config: Config, store: Store) -> Mapping[str, Past]:
    """Return the past of every note that is in git, asking only for what is new since last time.

    Raises:
        Silent: when git does not answer.

    """
    head = git.head()
    if head is None:
        return {}
    told, boundary = recall(store), sorted(head.boundary)
    if told.head == head.name and told.boundary == boundary:
        return told.pasts.files
    if told.boundary != boundary or not (told.head and git.leads_to(told.head, head.name)):
        told = Told()
    commits = list(git.log(head.name, told.head))
    contents = dict.fromkeys(each.content for _, changes in commits for each in changes)
    said = maturities(git.contents(list(contents)), maturity_words(config.maturity))
    for commit, changes in commits:
        told.pasts.go_on(commit, changes, said, is_cut=commit.name in head.boundary)
    store.keep_history(encode(Told(head.name, boundary, told.pasts)))
    return told.pasts.files


def recall(store: Store) -> Told:
    """Return what git told an earlier build."""
    kept = store.history()
    return decoded(told_of, kept) if kept else Told()


def by_git(note: Note, past: Past, zone: tzinfo) -> ByGit:
    """Return the days that front matter leaves open and nothing that it says speaks against."""
    written = {
        Maturity.SEEDLING: note.planted,
        Maturity.BUDDING: note.budding,
        Maturity.EVERGREEN: note.evergreen,
    }
    seconds = dict(zip(Maturity, (past.planted, past.budding, past.evergreen), strict=True))
    known = {each: moment for each, moment in written.items() if moment}
    is_older = lived_before(moment_of(past.planted, zone), [*known.values(), note.tended])
    for each in list(Maturity)[: RANK[note.maturity] + 1]:
        came_so = is_older and seconds[each] == past.planted
        moment = "" if came_so else moment_of(seconds[each], zone)
        if moment and each not in known and fits(each, moment, known):
            known[each] = moment
    fresh = ["" if written[each] else known.get(each, "") for each in Maturity]
    tended = "" if note.tended else moment_of(past.tended, zone)
    planted = known.get(Maturity.SEEDLING, "")
    if planted and tended and day_of(tended) < day_of(planted):
        tended = ""
    return ByGit(fresh[0], tended, *fresh[1:])


def lived_before(came: str, written: Iterable[str]) -> bool:
    """Tell whether a note is older than its history: it came to git grown as it was."""
    return any(day_of(moment) < day_of(came) for moment in written if moment and came)


def fits(stage: Maturity, moment: str, known: Mapping[Maturity, str]) -> bool:
    """Tell whether a note may have come to a stage then: after the lower, before the higher."""
    when = day_of(moment)
    return all(
        day_of(other) <= when if RANK[each] < RANK[stage] else when <= day_of(other)
        for each, other in known.items()
    )


def moment_of(seconds: int, zone: tzinfo) -> str:
    """Write a point in time as the garden's zone has it; nothing when it is not known."""
    try:
        return datetime.fromtimestamp(seconds, zone).isoformat() if seconds else ""
    except (OverflowError, ValueError, OSError):
        return ""  # whoever committed this had no clock


def day_of(moment: str) -> str:
    """Return the day of a moment, which is known."""
    found = from_iso(moment)
    return day(found).isoformat() if found else ""
