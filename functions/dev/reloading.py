"""Tell the pages that are open in a browser that the garden was built anew, or why it was not."""

import asyncio
import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from shared.resources import templates

SCRIPT = "/_dev/reload.js"
BUILDS = "/_dev/builds"
RETRY = 500  # milliseconds after which a browser asks again when the server has gone
BREATH = 15.0  # seconds after which a page that hears nothing is told that we are still here


@dataclass(slots=True)
class Builds:
    """What was wrong with the garden as it was built last, for whoever waits for the next."""

    problems: Sequence[str] = ()  # errors
    warnings: Sequence[str] = ()
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, problems: Sequence[str], warnings: Sequence[str] = ()) -> None:
        """Say that something was built; whether it concerns a page, the page itself finds out."""
        self.problems, self.warnings = problems, warnings
        self.wake()

    def wake(self) -> None:
        """Let everybody look who waits."""
        self.news, before = asyncio.Event(), self.news
        before.set()


def addition(built: str) -> str:
    """Return what is added to a page that is served: a script that knows what the page was."""
    return f'<script type="module" src="{SCRIPT}?built={built}"></script>'


def routes(builds: Builds, stopping: asyncio.Event) -> list[Route]:
    """Return the script, and the stream of news that it listens to."""

    def script(request: Request) -> Response:
        """Serve the script, which never changes while the server runs."""
        del request
        content = (templates("dev") / "reload.js").read_text("utf-8")
        return Response(content, media_type="text/javascript")

    def stream(request: Request) -> Response:
        """Say what was built last, and whatever is built from now on."""
        del request
        return StreamingResponse(told(builds, stopping), media_type="text/event-stream")

    return [Route(SCRIPT, script), Route(BUILDS, stream)]


async def told(builds: Builds, stopping: asyncio.Event) -> AsyncGenerator[str]:
    """Yield events until `stopping` is set; `Builds.wake` must be called then, too."""
    yield f"retry: {RETRY}\n\n"
    while not stopping.is_set():
        news = builds.news
        yield event(builds)
        while not news.is_set() and not stopping.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(BREATH):
                    await news.wait()
            if not news.is_set():
                yield ":\n\n"


def event(builds: Builds) -> str:
    """Return one piece of news as browsers read it."""
    said = {"problems": list(builds.problems), "warnings": list(builds.warnings)}
    return f"data: {json.dumps(said)}\n\n"
