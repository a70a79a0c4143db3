"""Where a `garden.toml` cannot be read, and why, in the words of who has written it."""

import re
from pathlib import Path

from shared.garden.patience import TooLong

PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
# A line as it is written by who knows YAML, or has left out the quotes.
SAID = re.compile(r"\s*+([\w-]+)\s*+([=:])\s*+([^#\n]*+)(?:#.*)?")
BARE = re.compile(r"[^\W\d_][^\"'\[\]{}]*")
CURLED = "“”„‘’«»「」"


def place_of(error: Exception, file: Path) -> tuple[int, int]:
    """Return line and column of what cannot be read; of TOML only the error's text tells them."""
    if (found := PLACE.search(str(error))) and found[1]:
        return int(found[1]), int(found[2])
    if isinstance(error, RecursionError | TooLong):
        return 1, 1
    end = error.start if isinstance(error, UnicodeDecodeError) else None
    before = file.read_bytes()[:end].decode("utf-8", "replace")
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def reason(error: Exception, file: Path) -> str:
    """Return what is wrong, and what was probably meant."""
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, UnicodeDecodeError | TooLong):
        return str(error)
    lines = file.read_bytes().decode("utf-8-sig", "replace").split("\n")
    line, _ = place_of(error, file)
    why = PLACE.sub("", str(error))
    hint = advice(lines[line - 1].strip("\r"), why) if line <= len(lines) else ""
    return f"{why}; {hint}" if hint else why


def advice(line: str, why: str) -> str:
    """Return how a line was probably meant, or nothing."""
    if "overwrite" in why:
        return "the key stands there twice"
    said = SAID.fullmatch(line)
    if said is None:
        return ""
    key, sign, value = said[1], said[2], said[3].rstrip()
    if value.lower() in ("true", "false"):
        return f"write {key} = {value.lower()}"
    if value.count('"') == 1 and value.endswith('"') != value.startswith('"'):
        return f'a quote is missing: {key} = "{value.strip(chr(34))}"'
    plain = value.strip(CURLED + " ")
    if BARE.fullmatch(plain) and (plain != value or sign == ":" or BARE.fullmatch(value)):
        return f'a text stands in straight quotes: {key} = "{plain}"'
    return f"write {key} = {value}" if sign == ":" and value else ""
