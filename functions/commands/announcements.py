"""`thistledown announcements`: what was announced, what became of it, and how to stop one."""

import sys
from pathlib import Path

import click

from functions.commands import show
from functions.commands.exits import REFUSED
from functions.commands.place import ask, data_option, json_option
from functions.commands.show import say
from shared import tx
from shared.newsletter import deliveries, notifications
from shared.newsletter.deliveries import Sum
from shared.newsletter.notifications import Listed


@click.group(invoke_without_command=True)
@data_option
@json_option
@click.pass_context
def announcements(context: click.Context, data: Path, as_json: bool) -> None:
    """List what was announced, newest first."""
    if context.invoked_subcommand is not None:
        return
    found = ask(data, listed_with_sums)
    if as_json:
        show.as_json([{"notification": one, "sum": total} for one, total in found])
        return
    if not found:
        say("Nothing has been announced yet.")
        return
    show.table(
        ["id", "status", "notes", "planned", "letter goes out", "what became of it"],
        [
            [
                one.id,
                one.status,
                ", ".join(one.titles),
                show.when(one.planned_at),
                show.when(one.hold_until) if one.status == "planned" else "",
                in_words(total),
            ]
            for one, total in found
        ],
    )


@announcements.command()
@click.argument("notification", type=int)
@data_option
def cancel(notification: int, data: Path) -> None:
    """Stop a notification that is still held; its notes can be announced later."""

    async def cancelled() -> bool:
        return await notifications.cancel(notification)

    if ask(data, cancelled):
        say(f"Notification {notification} is cancelled: nobody is told. Its notes are free again.")
        return
    show.complain(
        f"Notification {notification} cannot be cancelled: it has gone out, was cancelled before, "
        "or does not exist. `thistledown announcements` shows which."
    )
    sys.exit(REFUSED)


async def listed_with_sums() -> list[tuple[Listed, Sum | None]]:
    """Return the notifications with what became of their deliveries."""
    async with tx.run():
        return [
            (one, await deliveries.total(one.id) if one.status == "announced" else None)
            for one in await notifications.listed()
        ]


def in_words(total: Sum | None) -> str:
    """Return the closing sum of a notification."""
    if total is None:
        return ""
    parts = [f"{total.candidates} readers = {total.sent} sent"]
    parts += [f"{total.skipped} skipped", f"{total.failed} failed", f"{total.pending} waiting"]
    words = " + ".join(parts)
    return f"{words}; {total.maybe_sent_twice} maybe twice" if total.maybe_sent_twice else words
