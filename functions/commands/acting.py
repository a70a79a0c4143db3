"""Who types a command, for the trail of what people did."""

import getpass


def me() -> str:
    """Return the name of the operating system's user."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # a container may run as a number that has no name
        return "unnamed"
