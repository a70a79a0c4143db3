"""What is kept of an exception: enough to understand it, nothing that must not be seen."""

import re
import traceback
from pathlib import Path

LIMIT = 500

UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")


def describe(error: BaseException) -> str:
    """Return the class, where it was raised and, if the exception offers one, its `public` text.

    The message of an arbitrary exception is left out: drivers and parsers put parameters, addresses
    and tokens into it.
    """
    parts = [type(error).__name__]
    if public := getattr(error, "public", None):
        parts.append(f": {public}")
    if isinstance(error, TimeoutError) and not public:
        parts.append(": the attempt took longer than its timeout")
    if place := raised_at(error):
        parts.append(f" ({place})")
    return UNPRINTABLE.sub(" ", "".join(parts))[:LIMIT]


def raised_at(error: BaseException) -> str | None:
    """Return file name and line of the frame that raised."""
    frames = traceback.extract_tb(error.__traceback__, limit=-1)
    return f"{Path(frames[0].filename).name}:{frames[0].lineno}" if frames else None
