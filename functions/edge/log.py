"""Write one line of JSON for each event, so that no value can forge a second line."""

import json
import logging


def write(logger: logging.Logger, level: int, event: str, **fields: str | int) -> None:
    """Log an event; control characters and anything beyond ASCII are escaped."""
    logger.log(level, "%s", json.dumps({"event": event, **fields}, ensure_ascii=True))
