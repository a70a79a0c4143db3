"""A signed form token: when we showed a button for an address. It is stored nowhere.

Above the caps it is the second step of the form. It costs a reader one press; a machine must come
back for every single address, after a while and before another.
"""

import struct
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from shared.newsletter.keys import sign, signed

MINIMUM_AGE = timedelta(seconds=3)  # nobody reads a page and presses its button in less
MAXIMUM_AGE = timedelta(hours=1)

SECONDS = struct.Struct(">Q")


def new_form_token(keys: Sequence[str], email: str, *, now: datetime | None = None) -> str:
    """Return a token for one canonical address."""
    issued = SECONDS.pack(int((now or datetime.now(UTC)).timestamp()))
    return sign(keys[0], purpose(email), issued)


def form_token_age(
    keys: Sequence[str], token: str, email: str, *, now: datetime | None = None
) -> timedelta | None:
    """Return how old a token is; None if it is another address's, nobody's, or too old."""
    issued = signed(keys, purpose(email), token)
    if issued is None or len(issued) != SECONDS.size:
        return None
    [seconds] = SECONDS.unpack(issued)
    age = timedelta(seconds=(now or datetime.now(UTC)).timestamp() - seconds)
    return age if age <= MAXIMUM_AGE else None


def purpose(email: str) -> bytes:
    """Name what the token is good for: the form, with this address in it."""
    return b"form " + email.encode()
