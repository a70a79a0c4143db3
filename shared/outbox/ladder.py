"""When a failed job is tried again: seven attempts, six waits, then a human."""

from datetime import timedelta

LADDER = (
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=6),
    timedelta(hours=24),
)

MAX_ATTEMPTS = len(LADDER) + 1

# Added to a rung, never taken off it, so that jobs which failed together do not return together.
JITTER = 0.10

# For statements: PostgreSQL's day of 24 hours is one of 23 where the clocks change.
LADDER_SECONDS = [rung.total_seconds() for rung in LADDER]
