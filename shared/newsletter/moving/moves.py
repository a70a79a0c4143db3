"""What imports have done to one reader, as the gardener and the reader may see it."""

from dataclasses import dataclass
from datetime import datetime

from shared import tx

MOVES = """
    select import_id, file, format, line, was, became, suppressed, changed_at,
           import_changes.undone_at
      from import_changes
      join imports on imports.id = import_id
     where subscriber_id = %(subscriber_id)s
     order by import_changes.id
"""


@dataclass(frozen=True, slots=True)
class Move:
    """What a line of an imported file did to somebody. `was` is None for who was not there."""

    import_id: int
    file: str
    format: str
    line: str
    was: str | None
    became: str
    suppressed: bool
    changed_at: datetime
    undone_at: datetime | None


async def moves(subscriber_id: int) -> list[Move]:
    """Return what imports have done to a reader, oldest first."""
    return await tx.rows(Move, MOVES, subscriber_id=subscriber_id)
