"""Days that pass on one database."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import pytest

from tests.support.jobs import on
from tests.support.one_database import database, shared_database
from tests.support.year import Year

__all__ = ["database", "shared_database"]

Story = Callable[[Year], Awaitable[None]]


@pytest.fixture
def live(database: str) -> Callable[..., Year]:
    """Live through some days, from noon of Monday the 1st of June 2026 on."""

    def live(story: Story, zone: str = "UTC", since: datetime | None = None) -> Year:
        async def whole() -> Year:
            year = Year(since or datetime(2026, 6, 1, 6, tzinfo=UTC), zone)
            await year.begin()
            if since is None:
                year.until(2026, 6, 1, 12)
            await story(year)
            return year

        return on(database, whole)

    return live
