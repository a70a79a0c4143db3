"""Read what the gardener's programs send: with a bearer, as JSON, and with a query of few words.

A word that is not understood may have meant to change nothing, so it is refused.
"""

import hmac
import json
from collections.abc import Mapping, Sequence
from typing import cast

from starlette.requests import Request

from functions.web.refusal import Refusal
from shared.settings import Settings


def require_bearer(request: Request, settings: Settings) -> None:
    """Refuse who does not show the announce token; without one set, refuse everybody."""
    scheme, _, shown = request.headers.get("authorization", "").partition(" ")
    expected = settings.announce_token or ""
    matches = hmac.compare_digest(shown.strip().encode(), expected.encode())
    if not (expected and matches and scheme.lower() == "bearer"):
        raise Refusal(401, headers={"WWW-Authenticate": "Bearer"})


def decoded(body: bytes) -> object:
    """Return the JSON of a body.

    Raises:
        Refusal: it is none, or says `dry_run` itself, where nobody looks for it.

    """
    try:
        document: object = json.loads(body)
    except (ValueError, RecursionError):
        raise Refusal(422, sentence="The manifest is not JSON.") from None
    if isinstance(document, dict) and "dry_run" in document:
        raise Refusal(422, sentence="dry_run belongs into the query, as ?dry_run=1.")
    return cast("object", document)


def query_of(request: Request, known: Sequence[str]) -> Mapping[str, str]:
    """Return the query.

    Raises:
        Refusal: it has another name than the known ones, or one of them twice.

    """
    pairs = request.query_params.multi_items()
    found = dict(pairs)
    if len(found) < len(pairs) or not found.keys() <= set(known):
        sentence = f"In the query there may be {' and '.join(known)}, once, and nothing else."
        raise Refusal(422, sentence=sentence)
    return found


def is_dry_run(query: Mapping[str, str]) -> bool:
    """Tell whether nothing is to be changed.

    Raises:
        Refusal: what it says is neither yes nor no.

    """
    said = query.get("dry_run", "0")
    if said not in ("0", "false", "1", "true"):
        raise Refusal(422, sentence="dry_run is 1, or not there at all.")
    return said in ("1", "true")
