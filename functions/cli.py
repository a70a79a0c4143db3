"""The `thistledown` command: its subcommands, and how it says that something went wrong."""

import sys

import click
import psycopg

from functions import __version__
from functions.commands.announce import announce
from functions.commands.announcements import announcements
from functions.commands.build import build
from functions.commands.dev import dev
from functions.commands.exits import UNREACHABLE, USAGE
from functions.commands.jobs import jobs
from functions.commands.migrate import migrate
from functions.commands.show import complain
from functions.commands.status import status
from functions.commands.subscribers import subscribers
from functions.commands.tick import tick
from functions.dev.postgres import PostgresFailed
from functions.serving import AddressTaken
from shared import tx
from shared.newsletter.garden import WrongGarden
from shared.settings import BadSettings

COMMANDS = [dev, build, announce, announcements, status, jobs, subscribers, tick, migrate]


@click.group(
    commands=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 done, 1 refused, 2 wrong usage or setting, "
    "3 confirmation needed (--yes), 4 database or functions not reachable.",
)
@click.version_option(__version__, message="%(version)s")
def thistledown() -> None:
    """A newsletter gardener for digital gardens."""


def main() -> None:
    """Run the command; what went wrong is one sentence, not a traceback."""
    try:
        thistledown(prog_name="thistledown")
    except (BadSettings, WrongGarden) as error:
        complain(str(error))
        sys.exit(USAGE)
    except (PostgresFailed, AddressTaken, tx.Unavailable) as error:
        complain(str(error))
        sys.exit(UNREACHABLE)
    except psycopg.errors.UndefinedTable:
        complain("The database has no tables yet. Run `thistledown migrate`.")
        sys.exit(USAGE)
    except psycopg.OperationalError as error:
        complain(f"The database cannot be used ({type(error).__name__}). Is DATABASE_URL right?")
        sys.exit(UNREACHABLE)


if __name__ == "__main__":
    main()
