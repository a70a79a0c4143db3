"""What the death of a process costs the jobs that it had beside the one that killed it."""

import subprocess
import sys

from shared import outbox, tx
from shared.outbox.worker.claimer import MOST
from shared.outbox.worker.writer import MOST_UNWRITTEN
from tests.support import figures
from tests.support.jobs import Water, enqueue, handlers, on
from tests.support.worker import Poison

LANES = 4

STATES = (
    "select status, attempts, count(*) from background_jobs where kind = 'test.water' group by 1, 2"
)
MORNING = """
    update background_jobs set leased_until = clock_timestamp() - interval '1 s'
     where status = 'running'
"""


def dies_beside(database, db, jobs: int, seconds: float) -> dict[tuple[str, int], int]:
    """Return how many neighbours of a job that ends its process are in which state."""

    async def story():
        await enqueue(Poison())
        async with tx.run():
            await outbox.enqueue_many((None, Water()) for _ in range(jobs))

    on(database, story)
    ended = subprocess.run(
        [sys.executable, "-m", "tests.support.dying", database, str(seconds)],
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 3, ended.stderr
    return states(db)


def states(db) -> dict[tuple[str, int], int]:
    found = db.execute(STATES).fetchall()
    return {(one["status"], one["attempts"]): one["count"] for one in found}


def test_f24_a_process_that_dies_costs_each_job_that_ran_beside_it_one_attempt(database, db):
    assert dies_beside(database, db, jobs=50, seconds=30) == {
        ("running", 1): LANES - 1,
        ("pending", 0): 50 - (LANES - 1),
    }

    on(database, lambda: outbox.tick(handlers(), budget=60))  # their leases are not over
    assert states(db) == {("running", 1): LANES - 1, ("succeeded", 1): 50 - (LANES - 1)}

    db.execute(MORNING)
    on(database, lambda: outbox.tick(handlers(), budget=60))
    db.execute("update background_jobs set run_at = clock_timestamp() where status = 'pending'")
    on(database, lambda: outbox.tick(handlers(), budget=60))
    assert states(db) == {("succeeded", 2): LANES - 1, ("succeeded", 1): 50 - (LANES - 1)}


def test_f24_and_each_that_was_taken_and_not_begun_or_ended_and_not_written(database, db):
    found = dies_beside(database, db, jobs=30_000, seconds=0)

    burned = found[("running", 1)]
    assert 0 < burned <= 3 * MOST + MOST_UNWRITTEN + LANES  # on hand, and at the writer
    assert set(found) <= {("running", 1), ("succeeded", 1), ("pending", 0)}
    figures.record("F24", f"its process dies: {burned} of 30,000 jobs that take no time burn one")
