"""Webhooks of providers as a test sends them, signed with keys that are real and a test's own."""

import base64
import functools
import hmac
import json
import secrets
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.x509.oid import NameOID

TOPIC = "arn:aws:sns:eu-west-1:123456789012:bounces"
CERTIFICATE_URL = "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0a1b2c.pem"
MAILGUN_KEY = "mailgun-signing-key-of-the-tests"
BOUNCE_TOKEN = "bounce-token-of-the-tests-0123456789abcd"

NAMES = {
    "Notification": ("Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"),
    "SubscriptionConfirmation": (
        "Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type",
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Signer:
    """An RSA key and its certificate."""

    key: rsa.RSAPrivateKey
    pem: bytes

    def sign(self, fields: dict[str, str], version: str = "2") -> dict[str, str]:
        """Sign the fields of an envelope as SNS does."""
        names = NAMES[fields["Type"]]
        told = "".join(f"{name}\n{fields[name]}\n" for name in names if name in fields).encode()
        digest = {"1": hashes.SHA1(), "2": hashes.SHA256()}[version]
        signature = self.key.sign(told, padding.PKCS1v15(), digest)
        return {
            **fields,
            "SignatureVersion": version,
            "Signature": base64.b64encode(signature).decode(),
            "SigningCertURL": CERTIFICATE_URL,
        }


@functools.cache
def signer(name: str = "sns.amazonaws.com") -> Signer:
    """Make a key and a certificate for this name, once."""
    key = rsa.generate_private_key(65537, 2048)
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    return Signer(key, certificate.public_bytes(serialization.Encoding.PEM))


def notification(message: Any, **changes: str) -> dict[str, str]:
    """Return an envelope that carries a message of SES, not signed yet."""
    return {
        "Type": "Notification",
        "MessageId": secrets.token_hex(16),
        "TopicArn": TOPIC,
        "Message": message if isinstance(message, str) else json.dumps(message),
        "Timestamp": datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        **changes,
    }


def subscription(**changes: str) -> dict[str, str]:
    """Return an envelope that asks to be confirmed, not signed yet."""
    base = "https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription"
    return {
        **notification("You have chosen to subscribe."),
        "Type": "SubscriptionConfirmation",
        "Token": "0123abcd" * 8,
        "SubscribeURL": f"{base}&TopicArn={TOPIC}&Token={'0123abcd' * 8}",
        **changes,
    }


def ses_bounce(mark: str, *, recipient: dict[str, str] | None = None, **changes: str) -> Any:
    """Return what SES says of a bounce; `recipient` is what its report says of the mailbox."""
    said = {"action": "failed", "status": "5.1.1", "diagnosticCode": "smtp; 550 5.1.1 gone"}
    return {
        "notificationType": "Bounce",
        "bounce": {
            "bounceType": "Permanent",
            "bounceSubType": "General",
            "bouncedRecipients": [
                {
                    "emailAddress": "gone@reader.example",
                    **(said if recipient is None else recipient),
                }
            ],
            **changes,
        },
        "mail": {"source": f"bounces+{mark}@garden.example", "messageId": "0100-ses"},
    }


def ses_complaint(mark: str) -> Any:
    """Return what SES says of a complaint, in the form of an event."""
    return {
        "eventType": "Complaint",
        "complaint": {"complaintFeedbackType": "abuse", "feedbackId": "0100"},
        "mail": {
            "source": "x@y.example",
            "commonHeaders": {"messageId": f"<{mark}@garden.example>"},
        },
    }


def mailgun_event(mark: str, **changes: Any) -> dict[str, Any]:
    """Return an event of Mailgun: a mailbox that is gone, unless told otherwise."""
    return {
        "id": secrets.token_urlsafe(12),
        "event": "failed",
        "severity": "permanent",
        "reason": "bounce",
        "delivery-status": {"code": 550, "enhanced-code": "5.1.1", "message": "no such user"},
        "envelope": {"sender": "letters@garden.example"},
        "message": {"headers": {"message-id": f"{mark}@garden.example"}},
        **changes,
    }


def mailgun(
    event: dict[str, Any], *, key: str = MAILGUN_KEY, age: float = 0, token: str | None = None
) -> bytes:
    """Return a webhook of Mailgun, signed so many seconds ago."""
    timestamp, token = str(int(time.time() - age)), token or secrets.token_hex(25)
    signature = hmac.digest(key.encode(), (timestamp + token).encode(), "sha256").hex()
    signed = {"timestamp": timestamp, "token": token, "signature": signature}
    return json.dumps({"signature": signed, "event-data": event}).encode()


def postmark(mark: str, **changes: Any) -> dict[str, Any]:
    """Return a webhook of Postmark: a hard bounce, unless told otherwise."""
    return {
        "RecordType": "Bounce",
        "ID": secrets.randbelow(2**40),
        "Type": "HardBounce",
        "Details": "smtp;550 5.1.1 no such user",
        "Email": "gone@reader.example",
        "Metadata": {"mark": mark},
        **changes,
    }
