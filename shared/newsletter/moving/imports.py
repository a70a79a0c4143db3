"""The table `imports`: which files were imported, when, and what the gardener stated of them."""

from dataclasses import dataclass
from datetime import datetime

from shared import tx

BEGIN = """
    insert into imports (file, format, consent, only_no)
    values (%(file)s, %(format)s, %(consent)s, %(only_no)s)
    returning id
"""

FINISH = "update imports set finished_at = clock_timestamp() where id = %(id)s"

LISTED = """
    select imports.id, file, format, consent, only_no, started_at, finished_at, imports.undone_at,
           count(*) filter (where became = 'confirmed') as confirmed,
           count(*) filter (where became = 'pending') as pending,
           count(*) filter (where became = 'unsubscribed' and not suppressed) as unsubscribed,
           count(*) filter (where suppressed) as suppressed
      from imports
      left join import_changes on import_id = imports.id
     where %(id)s::bigint is null or imports.id = %(id)s
     group by imports.id
     order by imports.id desc
"""


@dataclass(frozen=True, slots=True)
class Import:
    """One import as the gardener sees it: the people whom it has moved, by where to."""

    id: int
    file: str
    format: str
    consent: str | None
    only_no: bool
    started_at: datetime
    finished_at: datetime | None
    undone_at: datetime | None
    confirmed: int
    pending: int
    unsubscribed: int
    suppressed: int


async def begin(*, file: str, format_name: str, consent: str | None, only_no: bool) -> int:
    """Record that a file is being imported, and return the number of the import."""
    found = await tx.scalar(
        int, BEGIN, file=file, format=format_name, consent=consent, only_no=only_no
    )
    assert found is not None  # noqa: S101  (an insert returns its row)
    return found


async def finish(import_id: int) -> None:
    """Record that a file was read to its end."""
    await tx.execute(FINISH, id=import_id)


async def listed() -> list[Import]:
    """Return all imports, newest first."""
    return await tx.rows(Import, LISTED, id=None)


async def find(import_id: int) -> Import | None:
    """Return one import."""
    return await tx.row(Import, LISTED, id=import_id)
