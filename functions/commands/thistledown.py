"""The group of all commands, and how each says that something went wrong: in one sentence."""

import gc
from errno import ENOSPC
from importlib import import_module

import click

from functions import __version__
from functions.cli import INTERRUPTED
from functions.commands.exits import REFUSED, UNREACHABLE, USAGE

# Each where it lies: a command loads what it needs, not what the others do.
COMMANDS = {
    "dev": "functions.commands.dev:dev",
    "try": "functions.commands.try_vault:try_vault",
    "new": "functions.commands.new:new",
    "setup": "functions.commands.setup:setup",
    "build": "functions.commands.build:build",
    "check": "functions.commands.check:check_garden",
    "announce": "functions.commands.announce:announce",
    "announcements": "functions.commands.announcements:announcements",
    "letters": "functions.commands.letters:letters",
    "status": "functions.commands.status:status",
    "jobs": "functions.commands.jobs:jobs",
    "subscribers": "functions.commands.subscribers:subscribers",
    "bounces": "functions.commands.bounces:bounces",
    "tick": "functions.commands.tick:tick",
    "migrate": "functions.commands.migrate:migrate",
    "doctor": "functions.commands.doctor:doctor",
}


class Commands(click.Group):
    """A group in the order of a gardener's day, whose commands fail with a sentence."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order in which they were given."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command once it is called or described."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), name)
        gc.enable()
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is called; of one that is none, say which was meant."""
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches

            meant = [f" Did you mean {each!r}?" for each in get_close_matches(args[0], COMMANDS, 1)]
            ctx.fail("".join((f"No such command {args[0]!r}.", *meant)))
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; what went wrong is one sentence, not a traceback."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:  # click would make it a 1
            ctx.exit(INTERRUPTED)
        except Exception as error:
            said = told(error)
            if said is None:
                raise
            sentence, code = said
            complain(sentence)
            ctx.exit(code)


def complain(sentence: str) -> None:
    """Say what went wrong."""
    from functions.commands import show  # not before something has to be said

    show.complain(sentence)


def told(error: Exception) -> tuple[str, int] | None:
    """Return the sentence and the exit code of a failure that has one."""
    for say in (of_ours, of_the_database, of_the_system):
        if said := say(error):
            return said
    return None


def of_ours(error: Exception) -> tuple[str, int] | None:
    """Return the sentence of a failure that brings its own."""
    from functions.commands.database import NoGarden
    from functions.commands.target import NoAnswer
    from functions.dev.home import InUse
    from functions.dev.postgres import PostgresFailed
    from shared import tx
    from shared.newsletter.garden import WrongGarden
    from shared.variables import BadSettings

    if isinstance(error, BadSettings | NoGarden | WrongGarden):
        return str(error), USAGE
    if isinstance(error, InUse | PostgresFailed | NoAnswer | tx.Unavailable):
        return str(error), UNREACHABLE
    return None


def of_the_database(error: Exception) -> tuple[str, int] | None:
    """Return the sentence of what PostgreSQL refused."""
    import psycopg

    if isinstance(error, psycopg.errors.UndefinedTable):
        return "The database lacks tables. Run `thistledown migrate`.", USAGE
    if isinstance(error, psycopg.OperationalError):
        kind = type(error).__name__
        return f"The database cannot be used ({kind}). Is it running?", UNREACHABLE
    return None


def of_the_system(error: Exception) -> tuple[str, int] | None:
    """Return the sentence of a file that cannot be used."""
    if isinstance(error, OSError) and error.filename and error.strerror:
        return f"{error.filename}: {error.strerror}.", REFUSED
    if isinstance(error, OSError) and error.errno == ENOSPC:
        return "There is no room for what this command says: its disk is full.", REFUSED
    return None


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="\b\nExit codes: 0 done, 1 refused, 2 wrong usage or setting,\n"
    "3 confirmation needed (--yes), 4 database or functions not reachable.",
)
@click.version_option(__version__, message="%(version)s")
def thistledown() -> None:
    """A newsletter gardener for digital gardens."""
