"""Rows of a table of seeds, written through the ambient transaction."""

from typing import Any

import psycopg
from psycopg.rows import DictRow

from shared import tx


async def sow(name: str) -> None:
    """Write a row in the ambient transaction."""
    assert await tx.execute("insert into seeds (name) values (%(name)s)", name=name) == 1


def sown(db: psycopg.Connection[DictRow]) -> list[Any]:
    """Return the names of all rows, in the order they were written."""
    return [row["name"] for row in db.execute("select name from seeds order by id")]
