"""Spans for attempts, with OpenTelemetry's own exporter."""

import subprocess
import sys

import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.semconv._incubating.attributes import messaging_attributes as messaging
from opentelemetry.trace import SpanKind, StatusCode, get_current_span

from shared import outbox
from tests.support.jobs import Water, enqueue, handlers, nothing, on, outcomes


class Refused(Exception):
    public = "the mailbox of rose@example.com is full"


@pytest.fixture
def exported():
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    outbox.trace(provider.get_tracer("tests"))
    yield exporter.get_finished_spans
    outbox.trace(None)
    provider.shutdown()


async def one_tick(work):
    job = await enqueue(Water())
    await outbox.tick(handlers(work), budget=20)
    return job


def test_an_attempt_is_a_span_by_the_conventions_for_messaging(database, exported):
    seen = []

    async def work(job):
        seen.append(get_current_span().get_span_context().span_id)

    job = on(database, lambda: one_tick(work))

    (span,) = exported()
    assert span.name == "process test.water"
    assert span.kind is SpanKind.CONSUMER
    assert span.attributes == {
        messaging.MESSAGING_SYSTEM: "thistledown",
        messaging.MESSAGING_OPERATION_NAME: "process",
        messaging.MESSAGING_OPERATION_TYPE: messaging.MessagingOperationTypeValues.PROCESS.value,
        messaging.MESSAGING_DESTINATION_NAME: "bulk",
        messaging.MESSAGING_MESSAGE_ID: str(job),
        "thistledown.job.kind": "test.water",
        "thistledown.job.attempt": 1,
        "thistledown.job.outcome": "succeeded",
    }
    assert span.status.status_code is StatusCode.UNSET
    assert seen == [span.context.span_id]


def test_a_thread_is_inside_the_span_too(database, exported):
    seen = []

    def work(job):
        seen.append(get_current_span().get_span_context().span_id)

    on(database, lambda: one_tick(work))

    assert seen == [exported()[0].context.span_id]


@pytest.mark.parametrize(
    ("error", "kind", "text"),
    [
        (ValueError("secret"), "ValueError", "ValueError (test_tracing.py:"),
        (Refused("secret"), "Refused", "Refused: the mailbox of [address] is full"),
        (outbox.Discard("no such plant"), "Discard", "Discard: no such plant"),
    ],
)
def test_an_error_is_its_class_and_its_public_text(database, exported, error, kind, text):
    async def work(job):
        raise error

    on(database, lambda: one_tick(work))

    (span,) = exported()
    assert span.attributes["error.type"] == kind
    assert span.status.status_code is StatusCode.ERROR
    assert span.status.description.startswith(text)
    assert "secret" not in span.to_json()
    assert span.events == ()


def test_without_a_tracer_there_is_no_span(database, exported):
    outbox.trace(None)

    async def work(job):
        assert not get_current_span().get_span_context().is_valid

    on(database, lambda: one_tick(work))

    assert exported() == ()


class Broken:
    """A tracer that cannot make a span."""

    def start_as_current_span(self, *given, **named):
        raise ConnectionError


def test_a_tracer_that_fails_takes_no_other_job_along(database, db, exported):
    async def story():
        first = await one_tick(nothing)
        outbox.trace(Broken())
        second = await one_tick(nothing)
        outbox.trace(None)
        return first, second, await one_tick(nothing)

    jobs = on(database, story)

    assert [outcomes(db, job) for job in jobs] == [["succeeded"], ["failed"], ["succeeded"]]


def test_the_library_is_not_loaded_unless_somebody_asks():
    code = "import sys; import shared.outbox.worker.ticking; print('opentelemetry' in sys.modules)"

    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)

    assert said.stdout == "False\n"
