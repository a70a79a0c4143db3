"""Which database this is: data restored from a backup must not send again what was sent since.

Old data alone is a laptop that slept, another database alone a failover. Both at once look like a
restore, and then nothing is claimed until a human has looked. A snapshot of a whole volume that is
put back in place cannot be told from a long sleep.
"""

import logging
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import LiteralString

import psycopg

from shared import tx

log = logging.getLogger("thistledown.outbox")

# A heartbeat older than this is old data; one younger than HEARTBEAT is not written again.
OLD = timedelta(minutes=15)
HEARTBEAT = timedelta(minutes=1)

SOMEBODY = "somebody paused everything"

# The timeline of the write-ahead log changes with every promotion, at once.
IDENTITY: LiteralString = """
    select (select system_identifier::text from pg_control_system()) as system_identifier,
           ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int as timeline,
           (select oid from pg_database where datname = current_database()) as database_oid,
           'job_origin'::regclass::oid as table_oid
"""

IDENTITY_WITHIN: LiteralString = """
    select null::text as system_identifier, null::int as timeline,
           (select oid from pg_database where datname = current_database()) as database_oid,
           'job_origin'::regclass::oid as table_oid
"""

# What some servers do not let everybody, or anybody, ask.
REFUSED = (
    psycopg.errors.InsufficientPrivilege,
    psycopg.errors.FeatureNotSupported,
    psycopg.errors.ObjectNotInPrerequisiteState,
    psycopg.errors.UndefinedFunction,
)

LOOK = """
    select paused_since is not null as is_paused, paused_because,
           last_tick_at < coalesce(%(now)s, clock_timestamp()) - %(heartbeat)s as is_due
      from job_origin
"""

FIRST = """
    insert into job_origin (system_identifier, timeline, database_oid, table_oid, last_tick_at)
    values (%(system_identifier)s, %(timeline)s, %(database_oid)s, %(table_oid)s,
            coalesce(%(now)s, clock_timestamp()))
    on conflict (is_only) do nothing
"""

# Two workers at once: the second waits for the first, then finds nothing left to do. A comparison
# with null is null, which counts as no difference.
BEAT = """
    with seen as (
        select now, age > %(old)s and moved as is_restored,
               format('the data are %%s minutes old and lie in another database than before: they '
                      'look restored from a backup, and what was sent since would be sent again',
                      round(extract(epoch from age) / 60)) as because
          from (select coalesce(%(now)s, clock_timestamp()) as now,
                       coalesce(%(now)s, clock_timestamp()) - last_tick_at as age,
                       coalesce(system_identifier <> %(system_identifier)s, false)
                       or coalesce(timeline <> %(timeline)s, false)
                       or database_oid <> %(database_oid)s
                       or table_oid <> %(table_oid)s as moved
                  from job_origin) as look
    )
    update job_origin
       set paused_since = case when is_restored then now end,
           paused_because = case when is_restored then because end,
           last_tick_at = case when is_restored then last_tick_at else now end,
           system_identifier = case when is_restored then system_identifier
                                    else %(system_identifier)s end,
           timeline = case when is_restored then timeline else %(timeline)s end,
           database_oid = case when is_restored then database_oid else %(database_oid)s end,
           table_oid = case when is_restored then table_oid else %(table_oid)s end
      from seen
     where paused_since is null and last_tick_at < now - %(heartbeat)s
    returning paused_because
"""

PAUSE = """
    update job_origin
       set paused_since = coalesce(paused_since, clock_timestamp()),
           paused_because = %(because)s
"""

RESUME = """
    update job_origin
       set paused_since = null, paused_because = null, last_tick_at = clock_timestamp(),
           system_identifier = %(system_identifier)s, timeline = %(timeline)s,
           database_oid = %(database_oid)s, table_oid = %(table_oid)s
      from (select paused_since is not null as was_paused from job_origin for update) as before
    returning was_paused
"""


@dataclass(frozen=True, slots=True)
class DatabaseIdentity:
    """What tells one database from another; None where the server does not say."""

    system_identifier: str | None
    timeline: int | None
    database_oid: int
    table_oid: int


@dataclass(frozen=True, slots=True)
class Look:
    """Whether everything is paused, and whether the heartbeat is due."""

    is_paused: bool
    paused_because: str | None
    is_due: bool


async def look(now: datetime | None) -> str | None:
    """Say that a worker looked, at most once a minute; return why everything is paused, if it is.

    Pauses everything, with one line in the log, when the data look restored from a backup. Runs in
    the open transaction.
    """
    found = await tx.row(Look, LOOK, now=now, heartbeat=HEARTBEAT)
    if found is None:
        await tx.execute(FIRST, now=now, **asdict(await identity()))
    elif found.is_due and not found.is_paused:
        here = asdict(await identity())
        if because := await tx.scalar(str, BEAT, now=now, old=OLD, heartbeat=HEARTBEAT, **here):
            log.error("everything is paused: %s", because)
        # Another worker may have been faster, and have paused everything.
        found = await tx.row(Look, LOOK, now=now, heartbeat=HEARTBEAT)
    return found.paused_because or SOMEBODY if found and found.is_paused else None


async def pause(because: str | None) -> None:
    """Let no worker claim anything, in the open transaction."""
    await tx.execute(FIRST, now=None, **asdict(await identity()))
    await tx.execute(PAUSE, because=because or SOMEBODY)


async def resume() -> bool:
    """Take this database for the right one from now on; False if nothing was paused."""
    return bool(await tx.scalar(bool, RESUME, **asdict(await identity())))


async def identity() -> DatabaseIdentity:
    """Ask the server what database this is, as far as it says."""
    try:
        async with tx.savepoint():
            found = await tx.row(DatabaseIdentity, IDENTITY)
    except REFUSED:
        found = await tx.row(DatabaseIdentity, IDENTITY_WITHIN)
    assert found is not None  # noqa: S101  (a select without a table has one row)
    return found
