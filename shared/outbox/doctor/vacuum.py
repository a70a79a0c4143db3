"""Whether the tables are cleaned: a queue leaves dead rows behind all day long."""

from dataclasses import dataclass

from shared import tx
from shared.outbox.doctor.finding import Finding, Look
from shared.outbox.doctor.schema import Table, tables
from shared.outbox.doctor.server import read_server

SWITCHED_OFF = """
    select oid::regclass::text as name
      from pg_class
     where oid::regclass::text = any(%(tables)s)
       and 'autovacuum_enabled=false' = any(reloptions)
     order by 1
"""

DEAD_TUPLES = """
    select relid::regclass::text as name, n_live_tup as live, n_dead_tup as dead
      from pg_stat_user_tables
     where relid::regclass::text = any(%(tables)s)
       and n_dead_tup > %(least)s + n_live_tup * 0.2
     order by 1
"""

# An entry of these indexes takes some 50 bytes. Most of one that grew in a backlog is empty later.
BLOATED = """
    select indexrelid::regclass::text as name, pg_relation_size(indexrelid) as bytes,
           greatest(index.reltuples, 0)::bigint as entries
      from pg_index
      join pg_class index on index.oid = indexrelid
     where indrelid::regclass::text = any(%(tables)s)
       and pg_relation_size(indexrelid) > %(least)s + 400 * greatest(index.reltuples, 0)
     order by 1
"""


@dataclass(frozen=True, slots=True)
class Dirty:
    """A table with many dead rows."""

    name: str
    live: int
    dead: int


@dataclass(frozen=True, slots=True)
class Bloated:
    """An index that is mostly empty."""

    name: str
    bytes: int
    entries: int


async def cleaning(look: Look) -> list[Finding]:
    """Say when nothing cleans up, or when it does not keep pace."""
    known = sorted(tables())
    findings: list[Finding] = []
    if not (await read_server()).autovacuum:
        findings.append(
            Finding(
                "vacuum",
                "Autovacuum is off on the whole server: tables grow and claims get slower.",
                "Turn on autovacuum and track_counts in postgresql.conf.",
            )
        )
    findings += [
        Finding(
            "vacuum",
            f"Autovacuum is off for {one.name}: it grows and claims get slower.",
            f"alter table {one.name} reset (autovacuum_enabled);",
        )
        for one in await tx.rows(Table, SWITCHED_OFF, tables=known)
    ]
    dirty = await tx.rows(Dirty, DEAD_TUPLES, tables=known, least=look.thresholds.dead_tuples)
    return findings + [
        Finding(
            "vacuum",
            f"{one.name} has {one.dead} dead rows beside {one.live} live ones.",
            f"vacuum (analyze) {one.name}; if they stay, something holds an old snapshot.",
        )
        for one in dirty
    ]


async def bloat(look: Look) -> list[Finding]:
    """Say when an index is mostly empty."""
    found = await tx.rows(
        Bloated, BLOATED, tables=sorted(tables()), least=look.thresholds.index_bytes
    )
    return [
        Finding(
            "bloat",
            f"The index {one.name} takes {one.bytes // 2**20} MB for {one.entries} entries.",
            f"reindex index concurrently {one.name};",
        )
        for one in found
    ]
