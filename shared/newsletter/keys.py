"""What is signed and hashed with SECRET_KEY, each purpose with a key of its own.

SECRET_KEY is a list, newest first: the newest signs, and each still verifies what it once signed.
"""

import base64
import hashlib
import hmac
import secrets
import struct
from collections.abc import Sequence
from dataclasses import dataclass

KEY_ID_BYTES = 4
MAC_BYTES = 24

# Of an unsubscribe token: subscriber, delivery.
IDS = struct.Struct(">QQ")

NO_LETTER = 0  # no delivery has this number


@dataclass(frozen=True, slots=True)
class Unsubscription:
    """Whose subscription a token ends, and which delivery carried it."""

    subscriber_id: int
    delivery_id: int


def new_confirm_token() -> str:
    """Return 256 random bits, URL-safe."""
    return secrets.token_urlsafe(32)


def confirm_token_hash(token: str) -> bytes:
    """Return what the database keeps of a confirmation token."""
    return hashlib.sha256(token.encode()).digest()


def settings_token_hash(token: str) -> bytes:
    """Return what the database keeps of the token in a mailed settings link."""
    return hashlib.sha256(b"settings " + token.encode()).digest()


def address_hash(key: str, email: str) -> bytes:
    """Return the keyed hash under which a canonical address is suppressed."""
    return derived(key, b"suppression", email.encode())


def address_hashes(keys: Sequence[str], email: str) -> list[bytes]:
    """Return the hashes of an address under every key, newest first."""
    return [address_hash(key, email) for key in keys]


def unsubscribe_token(key: str, subscriber_id: int, delivery_id: int) -> str:
    """Return a token that can only unsubscribe, never expires and is stored nowhere.

    `delivery_id` is that of the letter in which it stands, or `NO_LETTER`.
    """
    return sign(key, b"unsubscribe", IDS.pack(subscriber_id, delivery_id))


def read_unsubscribe_token(keys: Sequence[str], token: str) -> Unsubscription | None:
    """Return whom a token unsubscribes, or None if no key of ours signed it."""
    ids = signed(keys, b"unsubscribe", token)
    return Unsubscription(*IDS.unpack(ids)) if ids is not None and len(ids) == IDS.size else None


def mailbox_hash(key: str, mailbox: str) -> bytes:
    """Return the keyed hash under which the caps remember a folded mailbox."""
    return derived(key, b"mailbox", mailbox.encode())


def sign(key: str, purpose: bytes, data: bytes) -> str:
    """Return data for a link, with a signature that is good for one purpose alone."""
    packed = key_id(key) + data + derived(key, purpose, data)[:MAC_BYTES]
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def signed(keys: Sequence[str], purpose: bytes, token: str) -> bytes | None:
    """Return the data in a token, or None if no key of ours signed it for this purpose."""
    try:
        packed = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
    except ValueError:
        return None
    data = packed[KEY_ID_BYTES:-MAC_BYTES]
    for key in keys:
        expected = key_id(key) + data + derived(key, purpose, data)[:MAC_BYTES]
        if hmac.compare_digest(packed, expected):
            return data
    return None


def key_id(key: str) -> bytes:
    """Return a short name of a key, from which the key cannot be learnt."""
    return derived(key, b"key id", b"")[:KEY_ID_BYTES]


def derived(key: str, purpose: bytes, data: bytes) -> bytes:
    """Return HMAC-SHA256 under a key of this purpose's own (RFC 2104)."""
    purpose_key = hmac.digest(key.encode(), b"thistledown " + purpose, "sha256")
    return hmac.digest(purpose_key, data, "sha256")
