"""What a mail server can answer, and what the delivery's row and the job say afterwards."""

import pytest

from shared import outbox
from tests.support import figures
from tests.support.jobs import make_due
from tests.support.post import Post
from tests.support.rows import column, deliveries, one, total

ADDRESS = "ada@example.org"

LAST_ERROR = "select error from job_attempts where error is not null order by id desc limit 1"

ONE_IS_DUE = """
    with first as (
        select min(id) as id from background_jobs
         where status = 'pending' and kind = 'newsletter.evergreen-mail'
    )
    update background_jobs job
       set run_at = clock_timestamp() + interval '1 h' * (job.id <> first.id)::int
      from first
     where status = 'pending'
"""

DEAD = "select id from background_jobs where status = 'dead'"

JOB = "select status from background_jobs where kind = 'newsletter.evergreen-mail'"


def test_case_32_f14_an_answer_lost_after_the_dot_is_maybe_sent_and_sent_again_under_one_name(
    post: Post, db
):
    post.readers(ADDRESS)
    post.plan()
    post.attempts(1, "lost-answer")
    maybe = deliveries(db)
    post.attempts(1, "ok")

    assert [(status, ambiguous) for status, _, ambiguous in maybe] == [("pending", 1)]
    assert deliveries(db) == [("sent", None, 1)]
    assert len(post.copies()) == 2
    assert len({*post.copies()}) == 1
    assert post.outcomes() == ["failed", "succeeded"]
    figures.record("F14", "answer lost after the dot: 2 copies, one Message-ID, 1 marked")


def test_an_answer_lost_seven_times_has_failed_and_every_copy_is_counted(post: Post, db):
    post.readers(ADDRESS)
    post.plan()
    post.attempts(7, "lost-answer")
    [(status, _, ambiguous)] = deliveries(db)
    retried = post.garden.call(lambda: outbox.retry(one(db, DEAD)))
    post.attempts(1, "ok")

    assert (status, ambiguous) == ("failed", 7)
    assert retried.outcome == "retried"
    assert deliveries(db) == [("sent", None, 7)]
    assert len(post.copies()) == 8
    assert len({*post.copies()}) == 1


@pytest.mark.parametrize("mode", ["rcpt-550-5.1.1", "data-550-5.1.1"])
def test_f13_an_unknown_mailbox_is_tried_once_and_never_written_to_again(post: Post, db, mode: str):
    post.readers(ADDRESS)
    post.plan()
    post.attempts(3, mode)
    [(status, reason, ambiguous)] = deliveries(db)

    assert (status, ambiguous) == ("failed", 0)
    assert reason.startswith("550 5.1.1")
    assert ADDRESS not in reason
    assert post.outcomes() == ["succeeded"]
    assert column(db, JOB) == ["succeeded"]
    assert one(db, "select count(*) from suppressions") == 1
    assert column(db, "select kind from consent_events") == ["suppressed"]
    assert total(db)["failed"] == 1
    figures.record("F13", f"{mode}: 1 attempt, the address suppressed, 0 tries more")


def test_the_next_letter_skips_who_was_refused(post: Post, db):
    post.readers(ADDRESS)
    post.plan()
    post.attempts(1, "rcpt-550-5.1.1")
    oak, elm = (post.garden.site.note(name, "evergreen") for name in ("oak", "elm"))
    post.garden.show(oak, elm)
    post.attempts(2, "ok")

    assert [status for status, _, _ in deliveries(db)] == ["failed", "skipped"]
    assert post.copies() == []


def test_one_bad_address_among_three_harms_nobody_else(post: Post, db):
    post.readers("ada@example.org", "gone@example.org", "bob@example.org")
    post.plan()
    for mode in ["ok", "rcpt-550-5.1.1", "ok"]:
        post.server.mode = mode
        db.execute(ONE_IS_DUE)
        post.garden.tick()

    assert [status for status, _, _ in deliveries(db)] == ["sent", "failed", "sent"]
    assert len(post.copies()) == 2


def test_f12_greylisting_climbs_the_ladder_and_ends_with_one_copy(post: Post, db):
    post.readers(ADDRESS)
    post.plan()
    waits = []
    for _ in range(3):
        post.attempts(1, "greylist")
        waits.append(one(db, WAIT))

    assert post.outcomes() == ["failed", "failed", "succeeded"]
    assert 55 <= waits[0] <= 66
    assert 295 <= waits[1] <= 330
    assert deliveries(db) == [("sent", None, 0)]
    assert len(post.copies()) == 1
    figures.record(
        "F12", f"greylisted twice: waits of {waits[0]:.0f} and {waits[1]:.0f} s, then 1 copy"
    )


WAIT = """
    select extract(epoch from run_at - clock_timestamp())
      from background_jobs where kind = 'newsletter.evergreen-mail'
"""


@pytest.mark.parametrize(
    "mode", ["rcpt-550", "rcpt-550-5.7.1", "mail-from-550", "421", "data-451", "close-after-dot"]
)
def test_what_is_not_the_readers_fault_climbs_and_suppresses_nobody(post: Post, db, mode: str):
    post.readers(ADDRESS)
    post.plan()
    post.attempts(1, mode)
    error = one(db, LAST_ERROR)

    assert column(db, JOB) == ["pending"]
    assert post.outcomes() == ["failed"]
    assert [status for status, _, _ in deliveries(db)] == ["pending"]
    assert one(db, "select count(*) from suppressions") == 0
    assert "example.org" not in error


def test_the_seventh_failure_is_a_dead_letter_whose_retry_sends_it(post: Post, db):
    post.readers(ADDRESS)
    post.plan()
    post.attempts(7, "rcpt-550-5.7.1")
    dead = column(db, JOB)
    failed = total(db)
    [(status, reason, _)] = deliveries(db)
    post.attempts(1, "ok")
    untouched = post.copies()
    post.garden.call(lambda: outbox.retry(one(db, DEAD)))
    post.attempts(1, "ok")

    assert dead == ["dead"]
    assert (status, failed["failed"], failed["pending"]) == ("failed", 1, 0)
    assert reason.startswith("550 5.7.1 at RCPT TO")
    assert untouched == []
    assert post.outcomes() == ["failed"] * 7 + ["succeeded"]
    assert deliveries(db) == [("sent", None, 0)]
    assert total(db)["sent"] == 1


def test_no_mail_server_at_all_climbs_too(post: Post, db):
    post.readers(ADDRESS)
    post.plan()
    post.server.__exit__()
    post.attempts(1, "ok")

    assert one(db, LAST_ERROR).startswith("TransportFailed: Nothing was sent")
    assert deliveries(db)[0][0] == "pending"


def test_f29_who_leaves_while_letters_go_out_gets_none_that_starts_later(post: Post, db):
    post.readers(*(f"reader{n}@example.org" for n in range(30)))
    post.plan()
    make_due(db)
    db.execute(
        "update background_jobs set run_at = clock_timestamp() + interval '1 h'"
        " where (payload->>'delivery_id')::int > 10"
    )
    post.garden.tick()
    db.execute("update subscribers set status = 'unsubscribed' where id % 2 = 0")
    post.attempts(1, "ok")

    assert len(post.copies()) == 20
    assert total(db) == {"candidates": 30, "sent": 20, "skipped": 10, "failed": 0, "pending": 0}
    figures.record("F29", "left while letters go out: 0 sent that began later, 10 skipped")
