"""Faults are done to a whole Thistledown: its database, its site, its mail server, its workers."""

from collections.abc import Generator
from pathlib import Path

import psycopg
import pytest
from psycopg.rows import DictRow

from tests.support.certificates import certificates
from tests.support.garden_fixtures import garden, site
from tests.support.post import Post, posting
from tests.support.site import Site

__all__ = ["certificates", "garden", "site"]


@pytest.fixture
def post(
    database: str, db: psycopg.Connection[DictRow], site: Site, tmp_path: Path
) -> Generator[Post]:
    with posting(database, db, site, tmp_path) as sending:
        yield sending
