"""Take what is due: one statement that leases it, or marks what is held back."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, LiteralString
from uuid import UUID

import psycopg

from shared import tx
from shared.outbox.holding.allowance import allowed, groups, spend
from shared.outbox.job import Running
from shared.outbox.worker.claim_statements import CLAIM, CLAIM_CLEAR, CLAIM_NAMED
from shared.tx.wire import ask, check, composed, first_row

# How long, in seconds, the claim of a named job may take, and each of the two steps to stop it: who
# stands ready waits for it, and the ordinary claim would find the job as well.
PATIENCE = 1.0

# A list of names in JSON differs from PostgreSQL's array of them by its brackets alone.
AS_ARRAY = str.maketrans("[]", "{}")

# Where jobs are held back in a queue with limits, one statement passes so many of them.
MOST_HELD = 1000

Run = Callable[[LiteralString, Mapping[str, object]], Awaitable[list[tuple[Any, ...]]]]


@dataclass(slots=True)
class Claimed:
    """What a claim leased, and what it met.

    `is_dry` says that no more can be claimed now, `is_clear` that nothing is in the way,
    `is_suspicious` that it met a suspect. `locked` are queues whose limits somebody keeps locked.
    """

    running: list[Running]
    is_dry: bool = True
    is_clear: bool = False
    is_suspicious: bool = False
    locked: tuple[str, ...] = ()


async def claim_or_hold(
    limit: int,
    *,
    lease: timedelta,
    lease_id: UUID,
    queues: Sequence[str],
    limited: set[str],
    now: datetime | None = None,
    is_clear: bool = False,
) -> Claimed:
    """Lease at most `limit` due jobs, queue after queue, each in order of run_at and id.

    `limited` are those of the queues that have limits, which takes more than one statement.
    `is_clear` says that nothing is in the way, neither a pause nor a breaker. It leases the jobs
    before the first whose worker has vanished before, or that one alone.

    Raises:
        Unavailable: nothing was claimed.
        CommitUnknown: nobody knows; what was claimed has this `lease_id`.

    """
    this = Claim(lease, lease_id, now)
    if not limited.intersection(queues):
        return await this.take(tx.at_once, queues, limit, CLAIM_CLEAR if is_clear else CLAIM)

    async def take() -> Claimed:
        all_found = Claimed([])
        for group in groups(queues, limited):
            left = limit - len(all_found.running)
            found = await (this.limited if group[0] in limited else this.free)(group, left)
            all_found.running += found.running
            all_found.locked += found.locked
            all_found.is_suspicious = found.is_suspicious
            if not found.is_dry:
                all_found.is_dry = False
                break
        return all_found

    return await tx.retrying(take)


async def claim_named(
    connection: psycopg.AsyncConnection,
    job: int,
    *,
    lease: timedelta,
    lease_id: UUID,
    queues: Sequence[str],
) -> Running | None:
    """Lease one job that is said to have come, if it is new and due.

    The connection is one that listens, on which the statement is prepared.

    Raises:
        Error: of psycopg. If the connection is lost, nobody knows whether it has this `lease_id`.
        CommitUnknown: there was no answer in time, and nobody knows either.

    """
    message = composed(
        connection,
        CLAIM_NAMED,
        {
            "id": job,
            "lease": f"{lease.total_seconds()} s",
            "lease_id": str(lease_id),
            "queues": json.dumps(queues, ensure_ascii=False).translate(AS_ARRAY),
        },
    )
    try:
        async with asyncio.timeout(PATIENCE):
            answer = await ask(connection, message, stops=PATIENCE)
    except TimeoutError:
        raise tx.CommitUnknown from None
    found = first_row(connection, check(connection, answer))
    if found is None:
        return None
    kind, queue, payload, until = found
    return Running(job, kind, queue, payload, 1, lease_id, datetime.fromtimestamp(until, UTC))


@dataclass(frozen=True, slots=True)
class Claim:
    """What is the same for all that one claim takes."""

    lease: timedelta
    lease_id: UUID
    now: datetime | None

    async def free(self, queues: Sequence[str], limit: int) -> Claimed:
        """Lease jobs of queues without limits, in the open transaction."""
        return await self.take(tx.tuples, queues, limit)

    async def limited(self, queues: Sequence[str], limit: int) -> Claimed:
        """Lease as many jobs of a queue as its limits allow, in the open transaction.

        It is dry when they allow no more. Those that are held back do not count.
        """
        [queue] = queues
        permitted = await allowed(queue, limit, now=self.now)
        if permitted is None:
            return Claimed([], locked=(queue,))
        found, walked = Claimed([]), permitted
        while left := permitted - len(found.running):
            more = await self.take(tx.tuples, queues, walked, at_most=left)
            found.running += more.running
            found.is_suspicious = more.is_suspicious
            if more.is_dry or more.is_suspicious:
                break
            walked = MOST_HELD
        await spend(queue, len(found.running))
        found.is_dry = len(found.running) < limit and not found.is_suspicious
        return found

    async def take(
        self,
        run: Run,
        queues: Sequence[str],
        limit: int,
        statement: LiteralString = CLAIM,
        *,
        at_most: int | None = None,
    ) -> Claimed:
        """Meet at most `limit` due jobs in one statement, and lease those that nothing holds."""
        at_most = limit if at_most is None else at_most
        rows = await run(
            statement,
            {
                "queues": list(queues),
                "limit": limit,
                "allowed": at_most,
                "lease": self.lease,
                "lease_id": self.lease_id,
                "now": self.now,
            },
        )
        leased = [row for row in rows if row[0] is not None]
        others = [row for row in rows if row[0] is None] if len(leased) < len(rows) else []
        leased.sort()
        met = len(leased) + sum(row[2] is not None for row in others)
        is_suspicious = bool(leased) and leased[0][-1]
        return Claimed(
            self.attempts(leased),
            is_dry=met < limit and len(leased) < at_most and not is_suspicious,
            is_clear=not others,
            is_suspicious=is_suspicious,
        )

    def attempts(self, leased: Sequence[tuple[Any, ...]]) -> list[Running]:
        """Return what was leased, which has one end of its leases."""
        if not leased:
            return []
        until, lease_id = datetime.fromtimestamp(leased[0][-2], UTC), self.lease_id
        return [
            Running(job_id, kind, queue, payload, attempt, lease_id, until)
            for _, _, job_id, kind, queue, payload, attempt, _, _ in leased
        ]
