"""What happens to a manifest: the notes are taken over, and what has newly matured is planned."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from shared import tx
from shared.newsletter import garden
from shared.newsletter.announcing import likeness, notes, notifications
from shared.newsletter.announcing.likeness import Pair, RenamesInDoubt
from shared.newsletter.announcing.manifest import BadManifest, Manifest
from shared.newsletter.announcing.notes import Evergreen
from shared.newsletter.announcing.notifications import Planned
from shared.newsletter.digests import happenings, telling
from shared.newsletter.digests.telling import Later
from shared.newsletter.readers import followers, subscribers

# More at once is more often a mistake, a renamed tag or a moved folder, than a harvest.
UNASKED = 3


class ConfirmationNeeded(RuntimeError):
    """Many notes turned evergreen at once: the digest must be sent back to announce them."""

    def __init__(self, digest: str, newly: Sequence[Evergreen]) -> None:
        super().__init__(
            f"{len(newly)} notes would be announced at once, more than {UNASKED}. Look at the "
            "list; if it is right, announce again with the digest as `confirm` (--yes does that)."
        )
        self.digest = digest
        self.newly = newly


@dataclass(frozen=True, slots=True)
class Announcement:
    """What a manifest led to. Without a notification nobody will be told of anything new.

    `waiting` is the next of those that were planned before and have not gone out; `followers` are
    told besides the `readers`, for they asked for one of these notes; `later` of the readers have
    had a letter today, and `by_choice` others hear of it on their day or after a pause. A dry run
    names as `renamed` what may be notes that were announced before: they are asked about, and not
    counted among the new.
    """

    baseline: bool
    notes: int
    evergreen_already: int
    newly_evergreen: list[Evergreen]
    notification_id: int | None
    hold_until: datetime | None
    readers: int
    digest: str
    dry_run: bool = False
    waiting: Planned | None = None
    followers: int = 0
    later: int = 0
    by_choice: int = 0
    renamed: list[Pair] = field(default_factory=list[Pair])


class DryRun(Exception):
    """Rolls a transaction back after all its questions were answered."""

    def __init__(self, announcement: Announcement) -> None:
        super().__init__()
        self.announcement = announcement


async def announce(
    manifest: Manifest, *, hold: timedelta, confirm: str | None = None, dry_run: bool = False
) -> Announcement:
    """Take a manifest over in one transaction, and plan a notification of what newly matured.

    `confirm` holds what the gardener has said yes to (and, after a dash, no), with commas between.

    Raises:
        RenamesInDoubt: a new note is much like an announced one that has gone.
        ConfirmationNeeded: more than three notes at once, and their digest is not in `confirm`.
        BadManifest: it lists no note, although some are known.

    """
    try:
        async with tx.run():
            announcement = await take_in(manifest, hold=hold, confirm=confirm, dry_run=dry_run)
            if dry_run:
                raise DryRun(announcement)
            return announcement
    except DryRun as finished:
        return finished.announcement


async def take_in(
    manifest: Manifest, *, hold: timedelta, confirm: str | None, dry_run: bool
) -> Announcement:
    """Do the work of `announce` in the ambient transaction."""
    known = await garden.lock()
    await refuse_emptiness(manifest)
    await garden.rename(manifest.title, manifest.language, manifest.privacy_url)
    if not await garden.set_zone(manifest.zone):
        raise BadManifest(f"site.zone is {manifest.zone!r}; write it as Europe/Zurich, or UTC.")
    said = frozenset((confirm or "").split(","))
    doubtful = await likeness.settle(manifest, said) if known.baseline_at else []
    if doubtful and not dry_run:
        raise RenamesInDoubt(doubtful)
    happened = await notes.take_over(manifest)
    if known.baseline_at is None:
        return await baseline(len(manifest.notes), dry_run=dry_run)
    await happenings.record(happened)
    await notifications.take_back_unripe()
    in_doubt = {pair.id for pair in doubtful}
    newly = [note for note in await notes.newly_evergreen() if note.id not in in_doubt]
    digest = digest_of(newly)
    if len(newly) > UNASKED and digest not in said and not dry_run:
        raise ConfirmationNeeded(digest, newly)
    waiting = await notifications.planned()
    planned = None
    if newly and not dry_run:  # a plan that is rolled back would leave a gap in the numbers
        planned = await notifications.plan([note.id for note in newly], hold=hold)
    later = await telling.later() if newly else Later()
    would_go = datetime.now(UTC) + hold if newly else None
    return Announcement(
        baseline=False,
        notes=len(manifest.notes),
        evergreen_already=0,
        newly_evergreen=newly,
        notification_id=planned.id if planned else None,
        hold_until=planned.hold_until if planned else would_go,
        readers=await subscribers.tellable(),
        digest=digest,
        dry_run=dry_run,
        waiting=waiting,
        followers=await followers.waiting_alone([note.id for note in newly]),
        later=later.had,
        by_choice=later.chose,
        renamed=doubtful,
    )


async def refuse_emptiness(manifest: Manifest) -> None:
    """Take a garden without notes for a mistyped folder where there were some before."""
    known = 0 if manifest.notes else await notes.count()
    if known:
        raise BadManifest(
            f"The manifest lists no note, but {known} are known here. Is it the right folder?"
        )


async def baseline(count: int, *, dry_run: bool) -> Announcement:
    """Take the first manifest as what everybody knows already."""
    await garden.set_baseline()
    return Announcement(
        baseline=True,
        notes=count,
        evergreen_already=await notifications.take_baseline(),
        newly_evergreen=[],
        notification_id=None,
        hold_until=None,
        readers=await subscribers.tellable(),
        digest=digest_of([]),
        dry_run=dry_run,
    )


def digest_of(newly: Sequence[Evergreen]) -> str:
    """Return a name for a set of changes, which another set does not have."""
    names = "\n".join(sorted(note.id for note in newly))
    return hashlib.sha256(names.encode()).hexdigest()[:16]
