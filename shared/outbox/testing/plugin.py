"""A pytest plugin that puts your own handlers to the case log of job queues.

Say `pytest_plugins = ["shared.outbox.testing.plugin"]` in the `conftest.py` at the root of your
tests, define the fixture `outbox_database` there, and write one line for each handler with
`check_handler`. docs/testing.md shows all of it.

PYTEST_DONT_REWRITE: it asserts nothing, and may have been imported before pytest sees it.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

import pytest

from shared.outbox.job import Handler, Job
from shared.outbox.testing.case import Broken, Case
from shared.outbox.testing.checks import CHECKS, checks_for


@pytest.fixture
def outbox_database() -> str:
    """Give the URL of a migrated database that tests may empty; your own conftest.py says which."""
    raise pytest.UsageError(
        "Define a fixture `outbox_database` in your conftest.py that gives the URL of a migrated "
        "database, which tests may empty."
    )


def check_handler(
    handler: Handler[Any],
    job: Job,
    *,
    arrange: Callable[[], Awaitable[object] | object],
    effects: Callable[[], Awaitable[object] | object],
    black_hole: Callable[[str, int], AbstractContextManager[object]] | None = None,
    old_payloads: Sequence[Mapping[str, Any]] = (),
    patience: float = 2.0,
    rest: float = 0.25,
    without: Mapping[str, str] | None = None,
) -> Callable[[str, str], None]:
    """Return a test that puts a handler to every check of the case log, one parameter each.

    Assign it to a name that begins with `test_`. The arguments are those of `Case`; `without` names
    checks to leave out, each with the reason.
    """
    case = Case(handler, job, arrange, effects, black_hole, old_payloads, patience, rest)

    @pytest.mark.parametrize("check", checks_for(case, without or {}))
    def test(check: str, outbox_database: str) -> None:
        try:
            CHECKS[check](case, outbox_database)
        except Broken as broken:  # its text says all; where it was raised says nothing
            raise pytest.fail.Exception(str(broken), pytrace=False) from None

    return test
