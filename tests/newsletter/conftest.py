"""The newsletter's tables without the web around them."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from shared import tx
from tests.support.jobs import on


@pytest.fixture
def run(database: str) -> Callable[[Callable[[], Awaitable[Any]]], Any]:
    """Run a block in one transaction on the test's own database."""

    def run(block: Callable[[], Awaitable[Any]]) -> Any:
        async def story() -> Any:
            async with tx.run():
                return await block()

        return on(database, story)

    return run
