"""What the pages call the garden: its own title, which the last manifest told the database."""

from starlette.requests import Request

from shared.newsletter import garden


async def learn_garden_title(request: Request) -> None:
    """Remember the title for the page that answers this request, in the ambient transaction."""
    request.app.state.garden_title = await garden.title()
