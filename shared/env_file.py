"""Settings in a file, one NAME=value a line, as systemd, docker and a shell's `. file` read it.

The three do not agree on quotes: docker takes them as a part of the value, so whoever reads a
variable of ours takes them off again.
"""

import re
from collections.abc import Mapping

from shared.variables import BadSettings

BARE = re.compile(r"[A-Za-z0-9_@%+=:,./?-]*")
LINE = re.compile(r"([A-Z][A-Z0-9_]*)=(.*)")
QUOTED = re.compile(r"""(['"])(.*)\1""", re.DOTALL)
ESCAPED = re.compile(r'\\([\\"$`])')
TO_ESCAPE = re.compile(r'[\\"$`]')


def quoted(name: str, value: str) -> str:
    """Return a value as all three read it.

    Raises:
        BadSettings: it has several lines, or characters that nobody sees.

    """
    if not value.isprintable():
        raise BadSettings(f"{name} holds a line break or another character that nobody sees.")
    if BARE.fullmatch(value):
        return value
    if "'" not in value:
        return f"'{value}'"
    return '"' + TO_ESCAPE.sub(r"\\\g<0>", value) + '"'


def unquoted(value: str) -> str:
    """Return a value without the quotes around it, where whoever read the file left them."""
    found = QUOTED.fullmatch(value)
    if found is None:
        return value
    return ESCAPED.sub(r"\1", found[2]) if found[1] == '"' else found[2]


def read_env_file(text: str) -> dict[str, str]:
    """Return the variables of a file; comments and what else it holds are passed over."""
    found = (LINE.fullmatch(line.strip()) for line in text.splitlines())
    return {line[1]: unquoted(line[2]) for line in found if line}


def write_env_file(variables: Mapping[str, str]) -> str:
    """Return the lines of a file; an empty value is left out."""
    return "".join(f"{name}={quoted(name, value)}\n" for name, value in variables.items() if value)
