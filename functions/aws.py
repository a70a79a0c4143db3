"""Lambda's entry points: `http` behind API Gateway, `tick` on a schedule, `bounces` at a queue.

Each loads its own part of the house and no other's. All run on one event loop that lives
as long as the process: the database connections belong to it, and `asyncio.run` would leave
Mangum without one.
"""

import asyncio
import gc
import json
import logging
import time
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from shared.settings import Settings, environment

if TYPE_CHECKING:
    from mangum import Mangum
    from mangum.types import LambdaContext

    from shared.outbox import Handlers, Report, Schedule

LOGGER = logging.getLogger("thistledown.aws")

LOOP = asyncio.new_event_loop()
asyncio.set_event_loop(LOOP)

PAUSE = 5.0
MARGIN = 10.0  # what a tick may need beyond its budget, before Lambda ends the process


def http(event: dict[str, Any], context: "LambdaContext") -> dict[str, Any]:
    """Answer one request of an HTTP API."""
    return application()(event, context)


def tick(event: dict[str, Any], context: "LambdaContext") -> dict[str, Any]:
    """Work what is due and report. Whatever it raises makes the invocation a failed one."""
    del event
    budget = context.get_remaining_time_in_millis() / 1000 - MARGIN
    report = LOOP.run_until_complete(work_through(budget))
    LOGGER.info("%s", json.dumps({"event": "tick", **report}))
    return report


def bounces(event: dict[str, Any], context: "LambdaContext") -> dict[str, Any]:
    """Take in what SNS has put into a queue, and say which messages are to stay in it."""
    del context
    kept = LOOP.run_until_complete(listener()(event.get("Records", [])))
    return {"batchItemFailures": [{"itemIdentifier": name} for name in kept]}


@cache
def application() -> "Mangum":
    """Load the HTTP half, once."""
    from mangum import Mangum

    from functions.app import create_app

    # Its line for each request would hold the whole path; the edge writes a careful one.
    logging.getLogger("mangum").setLevel(logging.WARNING)
    # A lifespan would begin and end with every single request.
    return Mangum(create_app(Settings.from_env()), lifespan="off")


@cache
def worker() -> "tuple[Settings, Handlers, list[Schedule]]":
    """Load the half that works jobs, once, and configure the process for it."""
    from functions.jobs import JOBS, SCHEDULES
    from shared import settings, tx

    chosen = Settings.from_env()
    settings.use(chosen)
    tx.use(tx.Pool(chosen.database_url))
    return chosen, JOBS, SCHEDULES


@cache
def listener() -> Callable[[list[dict[str, Any]]], Coroutine[Any, Any, list[str]]]:
    """Load the little that listens to a queue, once."""
    from shared import tx
    from shared.newsletter.returning.sns_queue import take_in

    chosen = Settings.from_env()
    tx.use(tx.Pool(chosen.database_url))
    return partial(take_in, settings=chosen)


async def work_through(budget: float) -> dict[str, Any]:
    """Tick, and again every few seconds while something falls due that could still be begun."""
    from shared import outbox
    from shared.mail.transport import open_transport
    from shared.newsletter import garden
    from shared.newsletter.delivering import pace

    settings, jobs, schedules = worker()
    deadline = time.monotonic() + budget
    open_transport(settings.mail_url)  # a wrong MAIL_URL is better said now than in every job
    await garden.claim(settings)
    await pace.keep(settings)
    left = deadline - time.monotonic()
    reports = [await outbox.tick(jobs, budget=left, schedules=schedules)]
    while is_due(reports[-1], within=deadline - jobs.longest - time.monotonic()):
        await asyncio.sleep(PAUSE)
        left = deadline - time.monotonic()
        if left < jobs.longest:
            break
        reports.append(await outbox.tick(jobs, budget=left, schedules=schedules))
    return together(reports)


def is_due(report: "Report", *, within: float) -> bool:
    """Tell whether the next job falls due in so many seconds.

    The calendar's next slot is for the tick of the next minute, which comes anyway: four times in
    an hour one would idle here until a digest might be due.
    """
    if report.next_job_at is None:
        return False
    return report.next_job_at <= datetime.now(UTC) + timedelta(seconds=within)


def together(reports: "list[Report]") -> dict[str, Any]:
    """Add the reports of one invocation up; what comes next is what the last one says."""
    told = [report.as_json() for report in reports]
    numbers = [name for name, value in told[-1].items() if isinstance(value, int | float)]
    sums = {name: round(sum(one[name] for one in told), 3) for name in numbers}
    kinds = sorted({kind for report in reports for kind in report.unknown_kinds})
    return {**told[-1], **sums, "unknown_kinds": kinds, "ticks": len(reports)}


# While a function starts, Lambda lends it a whole processor: what it will need is loaded now.
LOADERS: dict[str, Callable[[], object]] = {
    "functions.aws.http": application,
    "functions.aws.tick": worker,
    "functions.aws.bounces": listener,
}
if load := LOADERS.get(environment().get("_HANDLER", "")):
    gc.disable()  # none of it is garbage, and looking for some is a twentieth of the work
    load()
    gc.freeze()
    gc.enable()
