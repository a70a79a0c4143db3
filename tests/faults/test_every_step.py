"""From the form to leaving, step by step: whatever goes wrong at whichever, every promise holds."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest
from psycopg.rows import DictRow

from tests.support import figures
from tests.support.bad_smtp import BadSmtp
from tests.support.checker import Report, check, copies
from tests.support.failpoints import ACTIONS
from tests.support.journey import READER
from tests.support.mail_workers import ROOT
from tests.support.post import link_of
from tests.support.rows import column, empty, one, readers
from tests.support.site import Site

OTHER = """
    insert into subscribers (email, address, mailbox, status, confirmed_at)
    values ('bob@example.org', 'bob@example.org', 'bob@example.org', 'confirmed', now())
"""

EVENTS = """
    select consent_events.kind
      from consent_events join subscribers on subscribers.id = subscriber_id
     where email = 'ada@example.org'
     order by consent_events.id
"""


@dataclass
class Remembering(BadSmtp):
    """A mail server that writes down the link of every mail too."""

    def entry(self, to: str, content: bytes) -> dict[str, object]:
        return {**super().entry(to, content), "link": link_of(content)}


@dataclass
class Road:
    """The process that makes the way, and what it leaves behind."""

    process: subprocess.Popen[str]
    db: psycopg.Connection[DictRow]
    record: Path
    diary: Path

    def walk(self, nth: int, action: str) -> dict[str, object]:
        """Make the way once, with this at the nth step."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"nth": nth, "action": action}) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def begin_anew(self) -> None:
        empty(self.db)
        self.db.execute(OTHER)
        self.record.write_text("")
        self.diary.write_text("")

    def try_out(self, nth: int, action: str) -> tuple[bool, Report]:
        """Make the way with a fault, again after a kill, and check all of it."""
        self.begin_anew()
        end = self.walk(nth, action)
        if end["status"] == -9:
            end = {"status": -9, "reached": "killed"}
            assert self.walk(0, "")["status"] == 0
        else:
            assert end["status"] == 0, (nth, action)
        return bool(end["reached"]), check(self.db, self.record)


@pytest.fixture
def road(
    database: str, db: psycopg.Connection[DictRow], site: Site, tmp_path: Path
) -> Generator[Road]:
    site.publish(site.note("oak", "evergreen"))
    record, diary = tmp_path / "record.jsonl", tmp_path / "diary"
    with (
        Remembering(record=record) as server,
        travelling(database, f"smtp://127.0.0.1:{server.port}", site.url, record, diary) as process,
    ):
        yield Road(process, db, record, diary)


@contextmanager
def travelling(*arguments: object) -> Generator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.support.journey", *map(str, arguments)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, cwd=ROOT, text=True, **pipes)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def test_f36_case_33_a_fault_at_every_forty_first_step_breaks_no_promise(road: Road):
    """The short form of the sweep below: each of the three at steps of its own."""
    sweep(road, lambda number: range(14 * number + 1, 10**6, 41))


@pytest.mark.campaign
def test_f36_case_33_a_fault_at_every_step_breaks_no_promise(road: Road):
    sweep(road, lambda _: range(1, 10**6))


def sweep(road: Road, steps) -> None:
    """Let each fault happen at these steps, from the first until one is not reached any more."""
    road.begin_anew()
    end = road.walk(0, "")
    assert end["status"] == 0
    undisturbed = check(road.db, road.record)
    assert (undisturbed.sent, undisturbed.duplicates, undisturbed.is_clean) == (2, 0, True)
    seen: Counter[str] = Counter()
    for number, action in enumerate(ACTIONS):
        for nth in reached(road, action, steps(number), seen):
            holds(road, f"{action} at step {nth}")
    figures.record(
        "F36",
        f"{seen['runs']} runs over {end['made']} steps: {seen['lost']} lost, "
        f"{seen['copies']} second copies, each marked, {seen['broken']} broken promises",
    )


def reached(road: Road, action: str, steps: Iterable[int], seen: Counter[str]) -> Generator[int]:
    """Yield the steps at which the fault happened, as long as there are any."""
    for nth in steps:
        was_reached, report = road.try_out(nth, action)
        if not was_reached:
            return
        assert report.is_clean, (action, nth, report)
        seen.update(runs=1, copies=report.duplicates, lost=len(report.lost))
        yield nth


def holds(road: Road, where: str) -> None:
    """Check what the promises do not say: the way ended as it was meant to."""
    assert readers(road.db)[READER] == "unsubscribed", where
    assert column(road.db, EVENTS)[-2:] == ["confirmed", "unsubscribed"], where
    assert column(road.db, EVENTS).count("confirmed") == 1, where
    assert one(road.db, "select count(*) from notifications") == 1, where
    assert column(road.db, "select distinct status from deliveries") == ["sent"], where
    assert column(road.db, "select distinct status from background_jobs") == ["succeeded"], where
    assert max(len(taken) for taken in copies(road.record).values()) <= 2, where
