"""`thistledown subscribers import` and `imports`: readers move in from another service."""

import sys
from collections.abc import Mapping
from pathlib import Path

import click

from functions.commands import show
from functions.commands.exits import CONFIRM
from functions.commands.import_words import for_machines, in_words, now_what
from functions.commands.job_id import IMPORT
from functions.commands.options import data_option, json_option
from functions.commands.place import ask, command, look, secret_key
from functions.commands.show import say, whole
from functions.commands.subscriber_undo import take_back
from shared.newsletter.moving import importing
from shared.newsletter.moving import imports as ledger
from shared.newsletter.moving.columns import BadFile
from shared.newsletter.moving.files import Asked
from shared.newsletter.moving.formats import BY_NAME
from shared.newsletter.moving.imports import Import

LONGEST_CONSENT = 200


class Columns(click.ParamType[Mapping[str, str]]):
    """Pairs of what a column is and what it is called: `email=Mail,status=State`."""

    name = "columns"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Mapping[str, str]:
        """Return the names by what they are for."""
        if isinstance(value, Mapping):
            return value  # pyright: ignore[reportUnknownVariableType]
        pairs = [pair.partition("=") for pair in str(value).split(",")]
        if not all(name.strip() and column.strip() for name, _, column in pairs):
            self.fail("Write it as email=NAME,status=NAME.", param, ctx)
        return {name.strip(): column.strip() for name, _, column in pairs}


@click.command("import", short_help="Bring readers in from another service.")
@click.argument(
    "file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--from", "format_name", type=click.Choice(sorted(BY_NAME)), help="Whose file it is.")
@click.option("--insist", is_flag=True, help="It is, whatever its first line looks like.")
@click.option("--columns", type=Columns(), default={}, help="As email=Mail,status=State.")
@click.option("--consent", help="Where and how its readers agreed, if the file does not prove it.")
@click.option("--only-no", is_flag=True, help="Take over who has left since, and nothing else.")
@click.option("--left", is_flag=True, help="Everybody in it has left.")
@click.option("--dry-run", is_flag=True, help="Only say what it would come to.")
@click.option("--yes", is_flag=True, help="Do it.")
@click.option("--undo", type=IMPORT, metavar="ID", help="Take an import back.")
@data_option
@json_option
def import_subscribers(
    file: Path | None,
    format_name: str | None,
    insist: bool,
    columns: Mapping[str, str],
    consent: str | None,
    only_no: bool,
    left: bool,
    dry_run: bool,
    yes: bool,
    undo: int | None,
    data: Path,
    as_json: bool,
) -> None:
    """Bring readers in from FILE, an export of another service or any table with addresses.

    Says first what it would come to; the same command with --yes does it. It can be repeated.
    """
    if undo is not None:
        take_back(undo, data, is_meant=yes, is_look=dry_run, as_json=as_json)
        return
    if file is None:
        raise click.UsageError("Say which FILE to import, or --undo ID.")
    asked = Asked(format_name, columns, stated(consent), left, insist)
    keys = secret_key(data)
    does_it = yes and not dry_run
    act = importing.bring_in if does_it else importing.look
    try:
        tally = ask(data, lambda: act(file, asked, keys, only_no=only_no))
    except BadFile as error:
        raise click.UsageError(f"{file.name}: {error}") from None
    if as_json:
        show.as_json(for_machines(tally))
    else:
        show.lines(in_words(tally, file.name))
        show.lines(now_what(tally, data, is_done=does_it))
    if not does_it and not dry_run:
        if not as_json:
            say(f"Nothing was written. To do it: the same command with {whole('--yes')}.")
        sys.exit(CONFIRM)


@click.command("imports", short_help="List the files that were imported.")
@data_option
@json_option
def list_imports(data: Path, as_json: bool) -> None:
    """List the files that were imported, newest first, with whom each has moved."""
    found = look(data, ledger.listed)
    if as_json:
        show.as_json(found)
        return
    if not found:
        say("Nothing has been imported.")
    for one in found:
        show.lines(told(one, data), indent=5, label=str(one.id))


def told(one: Import, data: Path) -> list[str]:
    """Return what to say of an import."""
    moved = (
        (one.confirmed, "confirmed"),
        (one.pending, "pending"),
        (one.unsubscribed, "unsubscribed"),
        (one.suppressed, "suppressed"),
    )
    counted = ", ".join(f"{count} {what}" for count, what in moved if count) or "nobody moved"
    lines = [f"{one.file} ({one.format}), {show.when(one.started_at)}: {counted}"]
    if one.consent:
        lines.append(f"Stated: {one.consent}")
    if one.undone_at:
        lines.append(f"Undone {show.when(one.undone_at)}")
    elif one.finished_at is None:
        lines.append("It was broken off. Import the file again: it goes on where it ended.")
    else:
        lines.append(f"To undo it: {whole(command(data, f'subscribers import --undo {one.id}'))}")
    return lines


def stated(consent: str | None) -> str | None:
    """Return what the gardener states, if it is anything that could be shown to somebody."""
    if consent is None:
        return None
    text = " ".join(consent.split())
    if not text or len(text) > LONGEST_CONSENT or "@" in text:
        raise click.UsageError(
            "--consent says in a few words where and how these readers agreed, without an address: "
            'as in --consent "double opt-in at Buttondown".'
        )
    return text
