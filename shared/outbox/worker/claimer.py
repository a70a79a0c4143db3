"""Keep the lanes in work: when to claim, how much of it, and what became of a claim."""

import asyncio
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from uuid import UUID, uuid4

import psycopg

from shared import tx
from shared.outbox.holding.allowance import LimitedQueues
from shared.outbox.job import Running
from shared.outbox.worker.claim import Claimed, claim_named, claim_or_hold
from shared.outbox.worker.recovery import adopt

# One claim leases at most so many, and about so many seconds of work are kept on hand.
MOST = 1000
AHEAD = 0.1

# Claims are worth a statement when so many seconds of work are missing.
WORTH = 0.01

# How long, in seconds, a claim that met no database waits for its next try.
PAUSE = 0.2

# A job whose worker has vanished before is worked when all else is done and written, or after so
# many seconds: it may take its worker along, and everything that this one has on hand.
ALONE = 1.0

# How long, in seconds, a look that found nothing in the way holds.
CLEAR = 1.0


class Known:
    """What a worker knows from one claim to the next of what is in the way of a queue's jobs."""

    def __init__(self, queues: Sequence[str]) -> None:
        self.limits = LimitedQueues(queues)
        self._clear_until = float("-inf")

    def is_clear(self, *, ahead: float = 0.0) -> bool:
        """Tell whether nothing was in the way at a look a moment ago.

        `ahead` is by how many seconds a new look comes early, so that who is in a hurry has it.
        """
        return time.monotonic() + ahead < self._clear_until

    def note(self, looked_at: float, *, is_clear: bool) -> None:
        """Remember a look, which was begun at a time.monotonic() value."""
        self._clear_until = looked_at + CLEAR if is_clear else float("-inf")

    def doubt(self) -> None:
        """Look anew the next time."""
        self._clear_until = float("-inf")


class Claimer:
    """Claims jobs for the lanes, one statement at a time.

    `give` gets what was claimed, `tell` is called when a claim has ended.
    """

    def __init__(
        self,
        *,
        lease: timedelta,
        concurrency: int,
        known: Known,
        give: Callable[[list[Running]], None],
        tell: Callable[[], None],
        now: datetime | None,
    ) -> None:
        self.is_dry = False
        self.claimed = 0
        self.error: BaseException | None = None
        self._lease = lease
        self._concurrency = concurrency
        self._give = give
        self._tell = tell
        self._now = now
        self._task: asyncio.Task[None] | None = None
        self._lost: UUID | None = None
        self._named: Running | None = None
        self._known = known
        self._again_at = 0.0
        self._is_careful = False
        self._alone_until = 0.0

    @property
    def is_busy(self) -> bool:
        """Tell whether a claim is on its way."""
        return self._task is not None

    @property
    def has_lost_one(self) -> bool:
        """Tell whether an answer was lost, so that jobs may be leased that nobody works."""
        return self._lost is not None

    @property
    def alone_until(self) -> float:
        """The time.monotonic() value until which it waits for all else to be done and written."""
        return self._alone_until if self._is_careful else float("inf")

    async def take_named(self, connection: psycopg.AsyncConnection, job: int) -> None:
        """Claim the one job that is said to have come, where nothing can be in the way.

        Raises:
            Error: of psycopg; it is looked for by its lease, should it have been claimed.
            Unavailable: the same.

        """
        known, lease_id = self._known, uuid4()
        if self._now is not None or not known.is_clear() or not known.limits.are_none():
            return
        try:
            self._named = await claim_named(
                connection, job, lease=self._lease, lease_id=lease_id, queues=known.limits.open()
            )
        except (psycopg.Error, tx.Unavailable):
            self._lost = lease_id
            raise

    def give_named(self) -> bool:
        """Have the job worked that was claimed by its name; False if none was."""
        named, self._named = self._named, None
        if named is None:
            return False
        self.claimed += 1
        self._give([named])
        return True

    @property
    def has_some(self) -> bool:
        """Tell whether a job was claimed by its name, or may have been."""
        return self._named is not None or self._lost is not None

    def start(self, *, on_hand: int, rate: float, is_idle: bool = False) -> bool:
        """Begin to claim if work is missing: `on_hand` jobs, at `rate` jobs a second.

        `is_idle` says that there is nothing on hand, nor anything to be written.
        """
        now = time.monotonic()
        if self._task is not None or now < self._again_at:
            return False
        if self._is_careful:
            if not is_idle and now < self._alone_until:
                return False
            rate = 0.0
        wanted = min(max(self._concurrency, round(rate * AHEAD)), 2 * MOST)
        missing = wanted - on_hand
        worth = max(1, min(MOST, round(rate * WORTH))) if wanted > self._concurrency else 1
        if missing <= 0 or (missing < worth and on_hand):
            return False
        self._task = asyncio.create_task(self._claim(min(missing, MOST)))
        self._task.add_done_callback(self._is_done)
        return True

    async def finish(self, *, patience: float) -> None:
        """See to the end of a claim that is on its way, and look for one whose answer was lost."""
        await self._wait(patience)
        if self._lost is not None and self._task is None:
            self._again_at = 0.0
            self.start(on_hand=0, rate=0, is_idle=True)
            await self._wait(patience)

    async def cancel(self) -> None:
        """Stop a statement that does not come to its end."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _wait(self, patience: float) -> None:
        if self._task is not None:
            await asyncio.wait([self._task], timeout=patience)

    def _is_done(self, task: asyncio.Task[None]) -> None:
        self._task = None
        if not task.cancelled():
            self.error = task.exception()
        self._tell()

    async def _claim(self, limit: int) -> None:
        lease_id = self._lost or uuid4()
        try:
            if self._lost is None:
                found = await self._found(lease_id, limit)
            else:
                adopted = await adopt(lease_id)
                found = Claimed(adopted, is_dry=False, is_suspicious=self._is_careful)
            self.is_dry = found.is_dry
            self._is_careful = found.is_suspicious
            self._alone_until = time.monotonic() + ALONE
        except tx.Unavailable as error:
            if not isinstance(error, tx.CommitUnknown) or self._lost is not None:
                self._again_at = time.monotonic() + PAUSE
                raise
            self._lost = lease_id
            return
        self._lost = None
        self.claimed += len(found.running)
        self._give(found.running)

    async def _found(self, lease_id: UUID, limit: int) -> Claimed:
        known = self._known
        limited = await known.limits.look()
        looked_at, is_clear = time.monotonic(), known.is_clear(ahead=CLEAR / 2)
        queues = known.limits.open()
        found = await claim_or_hold(
            limit,
            lease=self._lease,
            lease_id=lease_id,
            queues=queues,
            limited=limited,
            now=self._now,
            is_clear=is_clear,
        )
        if limited:
            known.limits.note(queues, found.locked)
        if not is_clear:
            known.note(looked_at, is_clear=found.is_clear)
        return found
