"""The group of all commands, and how each says that something went wrong: in one sentence."""

import click
import psycopg

from functions import __version__
from functions.cli import INTERRUPTED
from functions.commands.announce import announce
from functions.commands.announcements import announcements
from functions.commands.bounces import bounces
from functions.commands.build import build
from functions.commands.check import check_garden
from functions.commands.database import NoGarden
from functions.commands.dev import dev
from functions.commands.doctor import doctor
from functions.commands.exits import REFUSED, UNREACHABLE, USAGE
from functions.commands.jobs import jobs
from functions.commands.letters import letters
from functions.commands.migrate import migrate
from functions.commands.new import new
from functions.commands.setup import setup
from functions.commands.show import complain
from functions.commands.status import status
from functions.commands.subscribers import subscribers
from functions.commands.target import NoAnswer
from functions.commands.tick import tick
from functions.commands.try_vault import try_vault
from functions.dev.home import InUse
from functions.dev.postgres import PostgresFailed
from shared import tx
from shared.newsletter.garden import WrongGarden
from shared.variables import BadSettings

COMMANDS = [
    dev,
    try_vault,
    new,
    setup,
    build,
    check_garden,
    announce,
    announcements,
    letters,
    status,
    jobs,
    subscribers,
    bounces,
    tick,
    migrate,
    doctor,
]

CODES: dict[type[Exception], int] = {
    BadSettings: USAGE,
    NoGarden: USAGE,
    WrongGarden: USAGE,
    InUse: UNREACHABLE,
    PostgresFailed: UNREACHABLE,
    NoAnswer: UNREACHABLE,
    tx.Unavailable: UNREACHABLE,
}


class Commands(click.Group):
    """A group in the order of a gardener's day, whose commands fail with a sentence."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order in which they were given."""
        del ctx
        return [command.name for command in COMMANDS if command.name]

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; what went wrong is one sentence, not a traceback."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:  # click would make it a 1
            ctx.exit(INTERRUPTED)
        except tuple(CODES) as error:
            complain(str(error))
            ctx.exit(code_of(error))
        except psycopg.errors.UndefinedTable:
            complain("The database lacks tables. Run `thistledown migrate`.")
            ctx.exit(USAGE)
        except psycopg.OperationalError as error:
            complain(f"The database cannot be used ({type(error).__name__}). Is it running?")
            ctx.exit(UNREACHABLE)
        except OSError as error:
            if not (error.filename and error.strerror):
                raise
            complain(f"{error.filename}: {error.strerror}.")
            ctx.exit(REFUSED)


def code_of(error: Exception) -> int:
    """Return the exit code of a failure that has a sentence of its own."""
    return next(code for kind, code in CODES.items() if isinstance(error, kind))


@click.group(
    cls=Commands,
    commands=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="\b\nExit codes: 0 done, 1 refused, 2 wrong usage or setting,\n"
    "3 confirmation needed (--yes), 4 database or functions not reachable.",
)
@click.version_option(__version__, message="%(version)s")
def thistledown() -> None:
    """A newsletter gardener for digital gardens."""
