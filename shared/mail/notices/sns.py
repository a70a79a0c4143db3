"""The envelope in which Amazon SNS sends a message, and whether SNS itself has signed it.

A signature alone proves that some topic of somebody's has sent it, so the topic is looked at first,
by whoever calls. Certificates are taken only from the SNS of the topic's own region.
"""

import base64
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from shared.mail.notices.document import document, text

NOTIFICATION = "Notification"
SUBSCRIPTION = "SubscriptionConfirmation"

TOPIC = re.compile(
    r"arn:(?P<partition>aws|aws-cn|aws-us-gov):sns:(?P<region>[a-z0-9-]{5,30}):[0-9]{12}:"
    r"[A-Za-z0-9_-]{1,256}(\.fifo)?"
)
CERTIFICATE = re.compile(r"/SimpleNotificationService-[0-9a-f]{1,64}\.pem")
TOKEN = re.compile(r"[0-9a-f]{1,512}")

# A queue keeps a message for at most fourteen days.
OLDEST = timedelta(days=15)
SKEW = timedelta(minutes=5)

SIGNED_FIELDS = {
    NOTIFICATION: ("Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"),
    SUBSCRIPTION: (
        "Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type",
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Envelope:
    """What SNS has sent, field by field; what is missing is empty."""

    fields: dict[str, str] = field(repr=False)

    @property
    def topic(self) -> str:
        """The topic that it claims to come from."""
        return self.fields.get("TopicArn", "")

    @property
    def kind(self) -> str:
        """Whether it is a notification or wants a subscription confirmed."""
        return self.fields.get("Type", "")

    @property
    def message_id(self) -> str:
        """The id that every copy of it has."""
        return self.fields.get("MessageId", "")

    @property
    def message(self) -> str:
        """What it carries."""
        return self.fields.get("Message", "")

    @property
    def token(self) -> str:
        """What confirms a subscription; empty where it is none of SNS's."""
        token = self.fields.get("Token", "")
        return token if TOKEN.fullmatch(token) else ""

    @property
    def certificate_url(self) -> str:
        """Where the certificate is said to lie."""
        return self.fields.get("SigningCertURL", "")

    def is_of_sns(self) -> bool:
        """Tell whether every address in it is one of the SNS of its own topic."""
        if not is_pinned(self.certificate_url, self.topic, path=CERTIFICATE):
            return False
        return self.kind != SUBSCRIPTION or is_pinned(
            self.fields.get("SubscribeURL", ""), self.topic
        )

    def is_recent(self, *, now: datetime | None = None) -> bool:
        """Tell whether it is young enough for its id to be remembered still."""
        try:
            sent = datetime.fromisoformat(self.fields.get("Timestamp", ""))
        except ValueError:
            return False
        age = (now or datetime.now(UTC)) - (sent if sent.tzinfo else sent.replace(tzinfo=UTC))
        return -SKEW <= age <= OLDEST

    def is_signed_by(self, certificate: bytes) -> bool:
        """Tell whether the key of a certificate (PEM) has signed it, by version 1 or 2."""
        from cryptography import x509
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import padding, rsa

        digests = {"1": hashes.SHA1, "2": hashes.SHA256}
        digest = digests.get(self.fields.get("SignatureVersion", ""))
        if digest is None or self.kind not in SIGNED_FIELDS:
            return False
        try:
            signature = base64.b64decode(self.fields.get("Signature", ""), validate=True)
            key = x509.load_pem_x509_certificate(certificate).public_key()
            if not isinstance(key, rsa.RSAPublicKey):
                return False
            key.verify(signature, self.text_to_sign(), padding.PKCS1v15(), digest())
        except (InvalidSignature, ValueError):
            return False
        return True

    def text_to_sign(self) -> bytes:
        """Return what SNS signs: name and value of each field that is there, a line each."""
        names = SIGNED_FIELDS[self.kind]
        lines = (f"{name}\n{self.fields[name]}\n" for name in names if name in self.fields)
        return "".join(lines).encode()


def read(body: str | bytes) -> Envelope:
    """Read an envelope; one that cannot be read has no topic."""
    told = document(body)
    return Envelope({name: text(told, name) for name in told if isinstance(told[name], str)})


def is_pinned(url: str, topic: str, *, path: re.Pattern[str] | None = None) -> bool:
    """Tell whether an address belongs to the SNS of a topic's region, and to nobody else."""
    arn = TOPIC.fullmatch(topic)
    try:
        parts = urlsplit(url)
        is_bare = parts.port is None and parts.username is None and parts.password is None
    except ValueError:
        return False
    if arn is None or not is_bare or not url.isascii() or any(c <= " " for c in url):
        return False
    if path is not None and (not path.fullmatch(parts.path) or "?" in url or "#" in url):
        return False
    return url.startswith(f"{endpoint(topic)}/")


def endpoint(topic: str) -> str:
    """Return the address of the SNS in which a topic lies.

    Raises:
        ValueError: it is no topic.

    """
    arn = TOPIC.fullmatch(topic)
    if arn is None:
        raise ValueError("That is no topic of SNS.")
    suffix = ".cn" if arn["partition"] == "aws-cn" else ""
    return f"https://sns.{arn['region']}.amazonaws.com{suffix}"
