"""Fixtures that every test may use, and what a test run says at its beginning and end."""

import os
from collections.abc import Generator
from typing import TYPE_CHECKING, Any

import psycopg
import pytest
from psycopg.rows import DictRow, dict_row

from tests.support import needs
from tests.support import postgres as support

if TYPE_CHECKING:
    from playwright.sync_api import Browser


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


@pytest.fixture(scope="module")
def browser() -> Generator["Browser"]:
    """Start a real browser that nobody sees."""
    from tests.support.browsing import a_browser  # which most runs of a few tests do not need

    with a_browser() as started:
        yield started


def pytest_configure(config: pytest.Config) -> None:
    needs.register(config)


def pytest_report_header() -> str:
    return f"{support.described()}; {needs.described()}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    needs.set_aside(config, items)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    needs.report(terminalreporter, config)
    if some_did_not_run(config):
        terminalreporter.line("CI=true: a test that did not run is a failure.", red=True)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Keep to one process where something is measured; None leaves it to the number of cores."""
    return None if config.option.markexpr.startswith("not ") else 0


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Hear from a process that ran its share of the tests."""
    needs.hear(node.config, getattr(node, "workeroutput", {}))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    needs.pass_on(session)
    if some_did_not_run(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def some_did_not_run(config: pytest.Config) -> bool:
    """Tell whether CI must fail for a skip, or for want of a program."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    skipped = bool(reporter and reporter.stats.get("skipped"))
    return os.environ.get("CI") == "true" and (skipped or needs.some_are_missing(config))
