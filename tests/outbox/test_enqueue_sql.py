"""Enqueue from plain SQL, as other languages do, in the caller's own transaction."""

from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from psycopg.types.json import Jsonb

from shared import outbox, tx
from shared.outbox.enqueuing.encoding import KEY_LIMIT
from shared.outbox.payload import DEPTH, LIMIT, SECRET_KEY, problems
from tests.support import backup
from tests.support.documents import ROOT, blocks, read, sections
from tests.support.jobs import Water, handlers, on, row

LATER = datetime(2030, 6, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def no_windows(db):
    db.execute("delete from job_windows")


def nested(depth):
    return {"a": nested(depth - 1)} if depth else 1


def enqueue(db, arguments, *values):
    query = f"select enqueue_job({arguments}) as id"
    return db.execute(query, values).fetchone()["id"]


def test_a_kind_is_all_it_takes(database, db):
    found = row(db, enqueue(db, "'test.water'"))

    assert (found["kind"], found["queue"], found["payload"]) == ("test.water", "bulk", {})
    assert (found["status"], found["dedup_key"]) == ("pending", None)


def test_everything_can_be_said_by_name(database, db):
    job = enqueue(
        db,
        "'test.pick', payload => %s, dedup_key => 'p-7', run_at => %s, queue => 'interactive'",
        Jsonb({"plant": 7}),
        LATER,
    )

    found = row(db, job)
    assert (found["kind"], found["queue"]) == ("test.pick", "interactive")
    assert (found["payload"], found["dedup_key"]) == ({"plant": 7}, "p-7")
    assert found["run_at"] == LATER


def test_a_worker_works_it(database, db):
    worked = []

    async def keep(job):
        worked.append(job)

    enqueue(db, "'test.water', '{\"plant\": 3}'")

    assert on(database, lambda: outbox.tick(handlers(keep), budget=20)).succeeded == 1
    assert worked == [Water(3)]


def test_a_live_job_of_the_key_is_returned_whoever_enqueued_it(database, db):
    async def from_python():
        async with tx.run():
            return await outbox.enqueue(Water(), dedup_key="plant")

    first = enqueue(db, "'test.water', '{}', 'plant'")
    second = on(database, from_python)
    third = enqueue(db, "'test.water', '{}', 'plant'")

    assert (second.id, second.created, third) == (first, False, first)


def test_case_9_it_never_answers_null(database, db):
    ids = {enqueue(db, "'test.water', '{}', 'plant'") for _ in range(3)}

    assert len(ids) == 1
    assert None not in ids


def test_it_is_there_if_and_only_if_the_callers_transaction_commits(database, db):
    with psycopg.connect(database) as caller:
        caller.execute("select enqueue_job('test.water')")
        caller.rollback()
        caller.execute("select enqueue_job('test.pick')")

    found = db.execute("select kind from background_jobs").fetchall()
    assert found == [{"kind": "test.pick"}]


@pytest.mark.parametrize(
    ("arguments", "values", "problem"),
    [
        (
            "'k', %s",
            [Jsonb({"confirmToken": 1})],
            "confirmToken in the payload looks like a secret",
        ),
        ("'k', %s", [Jsonb({"EMAIL": 1})], "EMAIL in the payload .* a secret or an address"),
        ("'k', %s", [Jsonb({"to": {"api_key": 1}})], "the key api_key in the payload"),
        ("'k', %s", [Jsonb({"to": [1, [{"pwd": 1}]]})], "the key pwd in the payload"),
        ("'k', %s", [Jsonb({"a": {"b": {"emails": [], "mail": 1}}})], "the key mail in the"),
        ("'k', %s", [Jsonb(nested(DEPTH + 1))], "nested too deep, more than 20"),
        ("'k', %s", [Jsonb([1])], "payload must be a JSON object"),
        ("'k', null", [], "payload must be a JSON object"),
        ("'k', %s", [Jsonb({"a": "x" * LIMIT})], "payload has .* bytes, more than 65536"),
        ("'k', '{}', ''", [], "dedup_key has 0 bytes; it needs 1 to 500"),
        ("'k', '{}', %s", ["ü" * 251], "dedup_key has 502 bytes"),
        ("'k', once_in => '1 day'", [], "once_in needs a dedup_key"),
        ("'k', dedup_key => 'a', once_in => '0'", [], "longer than nothing"),
        ("'', '{}'", [], "kind"),
        ("null", [], "kind"),
        ("'k', queue => ''", [], "queue"),
        ("'k', run_at => 'infinity'", [], "run_at_within_reach"),
        ("'k', run_at => '-infinity'", [], "run_at_not_before_reach"),
        ("'k', run_at => '0044-03-15 BC'", [], "run_at_not_before_reach"),
    ],
)
def test_what_python_would_refuse_is_refused_in_words(database, db, arguments, values, problem):
    with pytest.raises(psycopg.errors.IntegrityError, match=problem):
        enqueue(db, arguments, *values)

    assert db.execute("select count(*) from background_jobs").fetchone() == {"count": 0}


def test_what_python_allows_is_allowed(database, db):
    payload = {"ids": [{"plant": "secret"}], "deep": nested(DEPTH - 1)["a"]}

    assert row(db, enqueue(db, "'k', %s", Jsonb(payload)))["payload"] == payload
    assert not list(problems(nested(DEPTH), "payload"))
    assert list(problems(nested(DEPTH + 1), "payload"))
    assert row(db, enqueue(db, "'k', %s", Jsonb(nested(DEPTH))))["payload"] == nested(DEPTH)


ONCE = "'test.water', '{}', 'plant', once_in => interval '1 day'"


def test_a_window_is_one_whichever_language_opened_it(database, db):
    async def from_python():
        async with tx.run():
            return await outbox.enqueue(Water(), dedup_key=key, once_in=timedelta(days=1))

    key = "plant"
    first = enqueue(db, ONCE)
    on(database, lambda: outbox.tick(handlers(), budget=20))
    assert enqueue(db, ONCE) == first
    assert (found := on(database, from_python)).id == first
    assert not found.created

    key = "tree"
    second = on(database, from_python)
    on(database, lambda: outbox.tick(handlers(), budget=20))
    assert enqueue(db, ONCE.replace("plant", "tree")) == second.id


def test_after_the_window_sql_makes_a_new_job_and_a_new_window(database, db):
    first = enqueue(db, ONCE)
    on(database, lambda: outbox.tick(handlers(), budget=20))
    db.execute("update job_windows set until = clock_timestamp() - interval '1 ms'")

    second, third = enqueue(db, ONCE), enqueue(db, ONCE)

    assert first < second == third


def until(db):
    query = "select until::text, extract(epoch from until - clock_timestamp()) as left"
    return db.execute(f"{query} from job_windows").fetchone()


def test_the_days_of_a_window_in_sql_have_24_hours_too_and_longer_than_all_time_is_for_always(
    database, db
):
    db.execute("set timezone = 'Europe/Zurich'")
    for days in (100, 200):
        db.execute("delete from job_windows")
        enqueue(db, f"'k', dedup_key => 'k{days}', once_in => '{days} days'")
        assert 0 <= days * 86_400 - until(db)["left"] < 300

    db.execute("delete from job_windows")
    enqueue(db, "'k', dedup_key => 'ever', once_in => '1000 years'")
    assert until(db)["until"] == "infinity"


def test_who_asks_without_a_window_is_not_bound_by_one_in_either_language(database, db):
    async def from_python():
        async with tx.run():
            return (await outbox.enqueue(Water(), dedup_key="plant")).id

    ids = [enqueue(db, ONCE)]
    on(database, lambda: outbox.tick(handlers(), budget=20))
    ids.append(enqueue(db, "'test.water', '{}', 'plant'"))
    on(database, lambda: outbox.tick(handlers(), budget=20))
    ids.append(on(database, from_python))

    assert len({*ids}) == 3


def test_its_limits_are_those_of_python():
    written = (ROOT / "shared/outbox/migrations/0004_enqueue.sql").read_text("utf-8")
    function = written[written.index("create function enqueue_job") :]

    assert SECRET_KEY.pattern in function.replace("'\n                    '", "")
    assert f"> {LIMIT} " in function
    assert f"{{{DEPTH + 1} to last}}" in function
    assert f"between 1 and {KEY_LIMIT} " in function


def test_the_documented_lines_work_from_psql(database, db):
    [lines] = blocks(sections(read("docs/jobs.md"))["From other languages"], "sql")

    backup.run("psql", "-v", "ON_ERROR_STOP=1", database, "-c", lines)

    found = db.execute("select kind, payload, dedup_key from background_jobs").fetchall()
    assert found == [{"kind": "shop.receipt", "payload": {"order_id": 7}, "dedup_key": "receipt-7"}]
