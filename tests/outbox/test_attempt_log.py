"""One record for every attempt that ends: a line for people, fields for programs."""

import io
import json
import logging

import pytest

from shared import outbox
from tests.support.jobs import Water, enqueue, handlers, on, row

LOGGER = logging.getLogger("thistledown.outbox")


@pytest.fixture
def lines():
    """Collect what the outbox logs, as JSON lines."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(outbox.JsonLines())
    level = LOGGER.level
    LOGGER.addHandler(handler)
    LOGGER.setLevel(logging.INFO)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    LOGGER.removeHandler(handler)
    LOGGER.setLevel(level)


async def one_tick(work):
    job = await enqueue(Water())
    return job, await outbox.tick(handlers(work), budget=20)


async def done(job):
    pass


async def failing(job):
    raise ValueError("secret")


@pytest.mark.parametrize(
    ("work", "outcome", "error"),
    [(done, "succeeded", None), (failing, "failed", "ValueError (test_attempt_log.py:")],
)
def test_every_attempt_s_end_is_one_record(database, lines, work, outcome, error):
    job, _ = on(database, lambda: one_tick(work))

    (line,) = lines()
    assert line["job"] == job
    assert (line["kind"], line["attempt"], line["outcome"]) == ("test.water", 1, outcome)
    assert (line["level"], line["logger"]) == ("info", "thistledown.outbox")
    assert len(line["lease"]) == 36
    assert 0 <= line["seconds"] < 20
    assert (line["error"] or "").startswith(error or "")
    assert f"job={job} kind=test.water attempt=1 outcome={outcome} seconds=" in line["message"]
    assert "secret" not in json.dumps(line)


def test_nothing_is_put_together_for_a_log_that_nobody_reads(database, db, caplog):
    made = []

    class Counting(logging.Filter):
        def filter(self, record):
            made.append(record)
            return True

    counting = Counting()
    LOGGER.addFilter(counting)
    try:
        with caplog.at_level(logging.WARNING, LOGGER.name):
            job, _ = on(database, lambda: one_tick(done))
    finally:
        LOGGER.removeFilter(counting)

    assert row(db, job)["status"] == "succeeded"
    assert made == []


def formatted(message, *args, **extra):
    record = LOGGER.makeRecord(LOGGER.name, logging.INFO, "f", 1, message, args, None, extra=extra)
    return outbox.JsonLines().format(record)


@pytest.mark.parametrize(
    "said",
    [
        'a\n{"level": "error"}',
        "\x1b[2J\x07\x00\x7f\x9b",
        "\u2028\u2029\u0085",
        "\ud800",
        "\r\nInjected: yes",
    ],
)
def test_s30_what_is_logged_stays_one_line_of_plain_ascii(said):
    line = formatted("asked by %s", said, kind=said, **{"odd\nname": said})

    assert line.isascii()
    assert line.isprintable()
    read = json.loads(line)
    assert read["message"] == f"asked by {said}"
    assert read["kind"] == read["odd\nname"] == said
    assert read["level"] == "info"


def test_s30_a_kind_with_a_line_end_forges_no_line_of_the_text_either(database, db, caplog):
    db.execute("insert into background_jobs (kind) values (E'test.x\\njob=1 outcome=succeeded')")

    with caplog.at_level(logging.INFO, LOGGER.name):
        on(database, lambda: outbox.tick(handlers(), budget=20))

    told = [text for text in caplog.messages if text.startswith("job=")]
    assert len(told) == 1
    assert "\n" not in told[0]


def test_an_extra_field_takes_no_name_of_the_log_s_own():
    assert json.loads(formatted("hello", level="critical", time="never"))["level"] == "info"


def test_what_json_cannot_hold_is_written_as_python_shows_it():
    circle = []
    circle.append(circle)

    assert json.loads(formatted("x", one={1, 2}))["one"] == "{1, 2}"
    assert json.loads(formatted("x", one=float("nan")))["one"] == "nan"
    assert json.loads(formatted("x", one=circle))["one"] == "[[...]]"


def test_a_traceback_is_a_field_of_its_own_line():
    try:
        raise ValueError("two\nlines")
    except ValueError as error:
        said = (type(error), error, error.__traceback__)
    record = LOGGER.makeRecord(LOGGER.name, logging.ERROR, "f", 1, "it failed", (), said)

    line = outbox.JsonLines().format(record)

    assert line.isprintable()
    assert "ValueError: two\nlines" in json.loads(line)["traceback"]
