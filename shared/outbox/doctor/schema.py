"""Whether the tables and indexes of the queue are there, as its migrations make them."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from shared import tx
from shared.outbox.doctor.finding import Finding, Look

MIGRATIONS = Path(__file__).parents[1] / "migrations"

TABLE = re.compile(r"^create table (\w+)", re.MULTILINE)
DROPPED = re.compile(r"^drop table (\w+)", re.MULTILINE)
INDEX = re.compile(r"^create (?:unique )?index (\w+) on (\w+)[^;]*;", re.MULTILINE)

# How PostgreSQL writes a definition down differs from how people do.
SPELLINGS = (
    (r"\busing btree\b|\bonly\b|::\w+( with(out)? time zone)?(\[\])?|[()]", " "),
    (r"= any\s+array\[([^\]]*)\]", r"in \1"),
    (r"\bon \w+\.(\w+)", r"on \1"),
    (r"\s*,\s*", ", "),
    (r"[\s;]+", " "),
)

MISSING_TABLES = """
    select name
      from unnest(%(tables)s::text[]) as name
     where to_regclass(name) is null
     order by name
"""

INDEXES = """
    select index.relname::text as name, indrelid::regclass::text as table_name,
           indisvalid and indisready as is_valid, pg_get_indexdef(indexrelid) as definition
      from pg_index
      join pg_class index on index.oid = indexrelid
     where indrelid::regclass::text = any(%(tables)s)
     order by 1
"""


@dataclass(frozen=True, slots=True)
class Table:
    """A table, of which only the name is known."""

    name: str


@dataclass(frozen=True, slots=True)
class Index:
    """An index as the database has it."""

    name: str
    table_name: str
    is_valid: bool
    definition: str


async def structure(look: Look) -> list[Finding]:
    """Compare tables and indexes with those of the migrations."""
    del look
    missing = await tx.rows(Table, MISSING_TABLES, tables=sorted(tables()))
    if missing:
        names = ", ".join(one.name for one in missing)
        return [
            Finding(
                "tables",
                f"The database lacks {names}.",
                "Run the migrations, with the settings of the server.",
            )
        ]
    found = {one.name: one for one in await tx.rows(Index, INDEXES, tables=sorted(tables()))}
    wanted = indexes()
    left_over = [one for one in found.values() if not one.is_valid and one.name not in wanted]
    return [
        *(
            finding
            for name, statement in wanted.items()
            if (finding := difference(name, statement, found.get(name)))
        ),
        *(half_built(one.name, f"drop index concurrently {one.name};") for one in left_over),
    ]


def difference(name: str, statement: str, found: Index | None) -> Finding | None:
    """Say what is wrong with an index, if anything is."""
    make = statement.replace(" index ", " index concurrently ", 1)
    if found is None:
        return Finding(
            "indexes", f"The index {name} is missing: whole tables are read.", f"Make it: {make}"
        )
    if not found.is_valid:
        return half_built(name, f"reindex index concurrently {name};")
    if normal(found.definition) != normal(statement):
        return Finding(
            "indexes",
            f"The index {name} is not the one that the code expects: whole tables are read.",
            f"Make it anew: drop index concurrently {name}; {make}",
        )
    return None


def half_built(name: str, remedy: str) -> Finding:
    """Say that an index was never finished."""
    return Finding(
        "indexes",
        f"The index {name} was left half built: it costs at each write and serves no read.",
        f"Mend it: {remedy}",
    )


@cache
def tables() -> frozenset[str]:
    """Return the names of the tables that the migrations make and leave."""
    return frozenset(TABLE.findall(statements())) - frozenset(DROPPED.findall(statements()))


@cache
def indexes() -> dict[str, str]:
    """Return by name the statements that make indexes, each on one line."""
    return {found[1]: " ".join(found[0].split()) for found in INDEX.finditer(statements())}


@cache
def statements() -> str:
    """Return all migrations in order, without their comments."""
    text = "\n".join(path.read_text("utf-8") for path in sorted(MIGRATIONS.glob("*.sql")))
    return re.sub(r"--[^\n]*", "", text)


def normal(definition: str) -> str:
    """Return a definition as it can be compared."""
    text = definition.lower()
    for pattern, instead in SPELLINGS:
        text = re.sub(pattern, instead, text)
    return text.strip()
