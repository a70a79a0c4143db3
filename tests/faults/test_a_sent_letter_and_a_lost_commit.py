"""The letter is out and its commit goes wrong: the row tells the truth all the same."""

import threading
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.support import figures
from tests.support.bad_smtp import BadSmtp
from tests.support.fault_proxy import FaultProxy, fault_proxy
from tests.support.garden import running
from tests.support.jobs import make_due
from tests.support.post import Post
from tests.support.rows import column, deliveries
from tests.support.site import Site

LONGER_THAN_ANYBODY_ASKS = 7.0

JOB = "select status from background_jobs where kind = 'newsletter.evergreen-mail'"


@dataclass
class Telling(BadSmtp):
    """A mail server that says when it has taken a mail, before it answers."""

    when_taken: Callable[[], None] = field(default=lambda: None)

    def keep(self, to: str, content: bytes) -> None:
        super().keep(to, content)
        self.when_taken()


@pytest.fixture
def proxy(database: str) -> Generator[FaultProxy]:
    with fault_proxy(database) as between:
        yield between


@pytest.fixture
def post(proxy: FaultProxy, db, site: Site, tmp_path: Path) -> Generator[Post]:
    record = tmp_path / "record.jsonl"
    with Telling(record=record) as server:
        mail_url = f"smtp://127.0.0.1:{server.port}"
        with running(proxy.url, site, tmp_path / "mail", mail_url=mail_url) as garden:
            yield Post(garden, server, record, db)


@pytest.mark.parametrize("then", ["back at once", "away for a while"])
@pytest.mark.parametrize(
    ("cut", "copies", "ambiguous"), [("cut_before", 2, 1), ("cut_after", 1, 0)]
)
def test_f5_a_commit_cut_before_it_counts_means_a_marked_second_copy_and_after_it_none(
    post: Post, proxy: FaultProxy, db, cut: str, copies: int, ambiguous: int, then: str
):
    post.readers("ada@example.org")
    post.plan()
    assert isinstance(post.server, Telling)
    post.server.when_taken = lambda: getattr(proxy, cut)("commit")
    if then == "away for a while":
        proxy.refuse_after_fault()
        threading.Timer(LONGER_THAN_ANYBODY_ASKS, proxy.resume).start()
    make_due(db)
    post.garden.tick()
    post.server.when_taken = lambda: None
    post.attempts(2, "ok")

    assert proxy.faults == 1
    assert deliveries(db) == [("sent", None, ambiguous)]
    assert len(post.copies()) == copies
    assert len({*post.copies()}) == 1
    assert column(db, JOB) == ["succeeded"]
    figures.record(
        "F5", f"{cut} COMMIT of a sent letter, {then}: {copies} copies, {ambiguous} marked"
    )
