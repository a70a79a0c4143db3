"""What a handler may raise to end an attempt in a way of its own.

Returning means done, any other exception means try again.
"""

from datetime import datetime, timedelta


class Discard(Exception):
    """Trying again is pointless: the job becomes a dead letter at once.

    The reason is stored and shown, so it holds no address and no secret.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.public = reason


class Snooze(Exception):
    """Not yet: the job runs again at `until`, or after it, and no attempt is burned."""

    def __init__(self, until: datetime | timedelta) -> None:
        if isinstance(until, datetime) and until.tzinfo is None:
            raise ValueError("Snooze needs a time with a zone, as in datetime.now(UTC).")
        super().__init__(f"until {until}")
        self.until = until


class PauseQueue(Snooze):
    """Nothing of this job's queue should run before `until`; no attempt is burned.

    `because` is stored and shown, so it holds no address and no secret.
    """

    def __init__(self, until: datetime | timedelta, because: str | None = None) -> None:
        super().__init__(until)
        self.public = because


class Outage(Exception):
    """What this job needs is out for every job alike: a failed attempt, and a mark for the breaker.

    The reason is stored and shown, so it holds no address and no secret. An exception of another
    kind says the same with an attribute `is_outage` that is true.

    `is_lasting`, the same attribute of another exception, says that it stays out until a person
    mends it, as a login that is refused does: the breaker opens at the first, and it burns no
    attempt.
    """

    is_outage = True

    def __init__(self, reason: str, *, is_lasting: bool = False) -> None:
        super().__init__(reason)
        self.public = reason
        self.is_lasting = is_lasting


def is_outage(error: BaseException) -> bool:
    """Tell a failure of what is out for everybody from one of the job's own."""
    return is_marked(error, "is_outage")


def is_lasting(error: BaseException) -> bool:
    """Tell an outage that lasts until somebody mends it."""
    return is_marked(error, "is_outage") and is_marked(error, "is_lasting")


def is_marked(error: BaseException, mark: str) -> bool:
    """Tell whether an exception has a mark; whatever a handler raises, its end must be written."""
    try:
        return bool(getattr(error, mark, False))
    except Exception:
        return False
