"""Who holds the queue up: old transactions, forgotten slots, locks, too many connections."""

from dataclasses import dataclass
from datetime import timedelta

from shared import tx
from shared.outbox.doctor.finding import Finding, Look, many, spoken
from shared.outbox.doctor.schema import tables

# Vacuum keeps every row that the oldest snapshot of this database could still see.
TRANSACTIONS = """
    select pid, application_name, usename::text as role, state,
           backend_xmin is not null or backend_xid is not null as holds_rows,
           clock_timestamp() - xact_start as age, clock_timestamp() - query_start as query_age
      from pg_stat_activity
     where datname = current_database()
       and pid <> pg_backend_pid()
       and backend_type in ('client backend', 'walsender')
       and (state like 'idle in transaction%%'
            and state_change < clock_timestamp() - %(idle)s
            or (backend_xmin is not null or backend_xid is not null)
               and xact_start < clock_timestamp() - %(snapshot)s)
     order by xact_start
"""

PREPARED = """
    select gid, owner::text as role, clock_timestamp() - prepared as age
      from pg_prepared_xacts
     where database = current_database()
       and prepared < clock_timestamp() - %(idle)s
     order by prepared
"""

SLOTS = """
    select slot_name::text as name, xmin is not null or catalog_xmin is not null as holds_rows
      from pg_replication_slots
     where not active and (database is null or database = current_database())
     order by slot_name
"""

WAITS = """
    with ours as (
        select distinct pid from pg_locks
         where database = (select oid from pg_database where datname = current_database())
           and relation::regclass::text = any(%(tables)s)
    ), waits as (
        select pid, clock_timestamp() - min(waitstart) as waited
          from pg_locks
         where not granted and pid in (select pid from ours)
         group by pid
        having min(waitstart) < clock_timestamp() - %(patience)s
    )
    select waits.pid, waiting.application_name, waits.waited, holder.pid as holder,
           holder.application_name as holder_name, holder.state as holder_state
      from waits
      join pg_stat_activity waiting using (pid)
     cross join lateral (select distinct unnest(pg_blocking_pids(waits.pid)) as pid) as blocking
      join pg_stat_activity holder on holder.pid = blocking.pid
     order by waits.waited desc, holder.pid
"""

CONNECTIONS = """
    select (select count(*) from pg_stat_activity where datname is not null) as used,
           current_setting('max_connections')::int
           - current_setting('superuser_reserved_connections')::int as allowed
"""

HIDDEN = """
    select count(*) from pg_stat_activity
     where datname = current_database() and query = '<insufficient privilege>'
"""


@dataclass(frozen=True, slots=True)
class OldTransaction:
    """A transaction that has been open for long."""

    pid: int
    application_name: str
    role: str
    state: str
    holds_rows: bool
    age: timedelta
    query_age: timedelta


@dataclass(frozen=True, slots=True)
class Prepared:
    """A transaction that was prepared and never ended."""

    gid: str
    role: str
    age: timedelta


@dataclass(frozen=True, slots=True)
class Slot:
    """A replication slot that nobody reads."""

    name: str
    holds_rows: bool


@dataclass(frozen=True, slots=True)
class Wait:
    """A process that waits for another."""

    pid: int
    application_name: str
    waited: timedelta
    holder: int
    holder_name: str
    holder_state: str | None


@dataclass(frozen=True, slots=True)
class Connections:
    """How many connections there are and may be."""

    used: int
    allowed: int


async def transactions(look: Look) -> list[Finding]:
    """Name who has an old transaction open, which keeps vacuum from cleaning the queue."""
    found = await tx.rows(
        OldTransaction,
        TRANSACTIONS,
        idle=look.thresholds.idle_transaction,
        snapshot=look.thresholds.snapshot,
    )
    return [told(one) for one in found]


def told(one: OldTransaction) -> Finding:
    """Say who has a transaction open, for how long, and what it does."""
    held = (
        "vacuum cannot clean up behind it, and claims get slower"
        if one.holds_rows
        else ("what it has locked stays locked")
    )
    return Finding(
        "transactions",
        f"Process {one.pid} ({who(one.application_name)}, role {one.role}) has a transaction open "
        f"for {spoken(one.age)} ({one.state}, last statement {spoken(one.query_age)} ago): {held}.",
        f"End it: select pg_terminate_backend({one.pid}); and give its role an "
        "idle_in_transaction_session_timeout.",
    )


async def prepared(look: Look) -> list[Finding]:
    """Name prepared transactions that nobody ends."""
    found = await tx.rows(Prepared, PREPARED, idle=look.thresholds.idle_transaction)
    return [
        Finding(
            "prepared transactions",
            f"The prepared transaction {one.gid!r} of role {one.role} is {spoken(one.age)} old: it "
            "holds rows and locks until somebody ends it, even after a restart.",
            f"End it: rollback prepared '{one.gid}'; or commit prepared, if it was meant.",
        )
        for one in found
    ]


async def slots(look: Look) -> list[Finding]:
    """Name replication slots that nobody reads."""
    del look
    return [
        Finding(
            "replication slots",
            f"Nobody reads the replication slot {one.name}: the log that it keeps fills the disk"
            + (", and vacuum cannot clean up behind it." if one.holds_rows else "."),
            f"Start its reader, or drop it: select pg_drop_replication_slot('{one.name}');",
        )
        for one in await tx.rows(Slot, SLOTS)
    ]


async def lock_waits(look: Look) -> list[Finding]:
    """Name who waits for whom at the queue's tables."""
    found = await tx.rows(Wait, WAITS, tables=sorted(tables()), patience=look.thresholds.lock_wait)
    return [
        Finding(
            "lock waits",
            f"Process {one.pid} ({who(one.application_name)}) has waited {spoken(one.waited)} at "
            f"the queue's tables for process {one.holder} ({who(one.holder_name)}, "
            f"{one.holder_state or 'state unknown'}).",
            f"Let {one.holder} end, or end it: select pg_terminate_backend({one.holder});",
        )
        for one in found
    ]


async def connections(look: Look) -> list[Finding]:
    """Say when few connections are left."""
    found = await tx.row(Connections, CONNECTIONS)
    if found is None or found.used < look.thresholds.connections * found.allowed:
        return []
    return [
        Finding(
            "connections",
            f"{found.used} of {found.allowed} connections are in use: soon nobody gets one.",
            "Close what idles, make the pools smaller, put a pooler in between, or raise "
            "max_connections.",
        )
    ]


async def hidden() -> int:
    """Count the sessions of other roles whose state this role may not see."""
    return await tx.scalar(int, HIDDEN) or 0


def who(application: str) -> str:
    """Return the name that an application gave itself."""
    return application or "no application name"


def why_hidden(count: int) -> str:
    """Say what the role lacks."""
    return (
        f"{many(count, 'session')} of other roles: `grant pg_read_all_stats` to this role, or ask "
        "as its owner."
    )
