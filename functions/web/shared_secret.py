"""Let in who shows a secret that only the gardener and a program of the gardener's know."""

import base64
import binascii
import hmac

from starlette.requests import Request

from functions.web.refusal import Refusal


def require_secret(request: Request, expected: str | None) -> None:
    """Refuse who shows another secret; without one set, refuse everybody.

    It may come as a bearer, or as the password of Basic (RFC 7617) whatever the user is called:
    that is how a provider sends what stands in the address of a webhook.
    """
    shown = shown_secret(request.headers.get("authorization", ""))
    if not (expected and hmac.compare_digest(shown.encode(), expected.encode())):
        raise Refusal(401, headers={"WWW-Authenticate": "Bearer"})


def shown_secret(header: str) -> str:
    """Return the secret in an Authorization header, empty where there is none."""
    scheme, _, shown = header.partition(" ")
    if scheme.lower() == "bearer":
        return shown.strip()
    if scheme.lower() != "basic":
        return ""
    try:
        pair = base64.b64decode(shown.strip(), validate=True).decode()
    except (binascii.Error, ValueError):
        return ""
    return pair.partition(":")[2]
