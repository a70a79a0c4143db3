"""Checks of what a second run does: nothing that the first has not done."""

import psycopg

from shared import tx
from shared.outbox.enqueuing.enqueue import enqueue
from shared.outbox.testing.case import Case
from shared.outbox.testing.runs import (
    KEY,
    ask,
    look,
    on_database,
    prepare,
    recover,
    reference,
    work,
    wrapped,
)
from shared.outbox.testing.telling import require_same

REMEDY = (
    "A job can run twice: after a crash, or because its lease was over. Look at the state first "
    "and return when the work is done, or write so that a second time changes nothing (insert "
    "... on conflict do nothing, update ... where status = ...)."
)

# What enqueue does to a running twin, from a connection that needs no event loop.
ASK_AGAIN = """
    update background_jobs set rerun_requested = true
     where dedup_key = %(key)s and status = 'running'
"""


def a_run_succeeds_and_shows(case: Case, url: str) -> None:
    """An undisturbed run succeeds, and `effects` tells it from none."""
    on_database(url, lambda: reference(case))


def a_second_run_changes_nothing_more(case: Case, url: str) -> None:
    """The job runs, succeeds, is enqueued again and runs again."""

    async def story() -> None:
        expected = await reference(case)
        await ask(case)
        await recover(case)
        require_same(case, expected, await look(case), "run a second time after success", REMEDY)

    on_database(url, story)


def two_runs_at_once_change_nothing_more(case: Case, url: str) -> None:
    """Two jobs with the same payload run side by side; one that clashes may be tried again."""

    async def story() -> None:
        expected = await reference(case)
        await prepare(case)
        async with tx.run():
            await enqueue(case.job, dedup_key=f"{KEY}-twin")
        await work(case, concurrency=2)
        await recover(case)
        require_same(case, expected, await look(case), "run twice at the same time", REMEDY)

    on_database(url, story)


def asked_for_again_while_it_runs_it_runs_again(case: Case, url: str) -> None:
    """Somebody enqueues the job's key with `on_running="rerun"` in the middle of a run."""
    runs: list[int] = []

    def ask_again() -> None:
        runs.append(1)
        if len(runs) == 1:
            with psycopg.connect(url, autocommit=True, prepare_threshold=None) as another:
                another.execute(ASK_AGAIN, {"key": KEY})

    async def story() -> None:
        expected = await reference(case)
        await prepare(case)
        await work(wrapped(case, began=ask_again))
        await recover(wrapped(case, began=ask_again))
        after = await look(case)
        require_same(case, expected, after, "asked for again while it ran", REMEDY)

    on_database(url, story)
