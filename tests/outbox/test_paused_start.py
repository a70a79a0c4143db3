"""A start with data that look restored from a backup: nothing runs until a human has looked."""

import asyncio
import logging

import psycopg
import pytest
from psycopg.rows import dict_row

from shared import outbox, tx
from shared.outbox.holding import origin
from tests.support.backup import back_up, restore_over, restored
from tests.support.gates import Post, fill, in_seconds, statuses
from tests.support.jobs import on

HOUR = 3600.0


def tick(post, after=0.0):
    return outbox.tick(post.jobs, budget=20, now=in_seconds(after))


async def an_hour_ago(post):
    """Look an hour ago, when nothing was due yet."""
    await tick(post, -HOUR)
    await fill(10)


@pytest.fixture
def backup(database, tmp_path):
    """Give the file of a database that was last worked an hour ago."""
    on(database, lambda: an_hour_ago(Post()))
    back_up(database, tmp_path / "backup")
    return tmp_path / "backup"


def test_f33_c20_a_restored_backup_sends_nothing_until_somebody_resumes(cluster, backup, caplog):
    post = Post()
    with restored(cluster, backup) as url:
        with caplog.at_level(logging.ERROR, "thistledown.outbox"):
            first = on(url, lambda: tick(post))
        second = on(url, lambda: tick(post, HOUR))
        found = on(url, outbox.gates)
        before = len(post.came)
        on(url, lambda: outbox.resume(everything=True))
        after = on(url, lambda: tick(post))

    assert (first.claimed, second.claimed, before) == (0, 0, 0)
    assert "look restored from a backup" in first.paused
    assert first.paused == second.paused == found.paused_because
    assert len([one for one in caplog.records if "everything is paused" in one.message]) == 1
    assert (after.succeeded, after.paused) == (10, None)


def test_the_original_goes_on_after_a_backup_was_made_of_it(database, db, backup):
    report = on(database, lambda: tick(Post()))

    assert report.paused is None
    assert statuses(db) == {"succeeded": 10}


def test_c20_a_backup_that_is_restored_over_the_old_database_is_noticed(database, backup):
    post = Post()
    on(database, lambda: tick(post))
    restore_over(database, backup)

    report = on(database, lambda: tick(post))

    assert report.claimed == 0
    assert "restored" in report.paused


def test_a_restored_backup_that_is_resumed_stays_so(cluster, backup):
    with restored(cluster, backup) as url:
        on(url, lambda: tick(Post()))
        on(url, lambda: outbox.resume(everything=True))
        reports = [on(url, lambda hours=hours: tick(Post(), hours * HOUR)) for hours in (0, 1, 9)]

    assert [report.paused for report in reports] == [None, None, None]


def test_workers_that_start_together_all_stay_paused(cluster, backup):
    async def story():
        return await asyncio.gather(*[tick(Post()) for _ in range(5)])

    with restored(cluster, backup) as url:
        reports = on(url, story)
        with psycopg.connect(url, row_factory=dict_row) as connection:
            states = statuses(connection)

    assert sum(report.claimed for report in reports) == 0
    assert all(report.paused for report in reports)
    assert states == {"pending": 10}


def test_a_laptop_that_slept_is_not_paused(database, db, backup):
    assert on(database, lambda: tick(Post(), 99 * HOUR)).paused is None


CHANGES = [
    "timeline = timeline + 1",
    "system_identifier = '1'",
    "database_oid = 1",
    "table_oid = 1",
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_failover_is_not_paused_and_is_remembered(database, db, change):
    on(database, lambda: tick(Post(), -600))
    db.execute(f"update job_origin set {change}")
    reports = [on(database, lambda after=after: tick(Post(), after)) for after in (0, HOUR)]

    assert [report.paused for report in reports] == [None, None]


@pytest.mark.parametrize("change", CHANGES)
def test_old_data_in_another_place_are_paused(database, db, change):
    on(database, lambda: tick(Post(), -901))
    db.execute(f"update job_origin set {change}")

    assert on(database, lambda: tick(Post())).paused is not None


def test_what_a_server_does_not_tell_counts_as_no_difference(database, db):
    on(database, lambda: tick(Post(), -HOUR))
    db.execute("update job_origin set system_identifier = null, timeline = null")

    assert on(database, lambda: tick(Post())).paused is None


def test_a_server_that_tells_only_its_superuser_is_asked_for_the_rest(database):
    async def story():
        with pytest.raises(ValueError, match="roll back"):
            await as_nobody()
        async with tx.run():
            found = await origin.identity()
        return found, guarded[0]

    async def as_nobody():
        async with tx.run():
            await tx.execute("create role nobody_at_all")
            await tx.execute("revoke execute on function pg_control_system() from public")
            await tx.execute("grant select on job_origin to nobody_at_all")
            await tx.execute("set local role nobody_at_all")
            guarded.append(await origin.identity())
            raise ValueError("roll back")

    guarded: list[origin.DatabaseIdentity] = []
    found, guarded_found = on(database, story)

    assert found.system_identifier is not None
    assert guarded_found.system_identifier is None
    assert guarded_found.timeline is None
    assert guarded_found.database_oid == found.database_oid
    assert guarded_found.table_oid == found.table_oid


def test_the_heartbeat_is_written_once_a_minute_and_no_more(database, db):
    written = set()
    for seconds in (0, 1, 30, 59, 61, 90):
        on(database, lambda after=seconds: tick(Post(), after))
        [found] = db.execute("select xmin::text from job_origin").fetchall()
        written.add(found["xmin"])

    assert len(written) == 2


def test_the_report_says_so_in_json(database):
    async def story():
        await outbox.pause(everything=True, because="inventory")
        return await tick(Post())

    assert on(database, story).as_json()["paused"] == "inventory"
