"""Fixtures that every test may use, and what a test run says at its beginning and end."""

import os
from collections.abc import Generator

import psycopg
import pytest
from psycopg.rows import DictRow, dict_row

from tests.support import browser
from tests.support import postgres as support


@pytest.fixture(scope="session")
def cluster() -> Generator[support.Cluster]:
    with support.cluster() as started:
        yield started


@pytest.fixture
def database(cluster: support.Cluster) -> Generator[str]:
    """Give the URL of a fresh, migrated database."""
    with cluster.fresh_database() as url:
        yield url


@pytest.fixture
def db(database: str) -> Generator[psycopg.Connection[DictRow]]:
    """Give a connection to it: autocommit, rows as dicts."""
    with psycopg.connect(database, autocommit=True, row_factory=dict_row) as connection:
        yield connection


def pytest_report_header() -> str:
    return f"{support.described()}; Chromium: {browser.chromium() or 'none'}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    browser.set_aside(config, items)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    browser.report(terminalreporter, config)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """In CI a test that did not run is a failure."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    missed = bool(session.config.stash.get(browser.NOT_RUN, []))
    skipped = bool(reporter and reporter.stats.get("skipped"))
    if os.environ.get("CI") == "true" and (missed or skipped):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
