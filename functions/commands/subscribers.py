"""`thistledown subscribers`: who reads, for the gardener's eyes."""

import click

from functions.commands.sign_up import close, open_again
from functions.commands.subscriber_acts import release, unsubscribe
from functions.commands.subscriber_data import show_data
from functions.commands.subscriber_erase import erase
from functions.commands.subscriber_export import export_subscribers
from functions.commands.subscriber_find import find_subscriber
from functions.commands.subscriber_import import import_subscribers, list_imports
from functions.commands.subscriber_list import list_subscribers
from functions.commands.subscriber_remind import remind_subscribers
from functions.commands.subscriber_show import show_subscriber

COMMANDS = [
    list_subscribers,
    show_subscriber,
    find_subscriber,
    *(show_data, erase),
    *(unsubscribe, release),
    *(close, open_again),
    *(import_subscribers, list_imports, remind_subscribers, export_subscribers),
]


@click.group(short_help="Look at readers; let one go, or erase one.")
def subscribers() -> None:
    """Look at readers; unsubscribe, release or erase one who asks."""


for command in COMMANDS:
    subscribers.add_command(command)
