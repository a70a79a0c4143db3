"""Journeys use a whole Thistledown, and a site whose pages they can change."""

from collections.abc import Generator
from pathlib import Path

import pytest

from tests.support import garden as support


@pytest.fixture
def garden(database: str, tmp_path: Path) -> Generator[support.Garden]:
    with support.running(database, tmp_path / "mail") as running:
        yield running
