"""What a row may do to somebody: suppressed is stronger than unsubscribed, that than confirmed.

A row moves nobody but towards "no", unless it comes with an agreement: its own proof, or what the
gardener states of the whole file. Somebody who said no comes back only by a proof that is newer.
"""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Literal

from shared.newsletter.moving.states import Row, Standing, State

Outcome = Literal[
    "confirmed",  # reads from now on
    "pending",  # is in the table, and gets no mail before she confirms
    "unsubscribed",
    "suppressed",
    "same",  # nothing that was not so before
    "stays no",  # the row has a yes that is too weak
    "stays yes",  # the row has a no that is older than a yes by a link of ours
    "erased",  # not in the table, and refused by the keyed hash of the address
    "left out",  # no "no", where only these are asked for
]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What becomes of a row, and where the person stands then."""

    outcome: Outcome
    after: Standing


def decide(row: Row, known: Standing, *, only_no: bool = False) -> Verdict:
    """Weigh a row against where the person stands here."""
    if known.status is None and known.is_suppressed:
        return Verdict("erased", known)
    if row.claims is State.SUPPRESSED:
        return suppressed(row, known)
    if row.claims is State.UNSUBSCRIBED:
        return unsubscribed(row, known)
    if only_no:
        return Verdict("left out", known)
    if row.claims is State.CONFIRMED and row.agreed is not None:
        return confirmed(row, known)
    if known.status is None:
        return Verdict("pending", replace(known, status="pending"))
    return Verdict("same" if row.claims is not State.CONFIRMED else unproven(known), known)


def suppressed(row: Row, known: Standing) -> Verdict:
    """Never write there again. What the person last said stays as it is, for a `release`."""
    if known.is_suppressed:
        return Verdict("same", known)
    if known.status is None:
        known = replace(known, status="unsubscribed", unsubscribed_at=row.left_at or now())
    return Verdict("suppressed", replace(known, is_suppressed=True))


def unsubscribed(row: Row, known: Standing) -> Verdict:
    """End it, unless the person has said yes here since."""
    if known.status == "unsubscribed":
        return Verdict("same", known)
    if row.left_at and known.came_by_link_at and known.came_by_link_at > row.left_at:
        return Verdict("stays yes", known)
    left_at = row.left_at or now()
    return Verdict("unsubscribed", replace(known, status="unsubscribed", unsubscribed_at=left_at))


def confirmed(row: Row, known: Standing) -> Verdict:
    """Take an agreement, unless it is older than a no, or the address is suppressed."""
    at = row.agreed.at if row.agreed else None
    if known.is_suppressed:
        return Verdict("stays no", known)
    if known.status == "confirmed":
        return Verdict("same", known)
    is_newer = at and known.unsubscribed_at and at > known.unsubscribed_at
    if known.status == "unsubscribed" and not is_newer:
        return Verdict("stays no", known)
    return Verdict("confirmed", replace(known, status="confirmed", confirmed_at=at or now()))


def unproven(known: Standing) -> Outcome:
    """Say what becomes of a yes without any proof, of somebody who is in the table."""
    is_no = known.is_suppressed or known.status == "unsubscribed"
    return "stays no" if is_no else "same"


def now() -> datetime:
    """Return the present time, for what has none of its own."""
    return datetime.now(UTC)
