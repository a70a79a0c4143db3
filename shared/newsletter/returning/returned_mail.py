"""A mail that came back, with a name by which a second reading of it is known."""

import hashlib
from dataclasses import replace

from shared.mail.notices import dsn
from shared.mail.notices.notice import Notice


def read(content: bytes) -> Notice:
    """Return what a mail says, whatever it is made of."""
    return replace(dsn.read(content), name=hashlib.sha256(content).hexdigest())
