"""How the command is typed here: hints must name one that works."""

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
