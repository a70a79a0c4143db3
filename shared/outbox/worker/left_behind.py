"""Tasks that handlers have made and not waited for: named in the log and cancelled."""

import asyncio
import gc
import logging
from collections.abc import Callable, Collection
from contextvars import Context
from typing import Any

from shared.outbox.failure import describe
from shared.outbox.job import running_in

log = logging.getLogger("thistledown.outbox")

# How long, in seconds, they may take to end.
PATIENCE = 0.2

AnyTask = asyncio.Task[Any]


async def cancel_left_behind(
    is_ours: Callable[[Context], bool], *, apart: Collection[AnyTask] = ()
) -> None:
    """Cancel the tasks that handlers of one tick have made, apart from those that work one.

    Whatever shall outlive an attempt is started where the process starts.
    """
    left: list[AnyTask] = []
    for task in asyncio.all_tasks().difference(apart, {asyncio.current_task()}):
        context = context_of(task)
        running = running_in(context)
        if running is not None and is_ours(context) and task.cancel():
            left.append(task)
            log.warning("job %d (%s) left %s behind", running.id, running.kind, name_of(task))
    if not left:
        return
    ended, _ = await asyncio.wait(left, timeout=PATIENCE)
    for task in ended:
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("%s: %s", name_of(task), describe(error))


def name_of(task: AnyTask) -> str:
    """Return the function that a task runs."""
    return "the task " + str(getattr(task.get_coro(), "__qualname__", "without a name"))[:200]


def context_of(task: AnyTask) -> Context:
    """Return the context that a task runs in, which Python itself tells from 3.12 on only."""
    return next((one for one in gc.get_referents(task) if isinstance(one, Context)), Context())
