"""`thistledown subscribers close` and `open`: the switch that closes the form, and opens it."""

import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import click

from functions.commands.exits import REFUSED
from functions.commands.options import data_option
from functions.commands.place import ask, command
from functions.commands.show import complain, say
from shared import tx
from shared.newsletter import garden

HOLD = "jobs pause --kind newsletter.confirm-mail"


@click.command("close", short_help="Let nobody new ask, for now.")
@data_option
def close(data: Path) -> None:
    """Close sign-up: the form says so in plain words, and nothing new is stored or sent."""
    if not ask(data, switch(garden.close_sign_up)):
        complain("Sign-up is closed already.")
        sys.exit(REFUSED)
    say("Closed: the form says so, to everybody. Who has asked before may still confirm.")
    say(f"Mails that wait can be held: {command(data, HOLD)}")
    say(f"To open it: {command(data, 'subscribers open')}")


@click.command("open", short_help="Let everybody ask again.")
@data_option
def open_again(data: Path) -> None:
    """Open sign-up again."""
    if not ask(data, switch(garden.open_sign_up)):
        complain("Sign-up is open already.")
        sys.exit(REFUSED)
    say("Open: the form takes addresses again.")


def switch(turn: Callable[[], Awaitable[bool]]) -> Callable[[], Awaitable[bool]]:
    """Return a question that turns the switch, and says whether it was the other way before."""

    async def turned() -> bool:
        async with tx.run():
            await garden.read()
            return await turn()

    return turned
