"""The database itself is killed in the middle of a drain, again and again, and nobody helps."""

import contextlib
import os
import signal
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from functions.dev import postgres
from shared import outbox, tx
from shared.migrate import migrate
from tests.support import figures
from tests.support.jobs import Water, on
from tests.support.tickers import Tickers, tickers, wait_until

SEED = """
    select jsonb_build_object('plant', n), 'plant-' || n from generate_series(1, %(number)s) n
"""

UNFINISHED = "select count(*) from background_jobs where status <> 'succeeded'"

FREE = """
    update background_jobs
       set run_at = least(run_at, clock_timestamp()),
           leased_until = least(leased_until, clock_timestamp())
     where status in ('pending', 'running')
"""

LEASE = 5.0
WORKERS = 3
CONCURRENCY = 4


@dataclass
class Mortal:
    """A server of one's own that can be killed with all that it holds in memory."""

    folder: Path
    running: contextlib.ExitStack
    url: str = ""

    def start(self) -> None:
        self.url = self.running.enter_context(postgres.running(self.folder))

    def kill(self) -> None:
        """Kill the postmaster; what is left of the server goes when it notices."""
        [pid_file] = self.folder.glob("*/postmaster.pid")
        os.kill(int(pid_file.read_text().split()[0]), signal.SIGKILL)
        self.running.close()

    def ask(self, query: str) -> int:
        with psycopg.connect(self.url, autocommit=True) as db:
            cursor = db.execute(query.encode())
            return cursor.fetchall()[0][0] if cursor.description else cursor.rowcount


@contextmanager
def mortal_server(folder: Path) -> Generator[Mortal]:
    """Run a durable server: what it said is committed must be there after it was killed."""
    with contextlib.ExitStack() as running:
        server = Mortal(folder, running)
        server.start()
        migrate(server.url)
        yield server


def sow(url: str, number: int) -> None:
    async def story() -> None:
        async with tx.run():
            await outbox.enqueue_from(Water, SEED, number=number)

    on(url, story)


@pytest.mark.parametrize(
    ("kills", "jobs"), [(2, 600), pytest.param(10, 4000, marks=pytest.mark.campaign)]
)
def test_f4_the_postmaster_is_killed_in_the_middle_and_no_job_is_lost(tmp_path, kills, jobs):
    resumed = []
    with mortal_server(tmp_path / "server") as server, tickers(server.url, tmp_path) as workers:
        sow(server.url, jobs)
        for _ in range(WORKERS):
            workers.start(
                "--lease", LEASE, "--seconds", 0.05, "--concurrency", CONCURRENCY, "--budget", 3
            )
        for kill in range(1, kills + 1):
            wait_until(more_than(workers, kill * jobs // (2 * kills + 2)))
            server.kill()
            server.start()
            at = time.time()
            resumed.append(wait_until(begun_since(workers, at)))
        wait_until(lambda: finished(server), seconds=120)
        reports = workers.stop()
        rows = server.ask("select count(*) from background_jobs where status = 'succeeded'")

    copies = workers.copies()
    doubled = sum(count - 1 for count in copies.values())
    figures.record(
        "F4",
        f"{kills} kills of the postmaster over {jobs} jobs: 0 lost, {doubled} run again, "
        f"work resumed {max(resumed):.1f} s after the restart at the latest",
    )
    assert rows == len(copies) == jobs
    assert doubled <= kills * WORKERS * CONCURRENCY + sum(one["rescued"] for one in reports)
    assert max(resumed) < 20


def more_than(workers: Tickers, number: int) -> Callable[[], bool]:
    return lambda: len(workers.begun()) > number


def begun_since(workers: Tickers, at: float) -> Callable[[], bool]:
    return lambda: workers.begun()[-1]["at"] > at


def finished(server: Mortal) -> bool:
    """Let the waits of the ladder and the leases of lost attempts pass, and look."""
    server.ask(FREE)
    time.sleep(0.2)
    return server.ask(UNFINISHED) == 0
