"""Threads for handlers that are plain functions: a bounded number, shared by all of a process."""

import asyncio
import contextvars
import logging
import os
import threading
from collections.abc import Callable, Generator
from contextlib import suppress
from datetime import timedelta
from queue import SimpleQueue
from typing import Any

from shared.outbox.outcomes import Snooze

log = logging.getLogger("thistledown.outbox")

# Those that are late and do not end count among them.
MOST = 32

# How long a job rests whose earlier attempt still runs here, or for which no thread came free.
RESTS = timedelta(seconds=10)


class Call:
    """A handler's work in a thread; awaiting it gives what the handler returns or raises.

    Whoever awaits it can be cancelled, the thread cannot.
    """

    def __init__(self, job_id: int, work: Callable[[Any], object], payload: object) -> None:
        self._job_id = job_id
        self._work = work
        self._payload = payload
        self._returned: object = None
        self._raised: BaseException | None = None
        # Whoever takes the ticket decides: the thread, that it begins, or `give_up()`.
        self._ticket = [True]
        self._is_over = False
        self._loop = asyncio.get_running_loop()
        self._told: asyncio.Future[None] = self._loop.create_future()

    def __await__(self) -> Generator[Any, Any, object]:
        """Begin when a thread is free, and wait for the end.

        Raises:
            Snooze: an earlier attempt of the job still runs in a thread of this process, or the
                process has no thread and cannot start one.

        """
        if self._job_id in _at_work:
            raise Snooze(RESTS)
        _at_work.add(self._job_id)
        self._context = contextvars.copy_context()
        if not _threads.put(self):
            self.give_up()
            raise Snooze(RESTS)
        yield from self._told
        return self.outcome()

    @property
    def is_running(self) -> bool:
        """Tell whether the thread has begun and not ended."""
        return not self._ticket and not self._is_over

    def give_up(self) -> bool:
        """See to it that it never begins; False if it has begun."""
        try:
            self._ticket.pop()
        except IndexError:
            return False
        self._is_over = True
        _at_work.discard(self._job_id)
        return True

    async def end(self) -> object:
        """Wait for a thread that runs although its call was cancelled; return or raise its end."""
        self._told = self._loop.create_future()
        await self._told
        return self.outcome()

    def outcome(self) -> object:
        """Return or raise what the handler did."""
        if self._raised is not None:
            raise self._raised
        return self._returned

    def run(self) -> None:
        """Do the work, in the thread."""
        try:
            self._ticket.pop()
        except IndexError:
            return
        try:
            self._returned = self._context.run(self._work, self._payload)
        except BaseException as error:  # a handler that exits must not take the thread along
            self._raised = error
        _at_work.discard(self._job_id)
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._tell)

    def _tell(self) -> None:
        self._is_over = True
        if not self._told.done():
            self._told.set_result(None)


class Threads:
    """Threads that are started when they are needed, and end with the process, at work or not."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._calls: SimpleQueue[Call] = SimpleQueue()
        self._lock = threading.Lock()
        self._unfinished = 0
        self._started = 0

    def put(self, call: Call) -> bool:
        """Have a call run by the next thread that is free; False if there is none at all."""
        with self._lock:
            if self._unfinished >= self._started and self._started < self._most:
                self._start()
            if not self._started:
                return False
            self._unfinished += 1
            self._calls.put(call)
        return True

    def _start(self) -> None:
        name = f"outbox-{self._started + 1}"
        try:
            threading.Thread(target=self._serve, name=name, daemon=True).start()
        except (RuntimeError, MemoryError) as error:  # those that there are go on
            log.warning("No thread could be started beside the %d: %s", self._started, error)
        else:
            self._started += 1

    def _serve(self) -> None:
        while True:
            self._calls.get().run()
            with self._lock:
                self._unfinished -= 1


def begin_anew() -> None:
    """Have no threads and no work: a fork has none of its parent's."""
    global _threads
    _threads = Threads(MOST)
    _at_work.clear()


_threads = Threads(MOST)

# The jobs whose attempt waits for a thread or has one.
_at_work: set[int] = set()

with suppress(AttributeError):  # where there is no fork
    os.register_at_fork(after_in_child=begin_anew)
