"""What the pages call the garden: its own title, which the last manifest told the database."""

from contextlib import suppress

from starlette.requests import Request

from shared import tx
from shared.newsletter import garden
from shared.newsletter.garden import Garden


async def learn_garden_title(request: Request) -> None:
    """Remember the title for the page that answers this request, in the ambient transaction."""
    request.app.state.garden_title = await garden.title()


async def learn_garden(request: Request) -> Garden | None:
    """Return the garden, and remember its title as well; None before anything was claimed."""
    here = await garden.known()
    request.app.state.garden_title = here.title if here else None
    return here


async def know_garden_title(request: Request) -> None:
    """Learn the title for an answer that needs no database otherwise, and do without one then."""
    if getattr(request.app.state, "garden_title", None) is None:
        with suppress(tx.Unavailable):
            async with tx.run():
                await learn_garden_title(request)
