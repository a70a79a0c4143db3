"""Whether the server is fit: version, clock, timeouts, durability, vacuum, transaction ids."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from shared import tx
from shared.outbox.doctor.finding import Finding, Look, spoken

SETTINGS = """
    select current_setting('server_version_num')::int as version,
           current_setting('server_version') as version_text,
           pg_is_in_recovery() as is_standby,
           current_setting('default_transaction_read_only') = 'on' as is_read_only,
           current_setting('default_transaction_isolation') as isolation,
           current_setting('fsync') = 'on' as fsync,
           current_setting('full_page_writes') = 'on' as full_page_writes,
           current_setting('synchronous_commit') <> 'off' as synchronous_commit,
           current_setting('autovacuum') = 'on' and current_setting('track_counts') = 'on'
             as autovacuum,
           (select age(datfrozenxid) from pg_database where datname = current_database())
             as transaction_age,
           current_setting('max_prepared_transactions')::int > 0 as prepares,
           pg_backend_pid() as pid
"""

# Each in milliseconds; one that this version does not know is missing.
TIMEOUTS = """
    select name, setting::int * interval '1 ms' as setting
      from pg_settings
     where name in ('statement_timeout', 'transaction_timeout') and setting::int > 0
     order by name
"""

NOW = "select clock_timestamp()"

ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Server:
    """The server's settings that matter here."""

    version: int
    version_text: str
    is_standby: bool
    is_read_only: bool
    isolation: str
    fsync: bool
    full_page_writes: bool
    synchronous_commit: bool
    autovacuum: bool
    transaction_age: int
    prepares: bool
    pid: int


@dataclass(frozen=True, slots=True)
class Timeout:
    """A timeout that is set."""

    name: str
    setting: timedelta


@dataclass(frozen=True, slots=True)
class Skew:
    """By how much the server's clock is ahead of this machine's, and how far that may be off."""

    ahead: timedelta
    bound: timedelta


async def read_server() -> Server:
    """Return the server's settings."""
    found = await tx.row(Server, SETTINGS)
    assert found is not None  # noqa: S101  (a select without from has one row)
    return found


def is_pooled(found: Server) -> bool:
    """Tell whether a pooler stands in between: it gives its clients process numbers of its own."""
    return tx.current().connection.info.backend_pid != found.pid


async def version(look: Look) -> list[Finding]:
    """Say when the server is older than what the queue is tested with."""
    found = await read_server()
    if found.version >= look.thresholds.oldest_version:
        return []
    return [
        Finding(
            "version",
            f"PostgreSQL {found.version_text} is older than "
            f"{look.thresholds.oldest_version // 10_000}, the oldest that the queue works with.",
            "Upgrade the server.",
        )
    ]


async def writable(look: Look) -> list[Finding]:
    """Say when nothing can be written, or not in the way that the queue relies on."""
    del look
    found = await read_server()
    findings: list[Finding] = []
    if found.is_standby:
        findings.append(
            Finding(
                "writable",
                "The server is a standby: nothing can be enqueued or claimed.",
                "Connect to the primary.",
            )
        )
    elif found.is_read_only:
        findings.append(
            Finding(
                "writable",
                "The database is read-only: nothing can be enqueued or claimed.",
                "Set default_transaction_read_only to off for it and for this role.",
            )
        )
    if found.isolation != "read committed":
        findings.append(
            Finding(
                "writable",
                f"Transactions are {found.isolation} by default: claims and enqueues clash.",
                "Set default_transaction_isolation to 'read committed' for this database.",
            )
        )
    return findings


async def durable(look: Look) -> list[Finding]:
    """Say when a crash of the server could lose what was committed."""
    del look
    found = await read_server()
    loose = [name for name in ("fsync", "full_page_writes") if not getattr(found, name)]
    if loose:
        return [
            Finding(
                "durability",
                f"{' and '.join(loose)} {'is' if len(loose) == 1 else 'are'} off: a crash of the "
                "machine can destroy the database.",
                "Turn it on in postgresql.conf, unless the data may be lost.",
            )
        ]
    if found.synchronous_commit:
        return []
    return [
        Finding(
            "durability",
            "synchronous_commit is off: a crash forgets the last moments, and what was done in "
            "them is done again.",
            "Set synchronous_commit to on for this database.",
        )
    ]


async def clock(look: Look) -> list[Finding]:
    """Say when the clock of this machine and that of the database differ."""
    found = await skew(look)
    if abs(found.ahead) - found.bound <= look.thresholds.clock:
        return []
    way = "ahead of" if found.ahead > timedelta(0) else "behind"
    return [
        Finding(
            "clock",
            f"The database's clock is {spoken(abs(found.ahead))} {way} this machine's (give or take"
            f" {spoken(found.bound)}): times given by this machine mean another moment there.",
            "Let both machines keep time by NTP. Jobs themselves go by the database's clock alone.",
        )
    ]


async def skew(look: Look) -> Skew:
    """Measure the difference of the clocks; of a few round trips the fastest tells most."""
    best: Skew | None = None
    for _ in range(ROUNDS):
        before = look.clock()
        theirs = await tx.scalar(datetime, NOW)
        after = look.clock()
        assert theirs is not None  # noqa: S101  (a select without from has one row)
        bound = (after - before) / 2
        if best is None or bound < best.bound:
            best = Skew(theirs - (before + bound), bound)
    assert best is not None  # noqa: S101  (there is more than one round)
    return best


async def timeouts(look: Look) -> list[Finding]:
    """Say when statements or transactions are cut off too early."""
    return [
        Finding(
            "timeouts",
            f"{one.name} is {spoken(one.setting)}: a fan-out to many, or a migration, is cut off.",
            f"Set {one.name} to 0 or to at least {spoken(look.thresholds.shortest_timeout)} "
            "for this role.",
        )
        for one in await tx.rows(Timeout, TIMEOUTS)
        if one.setting < look.thresholds.shortest_timeout
    ]


async def transaction_ids(look: Look) -> list[Finding]:
    """Say when transaction ids run out because nothing freezes old rows."""
    found = await read_server()
    if found.transaction_age < look.thresholds.transaction_age:
        return []
    return [
        Finding(
            "transaction ids",
            f"The oldest transaction id is {found.transaction_age} transactions back; at 2 billion "
            "the server stops taking writes.",
            "Run vacuum (freeze) on this database, and see what keeps autovacuum from it.",
        )
    ]
