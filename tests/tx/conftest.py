"""A table to write into, and a bad line to the database that holds it."""

from collections.abc import Generator

import psycopg
import pytest
from psycopg.rows import DictRow, dict_row

from tests.support import postgres as support
from tests.support.fault_proxy import FaultProxy, fault_proxy


@pytest.fixture(scope="session")
def seeds_database(cluster: support.Cluster) -> Generator[str]:
    with cluster.fresh_database() as url:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(
                "create table seeds (id bigint generated always as identity, name text not null,"
                " weight int not null default 0)"
            )
        yield url


@pytest.fixture
def database(seeds_database: str) -> str:
    with psycopg.connect(seeds_database, autocommit=True) as connection:
        connection.execute("delete from seeds")
    return seeds_database


@pytest.fixture
def db(database: str) -> Generator[psycopg.Connection[DictRow]]:
    with psycopg.connect(database, autocommit=True, row_factory=dict_row) as connection:
        yield connection


@pytest.fixture
def proxy(database: str) -> Generator[FaultProxy]:
    with fault_proxy(database) as running:
        yield running
