"""`thistledown bounces`: what came back, and a mailbox of it to read."""

from collections import Counter
from pathlib import Path

import click

from functions.commands import show
from functions.commands.new_mails import new_mails, require_maildir
from functions.commands.options import data_option, json_option
from functions.commands.place import ask, secret_key
from functions.commands.show import many, paragraph, say
from shared import tx
from shared.newsletter.readers import suppressions
from shared.newsletter.returning.bounce_report import DAYS, BounceReport, bounce_report
from shared.newsletter.returning.bounces import Outcome, take_in
from shared.newsletter.returning.returned_mail import read as read_mail

SAID = {
    "permanent": "came back for good",
    "soft": "came back for the moment",
    "policy": "was refused over a policy",
    "complaint": "brought a complaint",
}
BLAME = "Refused over a policy: the mail server, its DNS or the letter is to blame, no reader."
IGNORED = {"not ours": "of no mail that we sent", "no failure": "out of office, or delayed"}


@click.group(
    invoke_without_command=True, short_help="What came back, and what readers complained about."
)
@data_option
@json_option
@click.pass_context
def bounces(context: click.Context, data: Path, as_json: bool) -> None:
    """Show what came back in the last thirty days, whoever reported it."""
    if context.invoked_subcommand is not None:
        return

    async def reported() -> tuple[BounceReport, int]:
        async with tx.run():
            return await bounce_report(), await suppressions.count()

    report, suppressed = ask(data, reported)
    if as_json:
        show.as_json({"days": DAYS, "suppressed": suppressed, "report": report})
    else:
        tell(report, suppressed)


@bounces.command(short_help="Read mails that came back, from a Maildir or stdin.")
@click.argument(
    "mailbox",
    default="-",
    type=click.Path(exists=True, allow_dash=True, path_type=Path),
)
@data_option
@json_option
def read(mailbox: Path, data: Path, as_json: bool) -> None:
    """Read the new mails of a Maildir, or one mail on standard input, and act on what they say.

    What was read is moved to `cur`. A mail that is read again does nothing.
    """
    require_maildir(mailbox)
    keys = secret_key(data)

    async def taken_in() -> Counter[Outcome]:
        outcomes: Counter[Outcome] = Counter()
        for content, file_away in new_mails(mailbox):
            async with tx.run():
                outcome = await take_in(read_mail(content), "mail", keys)
            outcomes[outcome] += 1
            file_away()
        return outcomes

    outcomes = ask(data, taken_in)
    if as_json:
        show.as_json(dict(outcomes))
        return
    told = ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items()))
    say(f"Read {many(outcomes.total(), 'mail')}{': ' if told else ''}{told}.")


def tell(report: BounceReport, suppressed: int) -> None:
    """Say it to people: what befell readers, then what we should mend, then what led to nothing."""
    if not report.events:
        say(f"Nothing came back in the last {DAYS} days.")
    for one in report.events:
        paragraph(
            f"{many(one.events, 'mail')} to {many(one.readers, 'reader')} {SAID[one.kind]} "
            f"({one.source}), last {show.when(one.last_at)}"
        )
    paragraph(f"{many(suppressed, 'address', 'addresses')} will not be written to again.")
    if report.refusals:
        say()
        paragraph(BLAME)
        show.table(
            ["code", "from", "times", "last"],
            [
                [one.code or "none", one.source, one.events, show.when(one.last_at)]
                for one in report.refusals
            ],
        )
        say()
    for one in report.ignored:
        paragraph(f"Led to nothing: {one.counted} ({one.source}), {IGNORED[one.why]}.")
    for one in report.topics:
        state = f"confirmed {show.when(one.confirmed_at)}" if one.confirmed_at else "not confirmed"
        paragraph(f"SNS topic {state}: {one.topic}")
