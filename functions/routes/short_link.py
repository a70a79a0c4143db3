"""GET /n/{id}: a short link of a letter's plain text leads to its note, and nowhere else."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from functions.web.garden_title import learn_garden_title
from functions.web.pages import reply
from shared import tx
from shared.newsletter.announcing import short_links
from shared.settings import Settings


async def short_link(request: Request) -> Response:
    """Send the reader on to the garden, or answer one page for every id that is none."""
    settings: Settings = request.app.state.settings
    async with tx.run():
        url = await short_links.find(request.path_params["id"], site_url=settings.site_url)
        await learn_garden_title(request)
    # Not for ever: the note may move, and its link moves along.
    return RedirectResponse(url, 302) if url else reply(request, "not-found", 404)


route = Route("/n/{id}", short_link, methods=["GET"])
