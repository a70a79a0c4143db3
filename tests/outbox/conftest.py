"""A database for jobs, emptied between tests instead of copied anew: it takes a hundredth."""

from collections.abc import Generator

import psycopg
import pytest
from psycopg.rows import DictRow, dict_row

from tests.support import postgres as support

EMPTY = """
    delete from background_jobs;
    delete from job_queues;
    delete from job_kinds;
    delete from job_breakers;
    delete from job_origin
"""


@pytest.fixture(scope="session")
def jobs_database(cluster: support.Cluster) -> Generator[str]:
    with cluster.fresh_database() as url:
        yield url


@pytest.fixture
def database(jobs_database: str) -> str:
    with psycopg.connect(jobs_database, autocommit=True) as connection:
        connection.execute(EMPTY)
    return jobs_database


@pytest.fixture
def db(database: str) -> Generator[psycopg.Connection[DictRow]]:
    with psycopg.connect(database, autocommit=True, row_factory=dict_row) as connection:
        yield connection
