"""What happens to a manifest: the notes are taken over, and what has newly matured is planned."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from shared import tx
from shared.newsletter import garden, notes, notifications, subscribers
from shared.newsletter.manifest import Manifest
from shared.newsletter.notes import Evergreen

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
    """What a manifest led to. Without a notification nobody will be told of anything new."""

    baseline: bool
    notes: int
    evergreen_already: int
    newly_evergreen: list[Evergreen]
    notification_id: int | None
    hold_until: datetime | None
    readers: int
    digest: str
    dry_run: bool = False


class DryRun(Exception):
    """Rolls a transaction back after all its questions were answered."""

    def __init__(self, announcement: Announcement) -> None:
        super().__init__()
        self.announcement = announcement


async def announce(
    manifest: Manifest, *, hold: timedelta, confirm: str | None = None, dry_run: bool = False
) -> Announcement:
    """Take a manifest over in one transaction, and plan a notification of what newly matured.

    Raises:
        ConfirmationNeeded: more than three notes at once, and `confirm` is not their digest.

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
    await garden.rename(manifest.title, manifest.language)
    await notes.take_over(manifest)
    if known.baseline_at is None:
        return await baseline(len(manifest.notes), dry_run=dry_run)
    await notifications.take_back_unripe()
    newly = await notes.newly_evergreen()
    digest = digest_of(newly)
    if len(newly) > UNASKED and confirm != digest and not dry_run:
        raise ConfirmationNeeded(digest, newly)
    planned = await notifications.plan([note.id for note in newly], hold=hold) if newly else None
    return Announcement(
        baseline=False,
        notes=len(manifest.notes),
        evergreen_already=0,
        newly_evergreen=newly,
        notification_id=planned.id if planned else None,
        hold_until=planned.hold_until if planned else None,
        readers=(await subscribers.counts()).get("confirmed", 0),
        digest=digest,
        dry_run=dry_run,
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
        readers=(await subscribers.counts()).get("confirmed", 0),
        digest=digest_of([]),
        dry_run=dry_run,
    )


def digest_of(newly: Sequence[Evergreen]) -> str:
    """Return a name for a set of changes, which another set does not have."""
    names = "\n".join(sorted(note.id for note in newly))
    return hashlib.sha256(names.encode()).hexdigest()[:16]
