"""`thistledown subscribers show`: a reader's whole history, and whether the next letter comes."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import click

from functions.commands import show
from functions.commands.options import data_option, json_option
from functions.commands.place import ask, command, secret_key
from functions.commands.reader_next import next_letter_of
from functions.commands.reader_told import bounced, happened, moved, told, waits
from functions.commands.show import say, whole
from functions.commands.subscriber_address import canonical, refuse_nobody
from functions.commands.subscriber_list import state
from shared import tx
from shared.mail.address import parse
from shared.newsletter.moving.moves import Move, moves
from shared.newsletter.readers import (
    followers,
    listing,
    preferences,
    silent_mailboxes,
    suppressions,
)
from shared.newsletter.readers.followers import FollowedNote
from shared.newsletter.readers.listing import Subscriber
from shared.newsletter.readers.preferences import Chosen
from shared.newsletter.readers.suppressions import Suppression
from shared.newsletter.records import consent, erasing, reader_history
from shared.newsletter.records.consent import Event
from shared.newsletter.records.erasing import Tombstone
from shared.newsletter.records.reader_history import Bounce, Telling


@dataclass(frozen=True, slots=True)
class History:
    """All that there is to say about an address."""

    reader: Subscriber | None
    suppression: Suppression | None
    erased: list[Tombstone]
    consent: list[Event]
    letters: list[Telling]
    bounces: list[Bounce]
    imports: list[Move]
    followed: list[FollowedNote]
    chosen: Chosen | None


@click.command("show", short_help="A reader's consent and letters, and why not told.")
@click.argument("address")
@data_option
@json_option
def show_subscriber(address: str, data: Path, as_json: bool) -> None:
    """Show a reader's whole history: consent, letters, and why there was none."""
    email = canonical(address)
    found = ask(data, lambda: looked_up(email, secret_key(data)))
    if not (found.reader or found.suppression or found.erased):
        refuse_nobody(email, data)
    if as_json:
        show.as_json(found)
        return
    for tombstone in found.erased:
        show.paragraph(buried(tombstone))
    if found.reader is None:
        if found.suppression:
            show.paragraph(refusal(found.suppression, email, data))
        return
    say(f"Reader {found.reader.id}  {found.reader.email}")
    say(f"Status   {state(found.reader)}, {show.when(found.reader.since)}")
    show.paragraph(next_letter(found, data), indent=9, label="Next")
    say()
    print_history(found)


async def looked_up(email: str, keys: tuple[str, ...]) -> History:
    """Return all that is known of an address."""
    async with tx.run():
        reader = await known_as(email)
        email = reader.email if reader else email
        suppression = await suppressions.find(keys, email)
        if not suppression and not (reader and reader.status == "confirmed"):
            suppression = await silent_mailboxes.find(keys, parse(email).mailbox)
        return History(
            reader=reader,
            suppression=suppression,
            erased=await erasing.tombstones(keys, email),
            consent=await consent.events(reader.id) if reader else [],
            letters=await reader_history.tellings(reader.id) if reader else [],
            bounces=await reader_history.bounces(reader.id) if reader else [],
            imports=await moves(reader.id) if reader else [],
            followed=await followers.listed(reader.id) if reader else [],
            chosen=await preferences.chosen_by(reader.id) if reader else None,
        )


async def known_as(email: str) -> Subscriber | None:
    """Return who has an address, or else the one reader of the same mailbox."""
    reader = await listing.find(email)
    if reader is not None:
        return reader
    others = await listing.of_mailbox(parse(email).mailbox)
    return others[0] if len(others) == 1 else None


def next_letter(found: History, data: Path) -> str:
    """Return whether the next letter comes, and if not, why."""
    chosen = found.chosen
    assert chosen is not None  # noqa: S101  (the caller has a reader)
    if found.suppression:
        return refusal(found.suppression, chosen.email, data)
    return next_letter_of(chosen, found.followed)


def refusal(found: Suppression, email: str, data: Path) -> str:
    """Return why an address is never written to, and how to change that."""
    words = whole(command(data, f"subscribers release {email}"))
    return (
        f"gets no mail at all: suppressed {show.when(found.created_at)}, because: {found.reason}. "
        f"Mended? {words}"
    )


def buried(one: Tombstone) -> str:
    """Return who once had an address."""
    because = "after a complaint" if one.because == "complaint" else "as its owner asked"
    return f"Reader {one.id} had this address and was erased {show.when(one.erased_at)}, {because}."


def print_history(found: History) -> None:
    """Print what happened, oldest first."""
    lines: list[tuple[datetime, str]] = [(one.happened_at, happened(one)) for one in found.consent]
    lines += [(one.sent_at or one.announced_at, told(one)) for one in found.letters]
    lines += [(one.happened_at, bounced(one)) for one in found.bounces]
    lines += [(one.changed_at, moved(one)) for one in found.imports]
    lines += [(one.asked_at, waits(one)) for one in found.followed]
    show.table(
        ["when", "what happened"],
        [[f"{at.astimezone():%Y-%m-%d %H:%M}", what] for at, what in sorted(lines)],
    )
