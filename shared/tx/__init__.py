"""The ambient transaction: `async with tx.run():` opens one, and what runs inside joins it.

Statements, domain functions and `outbox.enqueue` find the transaction in a context variable, so
business rows and the jobs they cause commit together without a connection being handed around.
"""

from shared.tx.ambient import (
    ForeignTask,
    NoTransaction,
    at_once,
    configured_pool,
    current,
    is_open,
    retrying,
    run,
    savepoint,
    use,
)
from shared.tx.commit import CommitUnknown
from shared.tx.pool import ConnectionLost, Pool, Unavailable
from shared.tx.statements import execute, row, rows, scalar, tuples, written, written_alone

__all__ = [
    "CommitUnknown",
    "ConnectionLost",
    "ForeignTask",
    "NoTransaction",
    "Pool",
    "Unavailable",
    "at_once",
    "configured_pool",
    "current",
    "execute",
    "is_open",
    "retrying",
    "row",
    "rows",
    "run",
    "savepoint",
    "scalar",
    "tuples",
    "use",
    "written",
    "written_alone",
]
