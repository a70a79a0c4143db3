"""A dead letter is corrected: what may stand in it, and what is remembered of it."""

import asyncio

import pytest

from shared import outbox
from tests.support.dead import die
from tests.support.jobs import Water, enqueue, handlers, on, row, state


def edit(database, job, payload, **options):
    return on(database, lambda: outbox.edit(job, payload, **options))


def test_a_corrected_letter_runs_with_its_new_payload(database, db):
    [job] = die(db)
    seen = []

    async def water(work):
        seen.append(work.plant)

    async def story():
        answer = await outbox.edit(job, {"plant": 42}, handlers=handlers(), by="ada")
        await outbox.tick(handlers(water))
        return answer, await outbox.actions(job)

    answer, [line] = on(database, story)

    assert answer.outcome == "retried"
    assert seen == [42]
    assert state(db, job) == ("succeeded", 1)
    assert (line.action, line.by, line.detail) == ("edited", "ada", {"changed": {"plant": 1}})


@pytest.mark.parametrize(
    ("payload", "path"),
    [
        ({"plant": 1, "api_key": "x"}, "payload.api_key looks like a secret"),
        ({"plant": {"token": "x"}}, "payload.plant.token looks like a secret"),
        ({"plant": float("nan")}, "payload.plant is nan"),
        ({"plant": "a\x00b"}, "payload.plant holds a NUL"),
        ({"plant": "x" * 70_000}, "more than 65536"),
    ],
)
def test_what_would_be_refused_at_enqueue_is_refused_here(database, db, payload, path):
    [job] = die(db)
    with pytest.raises(outbox.BadPayload, match=path):
        edit(database, job, payload)

    assert row(db, job)["payload"] == {"plant": 1}
    assert state(db, job) == ("dead", 7)


@pytest.mark.parametrize("payload", [{"plant": "one"}, {"bed": 1}, {"plant": 1, "bed": 2}])
def test_what_the_handler_of_a_known_kind_could_not_read_is_refused(database, db, payload):
    [job] = die(db)
    with pytest.raises(outbox.Undecodable):
        edit(database, job, payload, handlers=handlers())

    assert state(db, job) == ("dead", 7)
    assert on(database, lambda: outbox.actions(job)) == []


def test_a_kind_that_is_not_known_here_takes_any_payload_that_can_be_stored(database, db):
    [job] = die(db, kind="test.stranger")

    assert edit(database, job, {"bed": [1, 2]}, handlers=handlers()).outcome == "retried"
    assert row(db, job)["payload"] == {"bed": [1, 2]}


def test_a_secret_that_got_in_by_hand_is_not_copied_into_the_trail(database, db):
    [job] = die(db)
    db.execute("""update background_jobs set payload = '{"token": "t0p", "plant": 1}'""")
    edit(database, job, {"plant": 1})
    [line] = on(database, lambda: outbox.actions(job))

    assert line.detail == {"changed": {"token": "withheld"}}


def test_what_was_no_object_before_is_said(database, db):
    [job] = die(db)
    db.execute("""update background_jobs set payload = '[1]'""")
    edit(database, job, {"plant": 1})
    [line] = on(database, lambda: outbox.actions(job))

    assert line.detail == {"changed": {"payload": "no object"}}


def test_f31_a_second_click_changes_nothing(database, db):
    [job] = die(db)

    async def story():
        both = await asyncio.gather(outbox.edit(job, {"plant": 2}), outbox.edit(job, {"plant": 3}))
        return [one.outcome for one in both], await outbox.actions(job)

    answers, trail = on(database, story)

    assert sorted(answers) == ["not dead", "retried"]
    assert len(trail) == 1


def test_a_letter_with_a_live_twin_is_not_corrected(database, db):
    [job] = die(db, key="bed-")

    async def story():
        twin = await enqueue(Water(), dedup_key="bed-1")
        return twin, await outbox.edit(job, {"plant": 2}), await outbox.edit(2**40, {"plant": 2})

    twin, answer, unknown = on(database, story)

    assert (answer.outcome, answer.twin) == ("conflict", twin)
    assert unknown.outcome == "unknown"
    assert row(db, job)["payload"] == {"plant": 1}
