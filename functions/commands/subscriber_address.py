"""An address that is typed behind a command, in any spelling."""

import click

from shared.mail.address import BadAddress, parse

NOBODY = "Nobody has that address here."


def canonical(address: str) -> str:
    """Return the form by which an address is known here."""
    try:
        return parse(address).key
    except BadAddress as error:
        raise click.UsageError(str(error)) from None
