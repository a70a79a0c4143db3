"""Migrations go forward only: all of them or none, once, also when two deploys meet."""

from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from shared import migrate, outbox
from tests.support import jobs

# A job that succeeded at its second attempt, one that is due, one whose worker was killed, and one
# whose queue rests. Somebody wrote times that Python cannot read.
OF_THE_FIRST_VERSION = """
    insert into background_jobs (queue, kind, payload, status, attempts, started_at, finished_at)
    values ('bulk', 'test.water', '{}', 'succeeded', 2, now(), now());
    insert into job_attempts (job_id, attempt, outcome, finished_at)
    select 1, 1, 'failed', finished_at - interval '1 minute' from background_jobs
     union all
    select 1, 2, 'succeeded', finished_at from background_jobs;
    insert into background_jobs (queue, kind) values ('bulk', 'test.water');
    insert into background_jobs (queue, kind, status, attempts, lease_id, leased_until)
    values ('bulk', 'test.water', 'running', 1, gen_random_uuid(), now() - interval '1 hour');
    insert into background_jobs (queue, kind) values ('interactive', 'test.pick');
    insert into queue_pauses values ('interactive', now() + interval '1 hour');
    insert into queue_pauses values ('bulk', '-infinity');
    update background_jobs set run_at = '-infinity' where status = 'pending' and queue = 'bulk';
"""


@pytest.fixture
def empty(cluster):
    """A database without a table."""
    with cluster.fresh_database() as url:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("drop schema public cascade; create schema public")
        yield url


def tables(url):
    with psycopg.connect(url) as connection:
        found = connection.execute("select tablename from pg_tables where schemaname = 'public'")
        return {name for (name,) in found}


def test_an_empty_database_is_brought_up_to_date(empty):
    applied = migrate.migrate(empty)

    assert applied == [name for name, _ in migrate.migrations()]
    assert applied[0] == "outbox/0001_background_jobs.sql"
    assert tables(empty) >= {"background_jobs", "job_attempts", "job_queues"}


def test_the_second_time_nothing_happens(empty):
    migrate.migrate(empty)
    before = tables(empty)

    assert migrate.migrate(empty) == []
    assert tables(empty) == before


def test_two_deploys_at_once_apply_each_once(empty):
    with ThreadPoolExecutor(4) as deploys:
        applied = list(deploys.map(migrate.migrate, [empty] * 4))

    assert sorted(map(len, applied))[:3] == [0, 0, 0]
    assert sum(map(len, applied)) == len(list(migrate.migrations()))


def test_one_that_fails_leaves_nothing_of_any(empty, tmp_path, monkeypatch):
    folder = tmp_path / "garden" / "migrations"
    folder.mkdir(parents=True)
    (folder / "0001_good.sql").write_text("create table plants (id int);")
    (folder / "0002_bad.sql").write_text("create table roots (id int); create tabel typo ();")
    monkeypatch.setattr(migrate, "FOLDERS", (folder,))

    with pytest.raises(psycopg.errors.SyntaxError):
        migrate.migrate(empty)

    assert tables(empty) == set()
    (folder / "0002_bad.sql").write_text("create table roots (id int);")
    assert migrate.migrate(empty) == ["garden/0001_good.sql", "garden/0002_bad.sql"]


def test_a_later_one_is_applied_alone(empty, tmp_path, monkeypatch):
    folder = tmp_path / "garden" / "migrations"
    folder.mkdir(parents=True)
    (folder / "0001_plants.sql").write_text("create table plants (id int);")
    monkeypatch.setattr(migrate, "FOLDERS", (folder,))
    migrate.migrate(empty)
    (folder / "0002_roots.sql").write_text("create table roots (id int);")

    assert migrate.migrate(empty) == ["garden/0002_roots.sql"]


def test_the_indexes_that_the_outbox_promises_are_there(db):
    found = db.execute("select indexname, indexdef from pg_indexes where schemaname = 'public'")
    indexes = {row["indexname"]: row["indexdef"] for row in found}

    dedup = indexes["background_jobs_dedup"]
    assert dedup.startswith("CREATE UNIQUE INDEX")
    assert "'pending'::text, 'running'::text" in dedup
    assert "(queue, run_at, id) WHERE ((status = 'pending'" in indexes["background_jobs_due"]


def test_a_database_of_the_first_version_comes_along_with_its_jobs(empty):
    first = next(migrate.migrations())[1]
    with psycopg.connect(empty, autocommit=True) as connection:
        connection.execute(migrate.LEDGER)
        migrate.apply(connection, "outbox/0001_background_jobs.sql", first)
        connection.execute(OF_THE_FIRST_VERSION)

    assert "outbox/0002_more_of_a_job.sql" in migrate.migrate(empty)

    async def afterwards():
        report = await outbox.tick(jobs.handlers())
        return report, await outbox.history(1), await outbox.gates()

    report, history, gates = jobs.on(empty, afterwards)
    assert (report.succeeded, report.rescued) == (1, 1)
    assert [one.outcome for one in history] == ["failed", "succeeded"]
    assert [one.queue for one in gates.queues] == ["bulk", "interactive"]


def test_a_trail_of_jobs_alone_comes_along_and_takes_acts_on_gates(empty):
    latest = "outbox/0007_acts_on_gates.sql"
    before = [
        one for one in migrate.migrations() if one[0].startswith("outbox/0") and one[0] < latest
    ]
    with psycopg.connect(empty, autocommit=True) as connection:
        connection.execute(migrate.LEDGER)
        for name, path in before:
            migrate.apply(connection, name, path)
        connection.execute(
            "insert into job_actions (by, action, job_id) values ('ada', 'noted', 1)"
        )

    assert latest in migrate.migrate(empty)

    async def afterwards():
        await outbox.pause(queue="bulk", by="bob")
        return await outbox.actions(1), await outbox.actions()

    [noted], [paused] = jobs.on(empty, afterwards)
    assert (noted.action, noted.job_id, noted.gate) == ("noted", 1, None)
    assert (paused.action, paused.job_id, paused.gate) == ("paused", None, "queue:bulk")


OF_0_2_0 = """
    insert into garden (site_url, environment) values ('http://garden.test', 'production');
    insert into subscribers (email, address, mailbox, confirmation_requested_at)
    values ('ada@example.org', 'ada@example.org', 'ada@example.org', now());
    insert into mailboxes values ('ada@example.org', 2, now());
"""


def test_a_garden_of_0_2_0_comes_along_and_its_mailboxes_are_counted_anew_without_a_name(empty):
    before = [one for one in migrate.migrations() if not one[0].startswith("newsletter/")]
    before += [one for one in migrate.migrations() if one[0] == "newsletter/0001_newsletter.sql"]
    with psycopg.connect(empty, autocommit=True) as connection:
        connection.execute(migrate.LEDGER)
        for name, path in before:
            migrate.apply(connection, name, path)
        connection.execute(OF_0_2_0)

    assert "newsletter/0002_sign_up.sql" in migrate.migrate(empty)
    with psycopg.connect(empty) as connection:
        assert connection.execute("select email from subscribers").fetchall() == [
            ("ada@example.org",)
        ]
        assert connection.execute("select count(*) from mailboxes").fetchall() == [(0,)]
        assert connection.execute("select sign_up_closed_at from garden").fetchall() == [(None,)]
