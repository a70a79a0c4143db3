"""What stands between the network and the routes: limits, headers, refusals and the access log."""

from starlette.middleware import Middleware

from functions.edge.access_log import AccessLog
from functions.edge.body_limit import BodyLimit
from functions.edge.deadline import BodyDeadline
from functions.edge.failures import Failures, exception_handlers
from functions.edge.headers import SafetyHeaders
from functions.edge.hosts import Hosts, host_names
from functions.edge.origins import Origins, site_origins
from shared.settings import Settings

__all__ = ["exception_handlers", "middleware"]


def middleware(settings: Settings) -> list[Middleware]:
    """Return the edge in its order, outermost first.

    The log and the headers see every answer, refusals included; `Failures` turns whatever is
    raised further in into a page; the cheap checks come before those that read the body.
    """
    development = settings.environment == "development"
    return [
        Middleware(AccessLog),
        Middleware(SafetyHeaders, https=settings.functions_url.startswith("https:")),
        Middleware(Failures),
        Middleware(Hosts, names=host_names(settings), loopback=development),
        Middleware(Origins, allowed=site_origins(settings), loopback=development),
        Middleware(BodyDeadline),
        Middleware(BodyLimit),
    ]
