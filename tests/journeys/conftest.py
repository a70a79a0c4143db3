"""Journeys use a whole Thistledown, and a site whose pages they can change.

They share one database, emptied between them: a fresh one for each would take most of their time.
"""

from collections.abc import Generator

import psycopg
import pytest

from tests.support.garden_fixtures import garden, site
from tests.support.postgres import Cluster

__all__ = ["garden", "site"]

EMPTY = """
    truncate garden, subscribers, mailboxes, counted_in_hour, consent_events, suppressions, notes,
             notifications, announced_notes, deliveries,
             background_jobs, job_attempts, queue_pauses
     restart identity
"""


@pytest.fixture(scope="session")
def shared_database(cluster: Cluster) -> Generator[str]:
    with cluster.fresh_database() as url:
        yield url


@pytest.fixture
def database(shared_database: str) -> str:
    with psycopg.connect(shared_database, autocommit=True) as connection:
        connection.execute(EMPTY)
    return shared_database
