"""Data that look restored from a backup, through the command and the server: nothing is sent."""

import json

from shared import outbox
from tests.functions.test_local import running_local, subscribe
from tests.support.bad_smtp import BadSmtp
from tests.support.dev_server import until
from tests.support.jobs import on

LONG_AGO = "update background_jobs set run_at = clock_timestamp() - interval '12 min'"

# Old, and in another place than before.
RESTORED = """
    insert into job_origin (database_oid, table_oid, last_tick_at)
    values (1, 1, clock_timestamp() - interval '1 hour')
    on conflict (is_only) do update
       set last_tick_at = excluded.last_tick_at, table_oid = excluded.table_oid
"""
PAUSED = "select paused_since is not null as is_paused from job_origin"
STATES = "select status, count(*) from background_jobs group by status"


def states(db):
    return {one["status"]: one["count"] for one in db.execute(STATES)}


def test_the_command_s_tick_is_the_last_one_that_the_doctor_and_the_metrics_know(run, garden, db):
    before = run("jobs", "metrics").stdout
    report = json.loads(run("tick").stdout)
    garden.subscribe("ada@example.org")
    db.execute(LONG_AGO)
    db.execute("update job_origin set last_tick_at = clock_timestamp() - interval '11 min'")

    assert report["paused"] is None
    assert "outbox_last_tick_age_seconds 6" not in before
    assert "; the last tick was 11 min ago." in run("doctor").stdout.replace("\n  ", " ")
    assert "outbox_last_tick_age_seconds 66" in run("jobs", "metrics").stdout
    assert json.loads(run("tick").stdout)["succeeded"] == 1
    assert "Overdue" not in run("doctor").stdout


def test_f33_the_command_starts_paused_and_says_so_everywhere(run, called, garden, db):
    garden.subscribe("ada@example.org")
    db.execute(RESTORED)
    report = json.loads(run("tick").stdout)
    told = run("doctor")
    metrics = run("jobs", "metrics").stdout
    during = states(db)
    run("jobs", "resume", "--all")
    after = json.loads(run("tick").stdout)

    assert (report["claimed"], during) == (0, {"pending": 1})
    assert "look restored from a backup" in report["paused"]
    assert told.exit_code == 1
    assert "\nEverything paused\n  Nothing is started since " in told.stdout
    assert f"    {called} jobs queues\n" in told.stdout
    assert 'outbox_paused{gate="everything",name=""} 1' in metrics
    assert (after["succeeded"], after["paused"]) == (1, None)


def test_f33_the_server_starts_paused_and_goes_on_when_somebody_resumes(database, db):
    db.execute(RESTORED)
    with BadSmtp() as smtp, running_local(database, smtp) as (_, url):
        until(lambda: db.execute(PAUSED).fetchone()["is_paused"])
        subscribe(url)
        before, sent = states(db), len(smtp.mails)
        on(database, lambda: outbox.resume(everything=True))
        until(lambda: states(db) == {"succeeded": 1})

    assert (before, sent, len(smtp.mails)) == ({"pending": 1}, 0, 1)
