"""GET /healthz: the process answers and reaches its database."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from shared import tx


async def health(request: Request) -> Response:
    """Answer 200, or 503 by way of the edge when the database cannot be reached."""
    del request
    async with tx.run():
        pass  # to begin and to commit is question enough
    return JSONResponse({"status": "ok"})


route = Route("/healthz", health)
