"""Benchmarks: how fast we are, each time as a ratio to a floor measured in the same run.

    bin/test tests/benchmarks -m benchmark -s

They are deselected otherwise. Each prints lines such as

    tick: 20,000 no-op jobs: 2,400/s against 4,800/s, 2.00 times the floor (rounds 1.91 to 2.13)

Ours is the code as it runs in production. The floor is the least that does the same job: the same
rows in the same tables with the same indexes, or the same libraries on the same notes, and nothing
around it. Floor and ours take turns, and the medians of several rounds are compared; `rounds` is
the span of the single ratios. Where it is wide, the machine was busy: run it again. A rate by the
clock says something about the machine, the ratio about us; times of the processor move least.

Nothing here fails for being slow on a slow machine. The few asserts are ratios that are promised.

PostgreSQL is the embedded one, and durable: every commit waits for the disk, as in production.
"""

from collections.abc import Generator

import psycopg
import pytest

from functions.dev import postgres
from shared.migrate import migrate
from tests.support import postgres as support


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Generator[support.Cluster]:
    """A server that waits for the disk, unlike that of the other tests."""
    with postgres.running(tmp_path_factory.mktemp("durable") / "postgres") as url:
        with psycopg.connect(url) as connection:
            assert connection.execute("show fsync").fetchone() == ("on",)
        made = support.Cluster(url, "template_of_benchmarks")
        made.run("create database {}", made.template)
        migrate(support.with_name(url, made.template))
        yield made
