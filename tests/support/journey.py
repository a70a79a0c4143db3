"""A reader's whole way, from the form to leaving, in a process that may be killed at any step.

`python -m tests.support.journey DATABASE MAIL_URL SITE_URL RECORD DIARY` reads lines of JSON
{"nth", "action"} and makes the way once for each, in a process of its own: asking for an address,
its confirmation, a note that turns evergreen, the letter, and leaving. What the reader and the
gardener know, because they were answered, stands in the diary, which no rollback reaches; so a
process that is started after a kill goes on as they would. It prints {"status", "made", "reached"}.
"""

import json
import os
import sys
import tempfile
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import psycopg
from psycopg.rows import DictRow, dict_row

from tests.support.failpoints import install
from tests.support.garden import Garden, running
from tests.support.jobs import make_due
from tests.support.rows import outlive_leases
from tests.support.site import Site

READER = "ada@example.org"
PATIENCE = 8

LIVE = "select count(*) as jobs from background_jobs where status in ('pending', 'running')"


@dataclass
class Journey:
    """A garden, what has been answered, and what the mail server took."""

    garden: Garden
    db: psycopg.Connection[DictRow]
    record: Path
    diary: Path

    def walk(self) -> None:
        """Go from where the diary ends to the end."""
        site = self.garden.site
        seedling = site.manifest(site.note("oak"))
        evergreen = site.manifest(site.note("oak", "evergreen"))
        self.once("subscribed", lambda: self.garden.subscribe(READER).status_code == 200)
        self.settle()
        self.once("confirmed", lambda: self.post_newest("/confirm?"))
        self.once("baseline", lambda: self.garden.announce(seedling).status_code == 200)
        self.once("announced", lambda: self.garden.announce(evergreen).status_code == 200)
        self.settle()
        self.once("left", lambda: self.post_newest("/unsubscribe?"))
        self.settle()

    def once(self, what: str, ask: Callable[[], bool]) -> None:
        """Ask until the answer is good, as somebody does who wants it, unless it was before."""
        if self.diary.exists() and what in self.diary.read_text().split():
            return
        for _ in range(PATIENCE):
            if ask():
                with self.diary.open("a") as lines:
                    lines.write(f"{what}\n")
                return
            self.settle()
        raise AssertionError(f"never {what}")

    def post_newest(self, path: str) -> bool:
        """Press the button behind the newest link of a kind."""
        sent = [json.loads(line) for line in self.record.read_text().splitlines()]
        links = [mail["link"] for mail in sent if path in mail["link"] and mail["to"] == READER]
        return bool(links) and self.garden.client.post(links[-1]).status_code == 200

    def settle(self) -> None:
        """Tick as a supervisor does, with the waits left out, until nothing lives."""
        for _ in range(PATIENCE):
            try:
                self.garden.tick()
            except Exception as error:  # the next one is started
                print(type(error).__name__, error, file=sys.stderr)
            if self.db.execute(LIVE).fetchone() == {"jobs": 0}:
                return
            outlive_leases(self.db)
            make_due(self.db)


def make_way(arguments: list[str], nth: int, action: str) -> dict[str, object]:
    """Make the way once and say how many steps it took."""
    database, mail_url, site_url, record, diary = arguments
    steps = install()
    with (
        tempfile.TemporaryDirectory() as folder,
        psycopg.connect(database, autocommit=True, row_factory=dict_row) as db,
        running(database, Site(site_url), Path(folder), mail_url=mail_url) as garden,
    ):
        outlive_leases(db)
        make_due(db)
        steps.arm(nth, action)  # the start is over: a server that cannot claim its garden stops
        Journey(garden, db, Path(record), Path(diary)).walk()
    return {"made": steps.made, "reached": steps.reached}


def in_a_fork(arguments: list[str], nth: int, action: str) -> dict[str, object]:
    """Make the way in a child, which a kill ends, and return what became of it."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.write(write, json.dumps(make_way(arguments, nth, action)).encode())
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(code)
    os.close(write)
    with os.fdopen(read) as answer:
        told = json.loads(answer.read() or "{}")
    _, status = os.waitpid(child, 0)
    return {"status": os.waitstatus_to_exitcode(status), **told}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(in_a_fork(sys.argv[1:], **json.loads(line))), flush=True)
