"""What stands in the tables: all of it, to compare, and the few values that tests ask for often."""

from typing import Any

import psycopg
from psycopg import sql
from psycopg.rows import DictRow

TABLES = """
    select table_name from information_schema.tables
     where table_schema = 'public' order by table_name
"""

TOTAL = """
    select candidates,
           count(*) filter (where deliveries.status = 'sent') as sent,
           count(*) filter (where deliveries.status = 'skipped') as skipped,
           count(*) filter (where deliveries.status = 'failed') as failed,
           count(*) filter (where deliveries.status in ('pending', 'sending')) as pending
      from notifications join deliveries on notification_id = notifications.id
     group by notifications.id
"""

OUTLIVE_LEASES = """
    update background_jobs set leased_until = clock_timestamp() - interval '1 s'
     where status = 'running'
"""

MINUTES_PASS = """
    update mailboxes
       set opened_at = array(select at - %s * interval '1 minute'
                               from unnest(opened_at) with ordinality as opened (at, place)
                              order by place)
"""

READERS = """
    insert into subscribers (email, address, mailbox, status, confirmed_at)
    select mail, mail, mail, 'confirmed', clock_timestamp()
      from generate_series(1, %s) as n, format('reader%%s@example.org', n) as mail
     order by n
"""


def dump(db: psycopg.Connection[DictRow]) -> dict[str, list[str]]:
    """Return every row of every table as text."""
    names = [row["table_name"] for row in db.execute(TABLES).fetchall()]
    query = sql.SQL("select {0}::text as row from {0} order by 1")
    return {
        name: [row["row"] for row in db.execute(query.format(sql.Identifier(name))).fetchall()]
        for name in names
    }


def empty(db: psycopg.Connection[DictRow]) -> None:
    """Empty every table but the list of migrations, and number anew."""
    names = [row["table_name"] for row in db.execute(TABLES).fetchall()]
    tables = [sql.Identifier(name) for name in names if "migration" not in name]
    query = sql.SQL("truncate {} restart identity")
    db.execute(query.format(sql.SQL(", ").join(tables)))


def one(db: psycopg.Connection[DictRow], query: str) -> Any:
    """Return the one value of the one row of a query."""
    [row] = db.execute(query).fetchall()
    [value] = row.values()
    return value


def column(db: psycopg.Connection[DictRow], query: str) -> list[Any]:
    """Return the one column of a query."""
    return [next(iter(row.values())) for row in db.execute(query).fetchall()]


def readers(db: psycopg.Connection[DictRow]) -> dict[str, str]:
    """Return each reader's status."""
    rows = db.execute("select email, status from subscribers order by email").fetchall()
    return {row["email"]: row["status"] for row in rows}


def deliveries(db: psycopg.Connection[DictRow]) -> list[tuple[str, str | None, int]]:
    """Return status, reason and ambiguity of every delivery, oldest first."""
    rows = db.execute("select status, reason, ambiguous from deliveries order by id").fetchall()
    return [(row["status"], row["reason"], row["ambiguous"]) for row in rows]


def minutes_pass(db: psycopg.Connection[DictRow], minutes: float) -> None:
    """Move what the caps remember into the past."""
    db.execute(MINUTES_PASS, (minutes,))


def total(db: psycopg.Connection[DictRow]) -> DictRow:
    """Return the sum of the one notification, and see that it closes."""
    [row] = db.execute(TOTAL).fetchall()
    assert row["candidates"] == row["sent"] + row["skipped"] + row["failed"] + row["pending"]
    return row


def add_readers(db: psycopg.Connection[DictRow], number: int) -> None:
    """Add so many confirmed readers, without the mails that it takes."""
    db.execute(READERS, (number,))


def outlive_leases(db: psycopg.Connection[DictRow]) -> None:
    """Do what minutes of waiting would: let every lease be over."""
    db.execute(OUTLIVE_LEASES)
