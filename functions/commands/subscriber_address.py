"""An address that is typed behind a command, in any spelling."""

from pathlib import Path
from typing import NoReturn

import click

from functions.commands.place import look
from functions.commands.refusing import refuse
from shared.mail.address import BadAddress, parse
from shared.newsletter.readers import listing

NOBODY = "Nobody has that address here."


def canonical(address: str) -> str:
    """Return the form by which an address is known here."""
    try:
        return parse(address).key
    except BadAddress as error:
        raise click.UsageError(str(error)) from None


def refuse_nobody(email: str, data: Path) -> NoReturn:
    """Say that nobody has an address, and by which others the same mailbox is known."""
    others = look(data, lambda: listing.of_mailbox(parse(email).mailbox))
    known = ", ".join(one.email for one in others)
    refuse(f"{NOBODY} The same mailbox is known as {known}." if known else NOBODY)
