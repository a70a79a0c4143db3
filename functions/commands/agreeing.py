"""Ask before what no other command takes back: on a terminal in words, elsewhere by --yes."""

import sys

import click

from functions.commands.exits import CONFIRM, REFUSED
from functions.commands.show import complain, shown


def agree(will_happen: str) -> None:
    """Say what would happen, and end the command if nobody says yes to it."""
    if not sys.stdin.isatty():
        complain(f"{will_happen} If that is meant, say --yes.")
        sys.exit(CONFIRM)
    if not click.confirm(shown(f"{will_happen} Go on?"), err=True):
        sys.exit(REFUSED)
