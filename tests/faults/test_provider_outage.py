"""The mail provider is away for half an hour: what it costs, and that every letter goes out."""

import logging

from tests.support.bad_smtp import BadSmtp
from tests.support.figures import record
from tests.support.gates import breaker, burned, held, in_seconds, statuses
from tests.support.post import Post
from tests.support.rows import total

READERS = 150
MINUTES = 30


def test_f34_a_mail_server_that_refuses_every_connection_costs_a_handful_of_attempts(
    post: Post, db, caplog
):
    post.readers(*(f"reader{number}@example.org" for number in range(READERS)))
    post.plan()
    port = post.server.port
    post.server.__exit__()
    with caplog.at_level(logging.WARNING, "thistledown.outbox"):
        for seconds in range(0, MINUTES * 60, 20):
            post.garden.tick(now=in_seconds(seconds))
        cost = burned(db)
        waiting = held(db)["breaker:mail"]
        opened = breaker(db, "mail")

        with BadSmtp(record=post.record, port=port):
            for minutes in range(MINUTES, MINUTES + 60, 5):
                post.garden.tick(now=in_seconds(minutes * 60))

    record(
        "F34", f"{READERS} letters, port refused {MINUTES} min: {cost} attempts burned, all sent"
    )
    assert opened["status"] == "open"
    assert opened["last_error"].startswith("TransportFailed: Nothing was sent: no connection")
    assert cost <= 30  # twelve in a row, those beside the last of them, and one for each probe
    assert waiting >= READERS - cost
    assert total(db) == {
        "candidates": READERS,
        "sent": READERS,
        "skipped": 0,
        "failed": 0,
        "pending": 0,
    }
    assert len(post.copies()) == len({*post.copies()}) == READERS
    assert statuses(db) == {"succeeded": READERS + 1}
    said = [one.getMessage() for one in caplog.records if "breaker mail is" in one.getMessage()]
    assert ["is open" in line for line in said] == [True, False]


def test_f34_a_confirmation_waits_too_and_the_rest_of_the_house_works(post: Post, db):
    post.readers(*(f"reader{number}@example.org" for number in range(20)))
    post.plan()
    port = post.server.port
    post.server.__exit__()
    post.garden.tick()
    post.garden.subscribe("ada@example.org")
    during = post.garden.tick(now=in_seconds(5))
    with BadSmtp(record=post.record, port=port):
        post.garden.tick(now=in_seconds(40))

    assert during.claimed == 0
    assert db.execute(
        "select status, attempts from background_jobs where kind = 'newsletter.confirm-mail'"
    ).fetchone() == {"status": "succeeded", "attempts": 1}


def test_one_reader_s_refusals_stop_nobody(post: Post, db):
    post.readers(*(f"reader{number}@example.org" for number in range(20)))
    post.plan()
    post.attempts(1, "greylist")

    assert burned(db) == 20
    assert db.execute("select from job_breakers where status <> 'closed'").fetchall() == []
