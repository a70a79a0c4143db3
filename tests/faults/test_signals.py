"""What a signal does to `thistledown tick` while eight letters are out and not yet answered for."""

import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles

import pytest

from functions.cli import INTERRUPTED
from tests.support import figures
from tests.support.bad_smtp import BadSmtp
from tests.support.checker import read
from tests.support.dev_server import environment
from tests.support.garden import running
from tests.support.jobs import make_due
from tests.support.post import Post
from tests.support.rows import deliveries, outlive_leases, total
from tests.support.site import Site
from tests.support.tickers import wait_until

LETTERS = 20
AT_ONCE = 8  # what one tick works at a time

JOBS = """
    select status, attempts, count(*) from background_jobs
     where kind = 'newsletter.evergreen-mail' group by 1, 2 order by 1, 2
"""

WINDOWS = """
    select message_id, extract(epoch from sent_at)::float8 as sent_at from deliveries
"""


@dataclass
class Hesitant(BadSmtp):
    """A mail server that takes a mail, and says so when it may."""

    may_answer: threading.Event = field(default_factory=threading.Event)

    def keep(self, to: str, content: bytes) -> None:
        super().keep(to, content)
        self.may_answer.wait(60)


@pytest.fixture
def post(database: str, db, site: Site, tmp_path: Path) -> Generator[Post]:
    record = tmp_path / "record.jsonl"
    with Hesitant(record=record) as server:
        mail_url = f"smtp://127.0.0.1:{server.port}"
        with running(database, site, tmp_path / "mail", mail_url=mail_url) as garden:
            yield Post(garden, server, record, db)


@pytest.mark.parametrize(
    ("number", "code", "left"),
    [
        (signal.SIGTERM, INTERRUPTED, [("pending", 0, LETTERS)]),
        (signal.SIGINT, INTERRUPTED, [("pending", 0, LETTERS)]),
        (signal.SIGKILL, -9, [("pending", 0, LETTERS - AT_ONCE), ("running", 1, AT_ONCE)]),
    ],
)
def test_a_tick_that_is_stopped_or_killed_marks_every_second_copy(
    post: Post, db, number: signal.Signals, code: int, left: list[tuple[str, int, int]]
):
    post.readers(*(f"reader{number}@example.org" for number in range(LETTERS)))
    post.plan()
    assert isinstance(post.server, Hesitant)
    with command_tick(post) as process:
        wait_until(lambda: len(post.copies()) == AT_ONCE)
        process.send_signal(number)
        ended = process.wait(60)
    found = [tuple(row.values()) for row in db.execute(JOBS).fetchall()]
    rows = Counter(status for status, _, _ in deliveries(db))
    post.server.may_answer.set()
    outlive_leases(db)
    post.garden.tick()
    post.attempts(1, "ok")

    assert (ended, found) == (code, left)
    assert rows == {"sending": AT_ONCE, "pending": LETTERS - AT_ONCE}
    assert total(db)["sent"] == LETTERS
    assert sorted(maybe for _, _, maybe in deliveries(db)) == [0] * 12 + [1] * AT_ONCE
    assert sorted(Counter(post.copies()).values()) == [1] * 12 + [2] * AT_ONCE
    figures.record(
        "F1" if number == signal.SIGKILL else "F3",
        f"{number.name} to a tick with {AT_ONCE} letters unanswered and 12 not begun: "
        f"{AT_ONCE} second copies, {AT_ONCE} marked, 0 lost",
    )


def test_the_window_in_which_a_kill_means_a_second_copy_is_measured(post: Post, db):
    """From the mail server's having the letter to the row that says so."""
    post.readers(*(f"reader{number}@example.org" for number in range(400)))
    post.plan()
    assert isinstance(post.server, Hesitant)
    post.server.may_answer.set()
    make_due(db)
    post.garden.tick(budget=300)
    taken = {str(sent["message_id"]): float(sent["at"]) for sent in read(post.record)}
    rows = db.execute(WINDOWS).fetchall()
    windows = [1000 * (row["sent_at"] - taken[row["message_id"]]) for row in rows]

    figures.record(
        "P4",
        f"from the mail server's having a letter to `sent` in its row: median "
        f"{median(windows):.0f} ms, 95 of 100 within {quantiles(windows, n=20)[-1]:.0f} ms",
    )
    assert min(windows) > -50  # one clock, read by two processes
    assert median(windows) < 5000


@contextmanager
def command_tick(post: Post) -> Generator[subprocess.Popen[str]]:
    """Run `thistledown tick` with the settings of the garden, until the block ends."""
    made = post.garden.settings
    given = {
        "DATABASE_URL": made.database_url,
        "SITE_URL": made.site_url,
        "FUNCTIONS_URL": made.functions_url,
        "MAIL_URL": made.mail_url,
        "MAIL_FROM": made.mail_from,
        "POSTAL_ADDRESS": made.postal_address or "",
        "SECRET_KEY": made.secret_key[0],
    }
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "functions.cli", "tick"],
        env=environment(**given),
        stdout=subprocess.DEVNULL,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait(60)
