"""Sign a request to Amazon as its Signature Version 4 says (AWS General Reference, "SigV4")."""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from urllib.parse import urlsplit

ALGORITHM = "AWS4-HMAC-SHA256"


@dataclass(frozen=True, slots=True)
class Credentials:
    """Who asks: an access key, and the session token of a role. Its repr shows no secret."""

    key_id: str
    secret: str = field(repr=False)
    token: str | None = field(default=None, repr=False)
    expires_at: datetime | None = None


def signed(
    url: str,
    body: bytes,
    headers: Mapping[str, str],
    *,
    method: str,
    region: str,
    service: str,
    credentials: Credentials,
    now: datetime,
) -> dict[str, str]:
    """Return the headers of a request to a URL without a query, signed; names in lower case."""
    parts = urlsplit(url)
    stamp = now.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    every = {name.lower(): value for name, value in headers.items()}
    every |= {"host": parts.netloc, "x-amz-date": stamp}
    if credentials.token:
        every["x-amz-security-token"] = credentials.token
    names = ";".join(sorted(every))
    lines = "".join(f"{name}:{every[name].strip()}\n" for name in sorted(every))
    request = f"{method}\n{parts.path or '/'}\n\n{lines}\n{names}\n{digest(body)}"
    scope = f"{stamp[:8]}/{region}/{service}/aws4_request"
    to_sign = f"{ALGORITHM}\n{stamp}\n{scope}\n{digest(request.encode())}"
    key = f"AWS4{credentials.secret}".encode()
    for step in scope.split("/"):
        key = hmac.digest(key, step.encode(), "sha256")
    signature = hmac.digest(key, to_sign.encode(), "sha256").hex()
    every["authorization"] = (
        f"{ALGORITHM} Credential={credentials.key_id}/{scope}, SignedHeaders={names}, "
        f"Signature={signature}"
    )
    return every


def digest(content: bytes) -> str:
    """Return SHA-256 in hexadecimal."""
    return hashlib.sha256(content).hexdigest()
