"""A garden that sends through a mail server whose mood a test chooses."""

import email
import email.policy
import json
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path

import psycopg
from psycopg.rows import DictRow

from tests.support.bad_smtp import BadSmtp
from tests.support.garden import Garden, link_in, running
from tests.support.jobs import make_due
from tests.support.rows import column
from tests.support.site import Site

READER = """
    insert into subscribers (email, address, mailbox, status, confirmed_at)
    values (%(mail)s, %(mail)s, %(mail)s, 'confirmed', clock_timestamp())
"""

# A success at the end stands in the job's own row; in the history only if the row was used again.
OUTCOMES = """
    select outcome
      from (select outcome, job_attempts.finished_at, job_attempts.id
              from job_attempts join background_jobs job on job.id = job_id
             where kind like 'newsletter.%-mail'
             union all
            select 'succeeded', finished_at, null
              from background_jobs job
             where kind like 'newsletter.%-mail'
               and status = 'succeeded'
               and not exists (select from job_attempts
                                where job_id = job.id
                                  and outcome = 'succeeded'
                                  and job_attempts.finished_at = job.finished_at)) as ended
     order by finished_at, id
"""


@dataclass
class Post:
    """A garden, its mail server, and what that server took."""

    garden: Garden
    server: BadSmtp
    record: Path
    db: psycopg.Connection[DictRow]

    def readers(self, *addresses: str) -> None:
        for address in addresses:
            self.db.execute(READER, {"mail": address})

    def plan(self) -> None:
        """Fan a letter out; nothing is sent yet."""
        self.garden.show(self.garden.site.note("oak"))
        self.garden.show(self.garden.site.note("oak", "evergreen"))
        self.garden.fan_out_only()

    def attempts(self, number: int, mode: str) -> None:
        """Let so many attempts pass, each as soon as it may."""
        self.server.mode = mode
        for _ in range(number):
            make_due(self.db)
            self.garden.tick()

    def copies(self) -> list[str]:
        """Return the Message-IDs of what the server took."""
        if not self.record.exists():
            return []
        lines = self.record.read_text().splitlines()
        return [json.loads(line)["message_id"] for line in lines]

    def outcomes(self) -> list[str]:
        """Return how the attempts of letters ended."""
        return column(self.db, OUTCOMES)


@contextmanager
def posting(
    database: str, db: psycopg.Connection[DictRow], site: Site, folder: Path
) -> Generator[Post]:
    """Run a garden and its mail server until the block ends."""
    record = folder / "record.jsonl"
    with BadSmtp(record=record) as server:
        mail_url = f"smtp://127.0.0.1:{server.port}"
        with running(database, site, folder / "mail", mail_url=mail_url) as garden:
            yield Post(garden, server, record, db)


def link_of(mail: bytes) -> str:
    """Return path and query of the link in a mail as it was sent."""
    parsed = email.message_from_bytes(mail, policy=email.policy.default)
    assert isinstance(parsed, EmailMessage)
    return link_in(parsed)
