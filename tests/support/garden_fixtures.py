"""The fixtures of journeys and faults: a site, and a whole Thistledown that writes of it."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest
from psycopg.rows import DictRow, dict_row

from tests.support.garden import Garden, running
from tests.support.postgres import Cluster
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


@dataclass
class Patient:
    """A garden for many tests, and a connection to its database."""

    garden: Garden
    db: psycopg.Connection[DictRow]


@contextmanager
def patient_garden(cluster: Cluster, folder: Path) -> Generator[Patient]:
    """Run a garden on a database of its own, to which tests do what must leave no trace."""
    with (
        cluster.fresh_database() as url,
        psycopg.connect(url, autocommit=True, row_factory=dict_row) as db,
        shown_site() as site,
        running(url, site, folder) as whole,
    ):
        whole.show(site.note("oak"))
        yield Patient(whole, db)
