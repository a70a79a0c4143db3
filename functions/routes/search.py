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
    query = part_of_query(request, "q").strip()
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
    number, maturity = number_of_page(request), maturity_of(request)
    try:
        answered = await search(
            settings.site_url,
            query,
            maturity=maturity,
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
    """Return which page of results is asked for.

    Raises:
        Refusal: there is no such page, whatever is found.

    """
    written = part_of_query(request, "page") or "1"
    if written not in map(str, range(1, LAST_PAGE + 1)):
        raise Refusal(422, reason="no-such-part")
    return int(written)


def maturity_of(request: Request) -> str:
    """Return of which maturity notes are asked for; "" is any.

    Raises:
        Refusal: there is no such maturity.

    """
    from shared.search.files import MATURITIES

    written = part_of_query(request, "maturity")
    if written not in ("", *MATURITIES):
        raise Refusal(422, reason="no-such-part")
    return written


def part_of_query(request: Request, name: str) -> str:
    """Return what the query says under a name, "" where it says nothing.

    Raises:
        Refusal: it says several things.

    """
    said = request.query_params.getlist(name)
    if len(said) > 1:
        raise Refusal(422, reason="no-such-part")
    return said[0] if said else ""


def shown(request: Request, found: "Found | None" = None) -> Response:
    """Answer with what was found, as a page or as JSON; without anything, with the form."""
    from shared.search.files import MATURITIES
    from shared.search.marks import marked

    settings: Settings = request.app.state.settings
    query = part_of_query(request, "q").strip()
    results = found.results if found else []
    here = [each for each in results if each.href.startswith("/")]  # and nowhere else
    count = found.count if found else 0
    number, maturity = number_of_page(request), maturity_of(request)
    if wants_json(request):
        told = [
            {"title": each.title, "url": settings.site_url + each.href, "maturity": each.maturity}
            for each in here
        ]
        meant = {"meant": found.meant} if found and found.meant else {}
        return JSONResponse({"query": query, "found": count, **meant, "results": told})
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
        maturity=maturity,
        number=number,
        is_last=number * AT_ONCE >= count or number == LAST_PAGE,
    )


route = Route("/garden/search", search, methods=["GET"])
