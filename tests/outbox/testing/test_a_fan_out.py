"""A handler that fans out, once ever for its key, is put to the case log like every other."""

import pytest

from shared import outbox, tx
from shared.outbox.testing import CHECKS, Case
from tests.support.jobs import Pick, Water

PICKS = "select jsonb_build_object('plant', n), 'pick-' || n from generate_series(1, 3) as n"
COUNT = "select count(*) from background_jobs where kind = 'test.pick'"


async def fan_out(job: Water) -> None:
    async with tx.run():
        await outbox.fan_out(f"pick-{job.plant}", Pick, PICKS)
        await outbox.succeed()


async def nothing() -> None: ...


async def picks() -> int | None:
    return await tx.scalar(int, COUNT)


@pytest.mark.parametrize(
    "check", ["a_second_run_changes_nothing_more", "two_runs_at_once_change_nothing_more"]
)
def test_every_run_finds_its_fan_out_not_yet_done(database, check):
    case = Case(outbox.Handler(Water, fan_out, timeout=10), Water(1), nothing, picks)

    CHECKS[check](case, database)
