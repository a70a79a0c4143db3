"""Put many jobs into the table at once, as fast as PostgreSQL takes them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from operator import ge
from typing import LiteralString

from psycopg.errors import DeadlockDetected, UniqueViolation

from shared import tx
from shared.outbox.enqueuing.encoding import KEY_LIMIT, check_key, encode_all
from shared.outbox.job import Job
from shared.outbox.misuse import check_time
from shared.outbox.payload import UNSTORABLE, in_json

# So many jobs are written as JSON while the server takes in those before.
BLOCK = 500

# So many go into one document.
DOCUMENT = 10_000

LIVE = """
    select exists (select from background_jobs
                    where dedup_key = any(%(keys)s) and status in ('pending', 'running'))
"""

COPY: LiteralString = """
    copy background_jobs (queue, kind, payload, dedup_key) from stdin
"""

COPY_LATER: LiteralString = """
    copy background_jobs (queue, kind, payload, dedup_key, run_at) from stdin
"""

# As in `enqueue`, a pending twin is locked until the transaction ends.
INSERT = """
    with asked as (
        insert into background_jobs (queue, kind, payload, dedup_key, run_at)
        select one ->> 0, one ->> 1, one -> 2, one ->> 3,
               coalesce(%(run_at)s, clock_timestamp())
          from jsonb_array_elements(%(jobs)s::jsonb) as one
        on conflict (dedup_key) where status in ('pending', 'running') do update
           set rerun_requested = background_jobs.rerun_requested
        returning id, xmax = 0 as created
    )
    select count(*) filter (where created) as inserted,
           case when %(ids)s then array_agg(id order by id) filter (where created) end as ids
      from asked
"""

# Keys are locked in one order by all who write many of them. Whoever meets one that locks jobs in
# another order, as of their ids, begins again.
TRIES = 4

# What COPY's text format spells otherwise, and how.
UNUSUAL = re.compile(r"[\\\t\n\r]")
SPECIAL = str.maketrans({"\\": r"\\", "\t": r"\t", "\n": r"\n", "\r": r"\r"})
NULL = r"\N"

Pair = tuple[str | None, Job]


@dataclass(frozen=True, slots=True)
class Bulk:
    """How many jobs were inserted, and how many had a live twin or were given twice.

    `ids` are those of the inserted ones, if they were asked for.
    """

    inserted: int
    skipped: int
    ids: list[int] | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """What became of one document."""

    inserted: int
    ids: list[int] | None


class OutOfOrder(Exception):
    """A key came that is not greater than the one before it."""


async def enqueue_many(
    jobs: Iterable[Pair], *, run_at: datetime | None = None, ids: bool = False
) -> Bulk:
    """Enqueue (dedup key or None, job) pairs in the ambient transaction: one live job for each key.

    Jobs are taken in as they come while their keys ascend, the shorter before the longer, and none
    of them has a live job; that is fastest. Anything else is sorted first, so that two of these
    never deadlock. `ids` asks for the ids of the jobs that were inserted, which takes longer.

    Raises:
        NoTransaction: outside `tx.run()`.
        BadPayload: naming the path of what cannot be stored; nothing of the batch is.
        TypeError: `run_at` is no datetime, or something is no job.
        ValueError: `run_at` has no time zone.

    """
    if run_at is not None:
        check_time(run_at)
    rest = iter(jobs)
    taken = list(islice(rest, BLOCK))
    if not ids and not await any_live(taken):
        try:
            async with tx.savepoint():
                await copy(taken, rest, run_at)
        except (UniqueViolation, OutOfOrder, DeadlockDetected):
            pass  # undone: all of them go the way on which clashes are allowed
        else:
            return Bulk(inserted=len(taken), skipped=0)
    taken += rest
    for _ in range(TRIES - 1):
        with suppress(DeadlockDetected):
            return await insert(taken, run_at, ids=ids)
    return await insert(taken, run_at, ids=ids)


async def any_live(pairs: Sequence[Pair]) -> bool:
    """Tell whether one of these keys has a live job, as all of them have in a replay."""
    keys = [key for key, _ in pairs if key is not None]
    check_keys(keys)
    return bool(keys) and await tx.scalar(bool, LIVE, keys=keys) is True


async def copy(taken: list[Pair], rest: Iterator[Pair], run_at: datetime | None) -> None:
    """Send the jobs taken and the rest, which is added to what was taken.

    Raises:
        OutOfOrder: the keys do not ascend.
        UniqueViolation: one of them has a live job.

    """
    statement = COPY if run_at is None else COPY_LATER
    tail = "" if run_at is None else f"\t{run_at.isoformat()}"
    connection = await tx.current().begun()
    cursor = connection.cursor()
    last = (0, "")
    block = taken[:]
    async with cursor, cursor.copy(statement) as out:
        while block:
            last = ascend(block, last)
            await out.write(lines(block, tail))
            block = list(islice(rest, BLOCK))
            taken += block


def ascend(block: Sequence[Pair], last: tuple[int, str]) -> tuple[int, str]:
    """Return the last key of a block, in the order of keys, or raise OutOfOrder."""
    ranks = [last, *((len(key), key) for key, _ in block if key is not None)]
    if any(map(ge, ranks, ranks[1:])):
        raise OutOfOrder
    return ranks[-1]


def lines(pairs: Sequence[Pair], tail: str) -> str:
    """Return jobs as lines of COPY's text format; JSON has no tab and no line break of its own."""
    keys = check_keys([key for key, _ in pairs])
    texts = encode_all([job for _, job in pairs])
    joined = "\n".join(texts)
    if "\\" in joined:
        texts = joined.replace("\\", "\\\\").split("\n")
    columns = {kind: columns_of(kind) for kind in {type(job) for _, job in pairs}}
    heads = [columns[type(job)] for _, job in pairs]
    return "".join(
        [
            f"{head}\t{text}\t{key}{tail}\n"
            for head, text, key in zip(heads, texts, keys, strict=True)
        ]
    )


def columns_of(kind: type[Job]) -> str:
    """Return what all jobs of a class have in their first two columns."""
    return f"{kind.queue.translate(SPECIAL)}\t{kind.kind.translate(SPECIAL)}"


def check_keys(keys: Sequence[str | None]) -> list[str]:
    """Return keys as COPY's text format has them, or refuse one that cannot be stored."""
    given = [key for key in keys if key is not None]
    joined = "".join(given)
    longest = max(map(len, given), default=0)
    if "@" in joined or "" in given or UNSTORABLE.search(joined) or 4 * longest > KEY_LIMIT:
        for key in given:
            check_key(key)
    if len(given) == len(keys) and not UNUSUAL.search(joined):
        return given
    return [NULL if key is None else key.translate(SPECIAL) for key in keys]


async def insert(pairs: Sequence[Pair], run_at: datetime | None, *, ids: bool) -> Bulk:
    """Write the jobs in order of their keys, the first of each key.

    Raises:
        DeadlockDetected: nothing of it is written, and what it locked is free again.

    """
    alone = [pair for pair in pairs if pair[0] is None]
    first = {key: job for key, job in reversed(pairs) if key is not None}
    keys = sorted(first, key=lambda key: (len(key), key))
    ordered: list[Pair] = [*alone, *((key, first[key]) for key in keys)]
    inserted = 0
    made: list[int] = []
    async with tx.savepoint():
        for start in range(0, len(ordered), DOCUMENT):
            jobs = document(ordered[start : start + DOCUMENT])
            part = await tx.row(Written, INSERT, jobs=jobs, run_at=run_at, ids=ids)
            assert part is not None  # noqa: S101  (an aggregate has one row)
            inserted += part.inserted
            made += part.ids or []
    return Bulk(inserted, len(pairs) - inserted, made if ids else None)


def document(pairs: Sequence[Pair]) -> str:
    """Return jobs as one JSON document."""
    for key, _ in pairs:
        if key is not None:
            check_key(key)
    texts = encode_all([job for _, job in pairs])
    rows = [
        f"[{in_json(job.queue)},{in_json(job.kind)},{text},{in_json(key)}]"
        for (key, job), text in zip(pairs, texts, strict=True)
    ]
    return f"[{','.join(rows)}]"
