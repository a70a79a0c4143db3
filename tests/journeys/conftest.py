"""Journeys use a whole Thistledown, and a site whose pages they can change."""

from collections.abc import Generator
from pathlib import Path

import pytest

from tests.support import garden as support
from tests.support.site import Site, site


@pytest.fixture(name="site")
def a_site() -> Generator[Site]:
    with site() as shown:
        yield shown


@pytest.fixture
def garden(database: str, site: Site, tmp_path: Path) -> Generator[support.Garden]:
    with support.running(database, site, tmp_path / "mail") as running:
        yield running
