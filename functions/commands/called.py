"""How the command is typed here, as hints must name one that works, and by whom."""

import getpass
import shlex
import shutil
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]


def program() -> str:
    """Return `thistledown` where it is installed, else the script of this checkout."""
    script = CHECKOUT / "bin" / "thistledown"
    if shutil.which("thistledown") or not script.is_file():
        return "thistledown"
    return "bin/thistledown" if Path.cwd() == CHECKOUT else shlex.quote(str(script))


def me() -> str:
    """Return the name of the operating system's user, for the trail of what people did."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # a container may run as a number that has no name
        return "unnamed"
