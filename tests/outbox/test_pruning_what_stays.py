"""The trail of what people did and the record of fan-outs stay, unless it is said how long."""

from datetime import timedelta

import psycopg
import pytest

from shared import outbox
from shared.outbox.pruning import ACTIONS, FAN_OUTS
from tests.support.jobs import on

DAY = timedelta(days=1)

REMEMBER = {
    "actions": """
        insert into job_actions (at, by, action, job_id)
        select clock_timestamp() - (30 - n) * interval '1 day', 'ada', 'noted', n
          from generate_series(0, 29) n
    """,
    "fan_outs": """
        insert into job_fan_outs (at, key, kind, chosen, inserted)
        select clock_timestamp() - (30 - n) * interval '1 day', n::text, 'test.water', 1, 1
          from generate_series(0, 29) n
    """,
}


@pytest.fixture(autouse=True)
def nothing_remembered(db):
    db.execute("delete from job_actions; delete from job_fan_outs")


def prune(database, **options):
    return on(database, lambda: outbox.prune(**options))


def remembered(db):
    query = (
        "select (select count(*) from job_actions) as actions,"
        " (select count(*) from job_fan_outs) as fan_outs"
    )
    return db.execute(query).fetchone()


@pytest.mark.parametrize("what", REMEMBER)
@pytest.mark.parametrize("chunk", [3, 10, 1000])
def test_the_trail_and_the_fan_outs_go_only_when_it_is_said_after_how_long(
    database, db, what, chunk
):
    for statement in REMEMBER.values():
        db.execute(statement)

    assert prune(database, older_than=DAY).is_complete
    assert remembered(db) == {"actions": 30, "fan_outs": 30}

    pruned = prune(database, chunk=chunk, **{f"{what}_after": 10 * DAY})

    assert (getattr(pruned, what), pruned.actions + pruned.fan_outs) == (21, 21)
    assert remembered(db) == {"actions": 30, "fan_outs": 30, what: 9}


@pytest.mark.parametrize("what", REMEMBER)
def test_of_what_is_remembered_only_the_oldest_rows_are_read(database, db, what):
    db.execute(REMEMBER[what].replace("29)", "20000)"))
    db.execute(f"analyze job_{what}")
    asked = {"now": None, "age": 30 * 86_400.0, "chunk": 1000}
    query = "explain (costs off) " + {"actions": ACTIONS, "fan_outs": FAN_OUTS}[what]

    found = psycopg.ClientCursor(db).execute(query, asked).fetchall()

    assert "Seq Scan" not in "\n".join(one["QUERY PLAN"] for one in found)
