"""The fixtures of journeys and faults: a site, and a whole Thistledown that writes of it."""

from collections.abc import Generator
from pathlib import Path

import pytest

from tests.support.garden import Garden, running
from tests.support.site import Site
from tests.support.site import site as shown_site


@pytest.fixture
def site() -> Generator[Site]:
    with shown_site() as shown:
        yield shown


@pytest.fixture
def garden(database: str, site: Site, tmp_path: Path) -> Generator[Garden]:
    with running(database, site, tmp_path / "mail") as whole:
        yield whole
