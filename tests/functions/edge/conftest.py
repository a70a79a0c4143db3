"""A small application behind the real edge."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from functions.edge import exception_handlers, middleware
from functions.web.forms import email_field, form_token
from functions.web.pages import page, reply
from shared.settings import Settings
from shared.tx import Unavailable

ERRORS = {
    "unavailable": Unavailable,
    "operational": lambda: psycopg.OperationalError("DETAIL: Key (email)=(ada@example.org)"),
    "bug": lambda: ValueError("secret-canary ada@example.org"),
    "teapot": lambda: HTTPException(418),
}


async def subscribe(request: Request) -> Response:
    request.app.state.stored.append(await email_field(request))
    return reply(request, "check-your-inbox")


async def confirm(request: Request) -> Response:
    token = await form_token(request)
    if request.method == "POST":
        request.app.state.stored.append(token)
        return page(request, "confirmed")
    return page(request, "confirm", token=token)


async def unsubscribe(request: Request) -> Response:
    token = await form_token(request)
    if request.method == "POST":
        request.app.state.stored.append(token)
        return page(request, "unsubscribed", masked="a***@example.org")
    return page(request, "unsubscribe", token=token)


async def announce(request: Request) -> Response:
    return JSONResponse({"bytes": len(await request.body())})


async def failing(request: Request) -> Response:
    raise ERRORS[request.path_params["kind"]]()


async def ignoring(request: Request) -> Response:
    return PlainTextResponse("well", headers={"Server": "thistledown/0.1"})


ROUTES = [
    Route("/newsletter/subscribe", subscribe, methods=["POST"]),
    Route("/newsletter/confirm", confirm, methods=["GET", "POST"]),
    Route("/newsletter/unsubscribe", unsubscribe, methods=["GET", "POST"]),
    Route("/garden/announce", announce, methods=["POST"]),
    Route("/healthz", ignoring),
    Route("/failing/{kind}", failing, methods=["GET", "POST"]),
]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Give the settings of a deployed garden."""
    developing = Settings.for_development(
        {},
        database_url="postgresql://nowhere",
        url="https://garden.example",
        mail_url=f"maildir://{tmp_path}",
        secret_key="k" * 32,
        announce_token="t" * 32,
    )
    return replace(developing, environment="production")


@pytest.fixture
def application() -> Callable[[Settings], Starlette]:
    """Give a function that builds the application for some settings."""

    def build(settings: Settings) -> Starlette:
        app = Starlette(
            routes=ROUTES,
            middleware=middleware(settings),
            exception_handlers=dict(exception_handlers),
        )
        app.state.settings = settings
        app.state.stored = []
        return app

    return build


@pytest.fixture
def app(application: Callable[[Settings], Starlette], settings: Settings) -> Starlette:
    return application(settings)


@pytest.fixture
def client(app: Starlette) -> TestClient:
    return TestClient(app, base_url="https://garden.example", follow_redirects=False)
