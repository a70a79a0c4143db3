"""The one moment in which a second copy cannot be helped, and the row that says so."""

import time

import psycopg
from psycopg.rows import DictRow

from tests.support import figures
from tests.support.jobs import make_due
from tests.support.mail_workers import workers
from tests.support.post import Post
from tests.support.rows import deliveries, outlive_leases

SENDING = "select count(*) as rows from deliveries where status = 'sending'"


def test_f2_a_worker_killed_between_the_answer_and_the_commit_means_exactly_two_copies(
    post: Post, database: str, db: psycopg.Connection[DictRow]
):
    post.readers("ada@example.org")
    post.plan()
    post.server.delay = 1.0
    with (
        psycopg.connect(database) as other,
        workers(1, database, post.garden.settings.mail_url, post.garden.site.url) as sending,
    ):
        wait_until(lambda: db.execute(SENDING).fetchone() == {"rows": 1})
        other.execute("select from deliveries for update")  # the commit has to wait
        wait_until(post.copies)
        sending.kill()
        other.rollback()
    outlive_leases(db)
    between = deliveries(db)
    post.garden.tick()
    make_due(db)
    post.garden.tick()

    assert between == [("sending", None, 0)]
    assert deliveries(db) == [("sent", None, 1)]
    assert len(post.copies()) == 2
    assert len({*post.copies()}) == 1
    assert post.outcomes() == ["expired", "succeeded"]
    figures.record("F2", "2 copies under one Message-ID, 1 delivery marked, 0 lost")


def wait_until(condition) -> None:
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)
