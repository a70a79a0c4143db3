"""For tests of whoever uses the outbox; nothing in production imports it.

`check_handler` puts a handler to the case log of job queues. `drain`, `perform`, `assert_enqueued`
and `time_passes` are for ordinary tests.
"""

from typing import TYPE_CHECKING

from shared.outbox.testing.case import Broken, Case
from shared.outbox.testing.checks import CHECKS
from shared.outbox.testing.queue import (
    Performed,
    assert_enqueued,
    drain,
    enqueued,
    perform,
    refute_enqueued,
    time_passes,
)
from shared.outbox.testing.runs import on_database

if TYPE_CHECKING:
    from shared.outbox.testing.plugin import check_handler
else:

    def __getattr__(name: str) -> object:
        """Import what needs pytest when it is asked for: the rest does without."""
        if name == "check_handler":
            from shared.outbox.testing.plugin import check_handler

            return check_handler
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "CHECKS",
    "Broken",
    "Case",
    "Performed",
    "assert_enqueued",
    "check_handler",
    "drain",
    "enqueued",
    "on_database",
    "perform",
    "refute_enqueued",
    "time_passes",
]
