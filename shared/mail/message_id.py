"""Message-IDs: opaque, on the sender's own domain, the same for every copy of one delivery."""

import hashlib
import secrets


def new_message_id(sender: str) -> str:
    """Return a Message-ID that nothing else has."""
    return f"<{secrets.token_hex(16)}@{domain_of(sender)}>"


def message_id_for(sender: str, secret: str, *of: object) -> str:
    """Return the Message-ID of something, always the same, telling nobody of what."""
    name = hashlib.sha256(repr((secret, *of)).encode()).hexdigest()[:32]
    return f"<{name}@{domain_of(sender)}>"


def domain_of(sender: str) -> str:
    """Return the domain of `Name <address>` or of a bare address."""
    return sender.rpartition("@")[2].rstrip("> ").lower()
