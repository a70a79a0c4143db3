"""A log of one JSON object a line, which nothing that is logged can break or forge a line of."""

import json
import logging
from datetime import UTC, datetime

# What every record has is either written under a name of its own or left out.
COMMON = frozenset(vars(logging.LogRecord("", 0, "", 0, "", (), None))) | {"message", "asctime"}


class JsonLines(logging.Formatter):
    """Write a record as one line of ASCII: time, level, logger, message, and its extra fields.

    Control characters and whatever a terminal might obey are escaped. Give it to any handler:
    `handler.setFormatter(outbox.JsonLines())`.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, without its end."""
        said = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        extra = {name: value for name, value in vars(record).items() if name not in COMMON}
        if record.exc_info:
            extra["traceback"] = self.formatException(record.exc_info)
        # An extra field cannot take the place of what the log says of itself.
        try:
            line = json.dumps(extra | said, default=repr, skipkeys=True, allow_nan=False)
        except (ValueError, RecursionError):  # not a number, or in a circle
            line = json.dumps({name: repr(value) for name, value in extra.items()} | said)
        return line.replace("\x7f", "\\u007f")
