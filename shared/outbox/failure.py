"""What is kept of an exception: enough to understand it, nothing that must not be seen."""

import re
import traceback
from pathlib import Path

LIMIT = 500

UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")

# The author of a `public` text promised that it holds none. Relays quote them all the same.
ADDRESS = re.compile(r"[^\s<>@]{1,64}@[^\s<>@]{1,255}")


def describe(error: BaseException, *, remark: str | None = None) -> str:
    """Return the class, where it was raised and, if the exception offers one, its `public` text.

    The message of an arbitrary exception is left out: drivers and parsers put parameters, addresses
    and tokens into it.
    """
    parts = [type(error).__name__]
    if said := remark or public(error):
        parts.append(f": {said}")
    if place := raised_at(error):
        parts.append(f" ({place})")
    return UNPRINTABLE.sub(" ", "".join(parts))[:LIMIT]


def public(error: BaseException) -> str | None:
    """Return the text that the exception's author declared fit to be shown."""
    try:
        said = getattr(error, "public", None)
        return ADDRESS.sub("[address]", str(said)[: 2 * LIMIT]) if said else None
    except Exception:  # whatever a handler raises, its end must be written
        return None


def raised_at(error: BaseException) -> str | None:
    """Return file name and line of the frame that raised."""
    frames = traceback.extract_tb(error.__traceback__, limit=-1)
    return f"{Path(frames[0].filename).name}:{frames[0].lineno}" if frames else None
