"""The entry point of the `thistledown` command: load it, run it, and leave quietly on Ctrl-C."""

import gc
import os
import signal
import sys
from collections.abc import Callable

INTERRUPTED = 130


def main() -> None:
    """Run the command. Loading it is a part of it: Ctrl-C may come at any moment."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    gc.disable()  # until the command is loaded: nothing of it is ever dropped
    try:
        thistledown = load()
        thistledown(prog_name="thistledown")
    except SystemExit as ended:
        if sys.argv[1:2] == ["build"]:
            leave(ended)
        raise
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def leave(ended: SystemExit) -> None:
    """End at once: to take a garden of objects apart costs a build a thirtieth of its time.

    Nothing else is left to do then: all files are closed, and no other thread runs.
    """
    if not isinstance(ended.code, int):
        return
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:  # who listens is gone, or has no room: Python says so in its own way
        return
    os._exit(ended.code)


def load() -> Callable[..., None]:
    """Load the command, or say which extra it needs."""
    try:
        from functions.commands.thistledown import thistledown
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.partition(".")[0] in ("functions", "shared"):
            raise
        sys.exit(f'{missing.name} is not installed. Run: pip install "thistledown[local]"')
    return thistledown


if __name__ == "__main__":
    main()
