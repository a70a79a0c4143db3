"""`thistledown subscribers find`: `show`, by the word that one looks for after moving in."""

import click

from functions.commands.subscriber_show import show_subscriber

find_subscriber = click.Command(
    "find",
    callback=show_subscriber.callback,
    params=show_subscriber.params,
    help=show_subscriber.help,
    short_help="The same as `show`: what did she get, and why not?",
)
