"""GET /garden/search: the garden's search for readers whose browsers run no script.

It answers from the same small files as the script does, and stores nothing.
"""

from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from functions.web.client import client_network
from functions.web.forms import wants_json
from functions.web.garden_title import know_garden_title
from functions.web.pages import page
from functions.web.refusal import Refusal
from functions.web.turnstile import Turnstile
from shared.settings import Settings

if TYPE_CHECKING:
    from shared.newsletter.pages.search_files import Found

LONGEST = 200  # characters of a query
AT_ONCE = 10  # results of a page
LAST_PAGE = 100
TURNSTILE = Turnstile(of_a_network=30, of_everybody=600)
# By the reader's own browser alone: what somebody looks for is for nobody else to keep.
KEPT = {"Cache-Control": "private, max-age=300", "X-Robots-Tag": "noindex"}


async def search(request: Request) -> Response:
    """Answer a query with a page of results; without one, with the form alone."""
    query = request.query_params.get("q", "").strip()
    if len(query) > LONGEST:
        raise Refusal(422, reason="long-query")
    await know_garden_title(request)
    if not query:
        return shown(request)
    if not TURNSTILE.admits(client_network(request)):
        wait = str(TURNSTILE.seconds_left())
        raise Refusal(429, reason="searches", headers={"Retry-After": wait})
    return await found(request, query)


async def found(request: Request, query: str) -> Response:
    """Answer with what is found.

    Raises:
        Refusal: the index cannot be had.

    """
    from shared.newsletter.pages.search_files import NotSearched, search

    settings: Settings = request.app.state.settings
    number = number_of_page(request)
    try:
        answered = await search(
            settings.site_url,
            query,
            maturity=request.query_params.get("maturity", ""),
            part=slice(AT_ONCE * (number - 1), AT_ONCE * number),
            is_private=settings.site_network == "private",
            has_passages=not wants_json(request),
        )
    except NotSearched:
        raise Refusal(503, reason="no-index", headers={"Retry-After": "60"}) from None
    answer = shown(request, answered)
    answer.headers.update(KEPT)
    return answer


def number_of_page(request: Request) -> int:
    """Return which page of results is asked for."""
    written = request.query_params.get("page", "")
    number = int(written) if written.isascii() and written.isdecimal() and len(written) < 4 else 1
    return min(max(number, 1), LAST_PAGE)


def shown(request: Request, found: "Found | None" = None) -> Response:
    """Answer with what was found, as a page or as JSON; without anything, with the form."""
    from shared.search.files import MATURITIES
    from shared.search.marks import marked

    settings: Settings = request.app.state.settings
    query = request.query_params.get("q", "").strip()
    results = found.results if found else []
    here = [each for each in results if each.href.startswith("/")]  # and nowhere else
    count = found.count if found else 0
    if wants_json(request):
        told = [
            {"title": each.title, "url": settings.site_url + each.href, "maturity": each.maturity}
            for each in here
        ]
        meant = {"meant": found.meant} if found and found.meant else {}
        return JSONResponse({"query": query, "found": count, **meant, "results": told})
    number = number_of_page(request)
    return page(
        request,
        "search",
        query=query,
        found=found,
        results=here,
        site_url=settings.site_url,
        marked=marked,
        encoded=partial(quote, safe="!'()*"),
        maturities=MATURITIES,
        maturity=request.query_params.get("maturity", ""),
        number=number,
        is_last=number * AT_ONCE >= count or number == LAST_PAGE,
    )


route = Route("/garden/search", search, methods=["GET"])
