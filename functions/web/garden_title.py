"""What the pages say of the garden: its title and its notice, as the last manifest told them."""

from contextlib import suppress

from starlette.requests import Request

from shared import tx
from shared.newsletter import garden
from shared.newsletter.garden import Garden, Said


async def learn_garden_title(request: Request) -> None:
    """Remember the title for the page that answers this request, in the ambient transaction."""
    remember(request, await garden.said())


async def learn_garden(request: Request) -> Garden | None:
    """Return the garden, and remember its title as well; None before anything was claimed."""
    here = await garden.known()
    remember(request, here)
    return here


def remember(request: Request, said: Garden | Said | None) -> None:
    """Keep what pages say, also for those that ask no database."""
    request.app.state.garden_title = said.title if said else None
    request.app.state.garden_privacy = said.privacy_url if said else ""


async def know_garden_title(request: Request) -> None:
    """Learn the title for an answer that needs no database otherwise, and do without one then."""
    if getattr(request.app.state, "garden_title", None) is None:
        with suppress(tx.Unavailable):
            async with tx.run():
                await learn_garden_title(request)
