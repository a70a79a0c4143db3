"""Message-IDs: opaque, and on the sender's own domain."""

import secrets

from shared.mail.compose import split_mailbox


def new_message_id(sender: str) -> str:
    """Return a Message-ID that nothing else has."""
    return message_id_of(secrets.token_hex(16), sender)


def message_id_of(name: str, sender: str) -> str:
    """Return the Message-ID with this name, on the domain of `Name <address>`."""
    return f"<{name}@{split_mailbox('From', sender)[1].rpartition('@')[2]}>"
