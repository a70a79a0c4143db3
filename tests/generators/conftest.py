"""A folder of another generator, its site, and a whole Thistledown that writes of it."""

import asyncio
from collections.abc import Generator
from pathlib import Path

import pytest

from functions.app import create_app
from shared import tx
from tests.support.foreign import write
from tests.support.foreign_vault import TOML, Vault
from tests.support.garden_fixtures import garden, site
from tests.support.serving import free_port, served
from tests.support.settings import settings_for
from tests.support.site import Site

__all__ = ["garden", "site"]


@pytest.fixture
def vault(database: str, db, tmp_path: Path, site: Site) -> Generator[Vault]:
    """Serve the functions, and a Quartz folder with a seedling and an evergreen note."""
    statement = "insert into garden (site_url, environment) values (%s, 'production')"
    db.execute(statement, (site.url,))
    url = f"http://127.0.0.1:{free_port()}"
    made = settings_for(database, f"maildir://{tmp_path}/mail", site.url, functions_url=url)
    pool = tx.Pool(database)
    app = create_app(made)
    tx.use(pool)
    with served(app, port=int(url.rpartition(":")[2])):
        one = Vault(write(tmp_path / "vault", {"garden.toml": TOML}), site, url)
        one.mature("index", "seedling")
        one.mature("Tree Notes/Old Oak", "seedling")
        one.mature("筆記", "evergreen")
        yield one
    asyncio.run(pool.close())
