"""Where a request came from, as the consent log keeps it."""

from starlette.requests import Request

from shared.newsletter.consent import Origin, Source, network_of


def consent_origin(request: Request, source: Source) -> Origin:
    """Return the source and the truncated network of the peer; no header is believed."""
    return Origin(source, network_of(request.client.host if request.client else None))
