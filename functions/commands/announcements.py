"""`thistledown announcements`: what was announced, what became of it, how to stop one."""

import sys
from pathlib import Path

import click

from functions.commands import show
from functions.commands.closing import closing
from functions.commands.exits import REFUSED
from functions.commands.job_id import NOTIFICATION
from functions.commands.options import data_option, json_option
from functions.commands.place import ask, command
from functions.commands.show import many, say, whole
from shared import tx
from shared.newsletter.announcing import notifications
from shared.newsletter.announcing.notifications import Listed
from shared.newsletter.delivering import deliveries, ledger
from shared.newsletter.delivering.deliveries import Sum
from shared.newsletter.delivering.ledger import Progress, Remarkable, Share

NAMED = 5
DIGESTS = {
    "daily": "what had to wait a day",
    "weekly": "weekly digest",
    "monthly": "monthly digest",
}
REMARKED = 50


@click.group(
    invoke_without_command=True, short_help="List what was announced; look into or cancel one."
)
@data_option
@json_option
@click.pass_context
def announcements(context: click.Context, data: Path, as_json: bool) -> None:
    """List what was announced, newest first."""
    if context.invoked_subcommand is not None:
        return
    found = ask(data, listed_with_sums)
    if as_json:
        show.as_json(
            [
                {"notification": one, "sum": total, "progress": how_far}
                for one, total, how_far in found
            ]
        )
        return
    if not found:
        say("Nothing has been announced yet.")
    for one, total, how_far in found:
        told = [named(one), became(one, total)]
        if how_far is not None and how_far.ends_at is not None:
            told.append(pace(how_far))
        if total is not None and total.dead:
            told.append(f"What they died of: {whole(command(data, 'jobs dead'))}")
        if one.status == "planned":
            told.append(f"To stop it: {whole(command(data, f'announcements cancel {one.id}'))}")
        show.lines(told, indent=5, label=str(one.id))


@announcements.command("show", short_help="Show one, and what became of each delivery.")
@click.argument("notification", type=NOTIFICATION)
@data_option
@json_option
def show_notification(notification: int, data: Path, as_json: bool) -> None:
    """Show a notification with every delivery that failed, was skipped or may be a second copy."""
    one, total, shares, remarks = ask(data, lambda: with_remarks(notification))
    if one is None:
        show.complain(f"There is no notification {notification}.")
        sys.exit(REFUSED)
    if as_json:
        show.as_json({"notification": one, "sum": total, "shares": shares, "deliveries": remarks})
        return
    say(f"Notification {one.id}, planned {show.when(one.planned_at)}")
    if total is None or not total.candidates:
        show.paragraph(became(one, total))
    else:
        show.paragraph(f"announced {show.when(one.announced_at)}: {closing(total, shares)}")
    for title in one.titles:
        show.paragraph(title, indent=2)
    if remarks:
        say()
        print_remarks(remarks[:REMARKED])
        if len(remarks) > REMARKED:
            words = whole(command(data, f"announcements show {one.id} --json"))
            show.paragraph(f"and {len(remarks) - REMARKED} more: {words}")


@announcements.command(short_help="Stop a notification that has not gone out.")
@click.argument("notification", type=NOTIFICATION)
@data_option
def cancel(notification: int, data: Path) -> None:
    """Stop a notification that has not gone out; its notes can be announced later."""

    async def cancelled() -> str | None:
        async with tx.run():
            found = await notifications.lock(notification)
            if found is None or found.status != "planned":
                return found.status if found else None
            await notifications.cancel(notification)
            return "planned"

    refusals = {
        None: f"There is no notification {notification}.",
        "announced": f"Notification {notification} has gone out: it cannot be cancelled any more.",
        "cancelled": f"Notification {notification} was cancelled before.",
    }
    was = ask(data, cancelled)
    if was in refusals:
        show.complain(refusals[was])
        sys.exit(REFUSED)
    say(f"Notification {notification} is cancelled: nobody is told. Its notes are free again.")


async def listed_with_sums() -> list[tuple[Listed, Sum | None, Progress | None]]:
    """Return the notifications with what became of their deliveries, and how far they are."""
    async with tx.run():
        return [
            (one, await deliveries.total(one.id), await ledger.progress(one.id))
            if one.status == "announced"
            else (one, None, None)
            for one in await notifications.listed()
        ]


async def with_remarks(
    notification: int,
) -> tuple[Listed | None, Sum | None, list[Share], list[Remarkable]]:
    """Return a notification, its sum, and the deliveries about which there is something to say."""
    async with tx.run():
        one = await notifications.find(notification)
        if one is None or one.status != "announced":
            return one, None, [], []
        return (
            one,
            await deliveries.total(one.id),
            await ledger.shares(one.id),
            await ledger.remarkable(one.id),
        )


def print_remarks(remarks: list[Remarkable]) -> None:
    """Print deliveries as a table. A reader's number is in `thistledown subscribers list`."""
    show.table(
        ["reader", "delivery", "maybe sent", "reason"],
        [
            [
                one.subscriber_id,
                one.status,
                f"{one.ambiguous} x" if one.ambiguous else "",
                one.reason,
            ]
            for one in remarks
        ],
    )


def named(one: Listed) -> str:
    """Return what a notification is about. One that was cancelled has given its notes back."""
    shown = ", ".join(one.titles[:NAMED])
    more = len(one.titles) - NAMED
    titles = (f"{shown} and {more} more" if more > 0 else shown) or "(its notes are free again)"
    return f"{DIGESTS[one.kind]}: {titles}" if one.kind in DIGESTS else titles


def became(one: Listed, total: Sum | None) -> str:
    """Return in words what became of a notification."""
    if one.status == "cancelled":
        return f"cancelled {show.when(one.cancelled_at)}: nobody was told"
    if one.status == "planned":
        return f"planned, {show.goes_out(one.hold_until)}"
    return f"announced {show.when(one.announced_at)}: {in_words(total)}"


def pace(how_far: Progress) -> str:
    """Return how far it is, and when the last letter may have gone."""
    return (
        f"{how_far.done} of {how_far.total} done, about {how_far.per_minute or 0:.0f} a minute; "
        f"at this pace the last goes {show.when(how_far.ends_at)}"
    )


def in_words(total: Sum | None) -> str:
    """Return the closing sum of a notification."""
    if total is None:
        return ""
    if not total.candidates:
        return "there were no confirmed readers"
    postponed = f"{total.postponed} postponed + " if total.postponed else ""
    words = (
        f"{many(total.candidates, 'reader')} = {total.sent} sent + {postponed}"
        f"{total.skipped} skipped + {total.failed} failed + {total.pending} waiting"
    )
    if total.dead:
        words += f"; {many(total.dead, 'dead letter')} among the failed"
    return f"{words}; {total.maybe_sent_twice} maybe twice" if total.maybe_sent_twice else words
