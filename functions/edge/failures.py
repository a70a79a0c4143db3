"""Turn whatever is raised into an answer that says what to do and gives nothing away.

The log gets the class of an error and where it happened, never its message: a database error
quotes the values of the row, and with them an address or a token.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping
from pathlib import PurePath
from traceback import walk_tb

import psycopg
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from functions.edge import log
from functions.edge.body_limit import TooLarge, lingering
from functions.web import pages
from shared.tx import Unavailable

LOGGER = logging.getLogger("thistledown.failures")

RETRY_AFTER = {"Retry-After": "30"}
OWN_FOLDERS = ("functions", "shared")


class Failures:
    """Answer every exception that reaches it, and let none of them reach the server's own log."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and answer in its place when it raises."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def watch(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, watch)
        except Exception as error:
            response = answer(Request(scope), error)
            if started:
                return  # the server sees an answer that does not end, and hangs up
            if isinstance(error, TooLarge) and error.more:
                send = lingering(receive, send)
            await response(scope, receive, send)


def answer(request: Request, error: Exception) -> Response:
    """Return the page or JSON for an exception, and log it if it is ours to mend."""
    if isinstance(error, HTTPException):
        return refused(request, error)
    if isinstance(error, TooLarge):
        return pages.problem(request, 413)
    if isinstance(error, ClientDisconnect):
        return Response(status_code=400)  # nobody is there to read it
    if isinstance(error, Unavailable | psycopg.OperationalError):
        report(error, 503)
        return pages.problem(request, 503, headers=RETRY_AFTER)
    report(error, 500)
    return pages.problem(request, 500)


def refused(request: Request, error: HTTPException) -> Response:
    """Return the answer to a request that was wrong, or that is not allowed."""
    reason = getattr(error, "reason", None)
    return pages.problem(
        request, error.status_code, sentence=error.detail, reason=reason, headers=error.headers
    )


def report(error: BaseException, status: int) -> None:
    """Log what kind of error it was and where it happened."""
    kinds = " < ".join(type(cause).__qualname__ for cause in causes(error))
    log.write(LOGGER, logging.ERROR, "failure", status=status, error=kinds, at=place(error))


def causes(error: BaseException) -> list[BaseException]:
    """Return the error and what it was raised from, nearest first."""
    chain = [error]
    while (cause := chain[-1].__cause__) is not None and cause not in chain:
        chain.append(cause)
    return chain


def place(error: BaseException) -> str:
    """Return `folder/file.py:line` of the innermost frame that is our own code."""
    frames = [
        (PurePath(frame.f_code.co_filename), line) for frame, line in walk_tb(error.__traceback__)
    ]
    own = [(path, line) for path, line in frames if not {*OWN_FOLDERS}.isdisjoint(path.parts)]
    if not (own or frames):
        return "?"
    path, line = (own or frames)[-1]
    start = next((n for n, part in enumerate(path.parts) if part in OWN_FOLDERS), -1)
    return f"{PurePath(*path.parts[start:]).as_posix()}:{line}"


async def on_exception(request: Request, error: Exception) -> Response:
    """Answer an exception that Starlette caught on the way out."""
    return answer(request, error)


Handler = Callable[[Request, Exception], Awaitable[Response]]

exception_handlers: Mapping[type[Exception], Handler] = {
    HTTPException: on_exception,
    Unavailable: on_exception,
    psycopg.OperationalError: on_exception,
}
