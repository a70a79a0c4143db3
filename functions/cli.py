"""The entry point of the `thistledown` command: load it, run it, and leave quietly on Ctrl-C."""

import signal
import sys

INTERRUPTED = 130


def main() -> None:
    """Run the command. Loading it is a part of it: Ctrl-C may come at any moment."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    try:
        from functions.commands.thistledown import thistledown

        thistledown(prog_name="thistledown")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
