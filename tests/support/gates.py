"""Jobs behind gates, for tests: a queue with limits, a breaker, and many jobs at a time."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar

import psycopg
from psycopg.rows import DictRow

from shared import outbox, tx
from tests.support.jobs import nothing


@dataclass(frozen=True)
class Letter:
    """A job that needs the post."""

    kind: ClassVar[str] = "test.letter"
    queue: ClassVar[str] = "bulk"

    number: int = 1


@dataclass(frozen=True)
class Card:
    """Another that needs it."""

    kind: ClassVar[str] = "test.card"
    queue: ClassVar[str] = "interactive"

    number: int = 1


@dataclass(frozen=True)
class Weed:
    """A job that needs nothing from outside."""

    kind: ClassVar[str] = "test.weed"
    queue: ClassVar[str] = "bulk"

    number: int = 1


class Post:
    """The post, which may be out; it counts who came."""

    def __init__(self) -> None:
        self.is_out = False
        self.came: list[Any] = []

    async def send(self, job: object) -> None:
        self.came.append(job)
        if self.is_out:
            raise outbox.Outage("nobody opens")

    @property
    def jobs(self) -> outbox.Handlers:
        return outbox.Handlers(
            [
                outbox.Handler(Letter, self.send, timeout=1, breaker="post"),
                outbox.Handler(Card, self.send, timeout=1, breaker="post"),
                outbox.Handler(Weed, nothing, timeout=1),
            ]
        )


async def fill(jobs: int, kind: type[outbox.Job] = Letter) -> None:
    """Enqueue so many jobs of a kind, due now, in one statement."""
    async with tx.run():
        await outbox.enqueue_from(
            kind,
            "select jsonb_build_object('number', n), %(job_kind)s || '-' || n"
            " from generate_series(1, %(jobs)s) n order by n",
            jobs=jobs,
        )


async def tick(post: Post, after: float = 0.0, **options: Any) -> outbox.Report:
    """Tick as if so many seconds had passed."""
    return await outbox.tick(post.jobs, budget=20, now=in_seconds(after), **options)


async def trip(post: Post, jobs: int = 40) -> outbox.Report:
    """Let the post be out, and its breaker open."""
    await fill(jobs)
    post.is_out = True
    return await tick(post)


def in_seconds(seconds: float) -> datetime:
    """Return a time as far from now."""
    return datetime.now(UTC) + timedelta(seconds=seconds)


def breaker(db: psycopg.Connection[DictRow], name: str = "post") -> DictRow:
    """Return a breaker's row."""
    found = db.execute("select * from job_breakers where breaker = %s", (name,)).fetchone()
    assert found is not None
    return found


def held(db: psycopg.Connection[DictRow]) -> dict[str, int]:
    """Return how many jobs are held, by what."""
    rows = db.execute(
        "select held_by, count(*) from background_jobs"
        " where held_by is not null and status = 'pending' group by 1 order by 1"
    )
    return {row["held_by"]: row["count"] for row in rows}


def burned(db: psycopg.Connection[DictRow]) -> int:
    """Return how many attempts failed."""
    [row] = db.execute("select count(*) from job_attempts where outcome = 'failed'").fetchall()
    return row["count"]


def statuses(db: psycopg.Connection[DictRow]) -> dict[str, int]:
    """Return how many jobs are in each state."""
    rows = db.execute("select status, count(*) from background_jobs group by 1 order by 1")
    return {row["status"]: row["count"] for row in rows}
