"""Mistakes in the code that uses the queue are told at once, with what to write instead."""

from dataclasses import dataclass, field, make_dataclass
from datetime import UTC, datetime, timedelta
from typing import ClassVar

import pytest

from shared import outbox, tx
from shared.outbox.testing import drain
from tests.support.jobs import Water, enqueue, nothing, on

LIST = [outbox.Handler(Water, nothing)]


class NoDataclass:
    kind: ClassVar[str] = "test.none"
    queue: ClassVar[str] = "bulk"


@dataclass(frozen=True)
class NoKind:
    queue: ClassVar[str] = "bulk"


@dataclass(frozen=True)
class NoQueue:
    kind: ClassVar[str] = "test.no-queue"


def stream():
    yield


@pytest.mark.parametrize(
    ("options", "error", "told"),
    [
        ({"on_waiting": "repalce", "dedup_key": "k"}, ValueError, "keep, sooner, resch"),
        ({"on_running": "re-run", "dedup_key": "k"}, ValueError, "can be absorb, rerun"),
        ({"on_running": "rerun"}, ValueError, "needs a dedup_key"),
        ({"on_waiting": "sooner"}, ValueError, "needs a dedup_key"),
        ({"run_at": timedelta(hours=1)}, TypeError, r"a timedelta: .*datetime\.now\(UTC\)"),
        ({"run_at": 3600}, TypeError, "run_at is an int"),
        ({"run_at": datetime(2026, 1, 1)}, ValueError, "time zone"),  # noqa: DTZ001  (the mistake)
        ({"once_in": 86400, "dedup_key": "k"}, TypeError, r"an int: .*timedelta\(days=1\)"),
        ({"once_in": datetime.now(UTC), "dedup_key": "k"}, TypeError, "a datetime"),
    ],
)
def test_an_option_that_means_nothing_is_refused(database, db, options, error, told):
    with pytest.raises(error, match=told):
        on(database, lambda: enqueue(Water(), **options))

    assert db.execute("select count(*) from background_jobs").fetchone() == {"count": 0}


def test_a_batch_refuses_a_length_of_time_as_its_moment(database):
    async def story():
        async with tx.run():
            await outbox.enqueue_many([(None, Water())], run_at=timedelta(hours=1))

    with pytest.raises(TypeError, match="run_at is a timedelta"):
        on(database, story)


@pytest.mark.parametrize(
    ("job", "told"),
    [
        ({"plant": 1}, "dict is no dataclass"),
        (Water, "make a job of it"),
        (NoDataclass(), "NoDataclass is no dataclass"),
        (NoKind(), "NoKind has no `kind`"),
        (NoQueue(), "NoQueue has no `queue`"),
    ],
)
def test_what_is_no_job_is_refused(database, job, told):
    async def in_a_batch():
        async with tx.run():
            await outbox.enqueue_many([(None, job)])

    with pytest.raises(TypeError, match=told):
        on(database, lambda: enqueue(job))
    with pytest.raises(TypeError, match=told):
        on(database, in_a_batch)


@pytest.mark.parametrize(
    ("arguments", "error", "told"),
    [
        ((Water, "water"), TypeError, r"test\.water is a str"),
        ((Water, Water), TypeError, "is the class Water"),
        ((nothing, Water), TypeError, "job's class first: the function nothing is no class"),
        ((NoDataclass, nothing), TypeError, "NoDataclass is no dataclass"),
        ((NoKind, nothing), TypeError, "NoKind has no `kind`"),
        ((NoQueue, nothing), TypeError, "NoQueue has no `queue`"),
        ((Water, stream), ValueError, "has a `yield`"),
        ((Water, nothing, 0), ValueError, "may take 0 s"),
        ((Water, nothing, -1.5), ValueError, "may take -1.5 s"),
        ((Water, nothing, float("nan")), ValueError, "more than 0"),
        ((Water, nothing, timedelta(seconds=3)), TypeError, "it is in seconds"),
    ],
)
def test_a_handler_that_could_not_work_is_refused(arguments, error, told):
    with pytest.raises(error, match=told):
        outbox.Handler(*arguments)


@pytest.mark.parametrize(
    "name", ["ada@garden.example", "a b", "\x1b[31mred", "a\n", "x" * 101, "kind\u202e"]
)
@pytest.mark.parametrize("attribute", ["kind", "queue"])
def test_a_kind_and_a_queue_are_names(database, attribute, name):
    names = {"kind": "test.named", "queue": "bulk"} | {attribute: name}
    made = make_dataclass("Named", [("n", int, 1)], namespace=names, frozen=True)

    with pytest.raises(TypeError, match=f"The {attribute} of Named is no name"):
        outbox.Handler(made, nothing)
    with pytest.raises(TypeError, match=f"The {attribute} of Named is no name"):
        on(database, lambda: enqueue(made()))
    for ask in (
        lambda: outbox.enqueue_from(made, "select '{}'::jsonb, 'key'"),
        lambda: outbox.fan_out("key", made, "select '{}'::jsonb, 'key'"),
    ):
        with pytest.raises(TypeError, match=f"The {attribute} of Named is no name"):
            on(database, ask)


@pytest.mark.parametrize("kind", ["shop:order/charge-card_v2.1", "gieße.blumen", "x" * 100])
def test_names_of_many_sorts_are_names(kind):
    names = {"kind": kind, "queue": kind}
    outbox.Handler(make_dataclass("Named", [], namespace=names, frozen=True), nothing)


@dataclass(frozen=True)
class Half:
    kind: ClassVar[str] = "test.half"
    queue: ClassVar[str] = "bulk"

    whole: int
    half: int = field(init=False, default=0)


@dataclass(frozen=True)
class Unread:
    kind: ClassVar[str] = "test.unread"
    queue: ClassVar[str] = "bulk"

    n: "Nowhere" = 1  # noqa: F821  (that is the mistake)


@pytest.mark.parametrize(
    ("kind", "job", "told"),
    [
        (Half, Half(1), "The field 'half' of Half has init=False"),
        (Unread, Unread(), r"Unread's fields cannot be read \(name 'Nowhere' is not defined\)"),
    ],
)
def test_a_payload_that_could_not_be_read_back_is_refused(database, kind, job, told):
    with pytest.raises(TypeError, match=told):
        outbox.Handler(kind, nothing)
    with pytest.raises(TypeError, match=told):
        on(database, lambda: enqueue(job))


@pytest.mark.parametrize("given", [LIST[0], [nothing], [Water], None])
def test_handlers_are_made_of_handlers_alone(given):
    with pytest.raises(TypeError, match=r"write Handlers\(\[Handler"):
        outbox.Handlers(given)


@pytest.mark.parametrize("work", [outbox.tick, drain, lambda given: outbox.serve(given, None)])
def test_a_worker_takes_no_list(database, work):
    with pytest.raises(TypeError, match=r"are a list: pass outbox\.Handlers"):
        on(database, lambda: work(LIST))


def test_a_schedule_is_not_late_before_its_time():
    with pytest.raises(ValueError, match="not less than nothing"):
        outbox.Schedule("early", Water(), "07:00", late=timedelta(-1))
