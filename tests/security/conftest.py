"""What is attacked is the whole application, as it runs on a server and as `dev` runs it."""

import asyncio
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from functions.dev.home import Home
from functions.dev.server import Server
from functions.dev.tending import Tending
from shared import tx
from tests.support.dev_server import plant
from tests.support.garden_fixtures import garden, site
from tests.support.one_database import database, shared_database

__all__ = ["database", "garden", "shared_database", "site"]


@dataclass
class Development:
    """The development server's application on its own data folder, with a built garden."""

    client: TestClient
    app: Starlette
    home: Home


@pytest.fixture
def dev(database: str, tmp_path: Path) -> Generator[Development]:
    home = Home(tmp_path / "data")
    home.prepare()
    settings = home.settings({}, database_url=database, url="http://127.0.0.1:8000")
    site = plant(tmp_path / "own", oak="seedling")
    server = Server(Tending(home, site, settings, say=lambda _: None))
    stopping = asyncio.Event()
    stopping.set()  # or the stream of news would never end
    app = server.application(stopping)
    pool = tx.Pool(database)
    tx.use(pool)
    options: dict[str, Any] = {"raise_server_exceptions": False, "client": ("127.0.0.1", 50000)}
    with TestClient(app, base_url=settings.functions_url, **options) as client:
        assert client.portal is not None
        client.portal.call(server.settle_in)
        client.portal.call(server.tending.rebuild)
        yield Development(client, app, home)
        client.portal.call(pool.close)


@pytest.fixture(params=["garden", "dev"])
def client(request: pytest.FixtureRequest) -> TestClient:
    """Give a client of the application as a server runs it, and then as `dev` does."""
    return request.getfixturevalue(request.param).client
