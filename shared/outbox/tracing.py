"""Spans of OpenTelemetry for attempts, for who asks for them: `outbox.trace(tracer)`.

Names follow its semantic conventions for messaging spans, which are still in development. The
library is imported only when a tracer is given, so that it stays an optional extra.
"""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from shared.outbox.ended import Ended
from shared.outbox.job import Running

if TYPE_CHECKING:
    from opentelemetry.trace import Span, Tracer

SYSTEM = "thistledown"

_tracer: "Tracer | None" = None


def trace(tracer: "Tracer | None") -> None:
    """Make a span of every attempt from now on, with this tracer; None ends that.

    An error is recorded by its class and its `public` text, never by its message.
    """
    global _tracer
    _tracer = tracer


def is_on() -> bool:
    """Tell whether attempts are traced."""
    return _tracer is not None


@contextmanager
def span_of(running: Running) -> Generator[Callable[[Ended], None]]:
    """Have the block in a span of its own, and yield what is to be told the attempt's end."""
    if _tracer is None:
        yield ignore
        return
    from opentelemetry.trace import SpanKind

    with _tracer.start_as_current_span(
        f"process {running.kind}",
        kind=SpanKind.CONSUMER,
        attributes={
            "messaging.system": SYSTEM,
            "messaging.operation.name": "process",
            "messaging.operation.type": "process",
            "messaging.destination.name": running.queue,
            "messaging.message.id": str(running.id),
            "thistledown.job.kind": running.kind,
            "thistledown.job.attempt": running.attempt,
        },
        record_exception=False,
        set_status_on_exception=False,
    ) as span:
        yield lambda ended: tell(span, ended)


def tell(span: "Span", ended: Ended) -> None:
    """Write the end of an attempt into its span."""
    from opentelemetry.trace import StatusCode

    span.set_attribute("thistledown.job.outcome", ended.outcome)
    if ended.error is not None:
        span.set_attribute("error.type", ended.error.partition(":")[0].partition(" ")[0])
        span.set_status(StatusCode.ERROR, ended.error)


def ignore(ended: Ended) -> None:
    """Tell nobody."""
