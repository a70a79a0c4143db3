"""The tables that an export is written as: our own, which says everything, and those of others."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from types import MappingProxyType

from shared.newsletter.moving.choices import COLUMNS
from shared.newsletter.moving.exporting import Reader
from shared.newsletter.moving.guard import guarded, is_formula


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns of a table and the cells of somebody's row.

    `can_be_undone` tells whether who reads the table takes a guard off again; where not, an
    address that is a formula to a spreadsheet must stay out of it.
    """

    columns: tuple[str, ...]
    cells: Callable[[Reader], tuple[str, ...]]
    can_be_undone: bool = False


def ours(one: Reader) -> tuple[str, ...]:
    """Return all that is known."""
    return (
        one.address,
        one.state,
        one.language,
        when(one.consented_at),
        one.consent_source or "",
        one.consent_network or "",
        when(one.left_at),
        one.left_source or "",
        one.pace,
        one.topics,
        one.notes_language,
        when(one.paused_until),
    )


def buttondown(one: Reader) -> tuple[str, ...]:
    """Return a row in Buttondown's own words."""
    words = {"confirmed": "regular", "pending": "unactivated", "suppressed": "undeliverable"}
    return (one.address, words.get(one.state, one.state), when(one.consented_at))


def mailchimp(one: Reader) -> tuple[str, ...]:
    """Return an address and when it was confirmed; which of three lists it is for, one chooses."""
    return (one.address, f"{one.consented_at:%Y-%m-%d %H:%M:%S}" if one.consented_at else "")


def listmonk(one: Reader) -> tuple[str, ...]:
    """Return an address, no name, and the consent among the attributes."""
    known = {"consented_at": when(one.consented_at), "consent_source": one.consent_source or ""}
    return (one.address, "", json.dumps(known, ensure_ascii=False))


def ghost(one: Reader) -> tuple[str, ...]:
    """Return a member who gets mails or does not."""
    gets_mails = "true" if one.state == "confirmed" else "false"
    return (one.address, "", one.consent_source or "", gets_mails, when(one.consented_at))


def keila(one: Reader) -> tuple[str, ...]:
    """Return a contact with its status in Keila's words."""
    words = {"confirmed": "active", "suppressed": "unreachable"}
    return (one.address, "", "", words.get(one.state, "unsubscribed"))


def address_alone(one: Reader) -> tuple[str, ...]:
    """Return nothing but the address."""
    return (one.address,)


def when(moment: datetime | None) -> str:
    """Return a time as ISO 8601 in UTC."""
    return moment.astimezone(UTC).isoformat() if moment else ""


OURS = Layout(
    (
        "email",
        "state",
        "language",
        "consented_at",
        "consent_source",
        "consent_network",
        "left_at",
        "left_source",
        *COLUMNS,
    ),
    ours,
    can_be_undone=True,
)

# By the name of the service.
LAYOUTS: Mapping[str, Layout] = MappingProxyType(
    {
        "buttondown": Layout(("email", "subscriber_type", "creation_date"), buttondown),
        "substack": Layout(("email",), address_alone),
        "mailchimp": Layout(("Email Address", "CONFIRM_TIME"), mailchimp),
        "listmonk": Layout(("email", "name", "attributes"), listmonk),
        "ghost": Layout(("email", "name", "note", "subscribed_to_emails", "created_at"), ghost),
        "keila": Layout(("Email", "First name", "Last name", "Status"), keila),
        "kit": Layout(("email",), address_alone),
    }
)


def header(layout: Layout) -> str:
    """Return the first line."""
    return written([layout.columns])


def lines(layout: Layout, readers: Iterable[Reader]) -> tuple[str, int]:
    """Return the lines of some readers, and how many had to be left out."""
    found = list(readers)
    kept = [one for one in found if layout.can_be_undone or not is_formula(one.address)]
    return written([layout.cells(one) for one in kept]), len(found) - len(kept)


def written(rows: Sequence[Sequence[str]]) -> str:
    """Return rows as RFC 4180 has them, with no cell that a spreadsheet would run."""
    text = io.StringIO()
    csv.writer(text).writerows([guarded(cell) for cell in row] for row in rows)
    return text.getvalue()
