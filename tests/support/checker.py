"""Hold what the database says against what the mail server took, promise by promise.

`python -m tests.support.checker DATABASE_URL RECORD [SEED]` prints the report, and exits 1 with the
seed if anything is wrong. The record is what tests.support.bad_smtp writes, outside the database.
"""

import json
import sys
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
from psycopg.rows import DictRow, dict_row

# Each returns the rows that break the promise, once everything is quiet.
PROMISES = {
    "P2 no committed job is lost": """
        select id, kind, status from background_jobs where status in ('pending', 'running')
    """,
    "P3 one live job for each key": """
        select dedup_key from background_jobs
         where status in ('pending', 'running') and dedup_key is not null
         group by dedup_key having count(*) > 1
    """,
    "P5 at most seven attempts": """
        select id, attempts from background_jobs where attempts > 7
         union all
        select job_id, attempt from job_attempts where attempt not between 1 and 7
    """,
    "P6 a dead letter has an error for each attempt": """
        select id from background_jobs job
         where status = 'dead'
           and attempts > (select count(*) from job_attempts
                            where job_id = job.id and error is not null)
    """,
    "P6 no error names anybody": "select id from job_attempts where strpos(error, '@') > 0",
    "P7 an attempt ends once": """
        select job_id, attempt from job_attempts
         where outcome <> 'succeeded'
         group by job_id, attempt, started_at having count(*) > 1
    """,
    "P8 a fan-out is whole": """
        select notifications.id, candidates from notifications
         where status = 'announced'
           and candidates <> (select count(*) from deliveries
                               where notification_id = notifications.id)
    """,
    "P8 a fan-out is made once": """
        select dedup_key from background_jobs where kind = 'newsletter.evergreen-mail'
         group by dedup_key having count(*) > 1
    """,
    "P8 a note is told once": """
        select note_id from announced_notes join notifications on notifications.id = notification_id
         where status <> 'announced'
    """,
}

LEDGER = """
    select deliveries.id, deliveries.status, ambiguous, message_id, email, unsubscribed_at
      from deliveries join subscribers on subscribers.id = subscriber_id
"""


@dataclass
class Report:
    """The four sets of every check of a queue, and the promises that were broken."""

    sent: int = 0
    lost: list[str] = field(default_factory=list)
    unexpected: list[str] = field(default_factory=list)
    duplicates: int = 0
    ambiguous: int = 0
    violations: list[str] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        """Tell whether nothing was lost, unexpected or broken."""
        return not (self.lost or self.unexpected or self.violations)


def check(db: psycopg.Connection[DictRow], record: Path) -> Report:
    """Check every promise that rows and copies can show; call it when everything is quiet."""
    report = Report()
    for promise, broken in PROMISES.items():
        if rows := db.execute(broken.encode()).fetchall():
            report.violations.append(f"{promise}: {rows[:3]}")
    taken = copies(record)
    for row in db.execute(LEDGER).fetchall():
        check_delivery(report, row, taken.pop(row["message_id"], []))
    confirmations = {sent["message_id"] for sent in read(record) if "/confirm?" in sent["link"]}
    report.unexpected += sorted(taken.keys() - confirmations)
    return report


def check_delivery(report: Report, row: DictRow, taken: list[float]) -> None:
    """Hold one delivery against the copies of it."""
    name = f"delivery {row['id']} ({row['status']})"
    report.sent += bool(taken)
    report.ambiguous += row["ambiguous"]
    report.duplicates += max(0, len(taken) - 1)
    if row["status"] == "sent" and not taken:
        report.lost.append(name)
    if row["status"] in ("pending", "sending"):
        report.lost.append(f"{name} has not ended")
    if len(taken) > 1 + row["ambiguous"]:
        report.violations.append(f"P4 {name}: {len(taken)} copies, {row['ambiguous']} maybe sent")
    left = row["unsubscribed_at"]
    if left and any(at > left.timestamp() + 1 for at in taken):
        report.violations.append(f"P11 {name}: sent to somebody who had left")


def copies(record: Path) -> dict[str, list[float]]:
    """Return when the copies of each letter were taken, by Message-ID."""
    found: dict[str, list[float]] = {}
    for sent in read(record):
        found.setdefault(sent["message_id"], []).append(sent["at"])
    return found


def read(record: Path) -> list[dict[str, str | float]]:
    """Return what the mail server wrote down; a link only if it remembers links."""
    lines = record.read_text().splitlines() if record.exists() else []
    return [{"link": "", **json.loads(line)} for line in lines]


if __name__ == "__main__":
    with psycopg.connect(sys.argv[1], row_factory=dict_row) as asked:
        found = check(asked, Path(sys.argv[2]))
    print(found)
    if not found.is_clean:
        sys.exit(f"seed {' '.join(sys.argv[3:])}")
