"""When nothing leaves: no ladder is burned, the gardener hears of it once, one command goes on."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from shared import outbox, tx
from shared.newsletter.payloads import WeeklyMail
from shared.settings import current, use
from tests.support.bad_smtp import BadSmtp
from tests.support.gates import breaker, burned, in_seconds
from tests.support.post import Post
from tests.support.rows import column, one, total

GARDENER = "ada@gardener.example"

ALERTS = "select status from background_jobs where kind = 'newsletter.alert-mail' order by id"

DEAD = "select count(*) from background_jobs where status = 'dead'"


@contextmanager
def sending_by(post: Post, mail_url: str) -> Generator[None]:
    """Let mail go another way."""
    before = current()
    use(replace(before, mail_url=mail_url, gardener_email=GARDENER))
    yield
    use(before)


def readers(post: Post, number: int) -> None:
    post.readers(*(f"reader{n}@example.org" for n in range(number)))
    post.plan()


def mend(post: Post) -> None:
    """Let the breaker try at once, as `jobs resume --breaker mail` does, and then all go."""
    assert post.garden.call(lambda: outbox.resume(breaker="mail"))
    for seconds in (1, 1100, 1200):
        post.garden.tick(now=in_seconds(seconds))


def alerts(post: Post) -> list[bytes]:
    """Return the mails that went to the gardener."""
    return [mail for mail in post.server.mails if f"To: {GARDENER}".encode() in mail]


def test_n35_a_host_that_nobody_knows_pauses_500_letters_and_kills_none(post: Post, db):
    readers(post, 500)
    with sending_by(post, "smtp://smtp.invalid"):
        post.garden.tick()
        post.garden.tick(now=in_seconds(1000))

    assert breaker(db, "mail")["status"] == "open"
    assert "(its name is not known)" in breaker(db, "mail")["last_error"]
    assert (burned(db), one(db, DEAD)) == (0, 0)
    assert total(db) == {"candidates": 500, "sent": 0, "skipped": 0, "failed": 0, "pending": 500}
    assert column(db, ALERTS) == ["pending"]


def test_n35_one_command_sends_what_had_waited_and_the_gardener_hears_of_it_once(post: Post, db):
    readers(post, 40)
    with sending_by(post, "smtp://smtp.invalid"):
        post.garden.tick()
    with sending_by(post, post.garden.settings.mail_url):
        mend(post)

    assert total(db) == {"candidates": 40, "sent": 40, "skipped": 0, "failed": 0, "pending": 0}
    assert (burned(db), one(db, DEAD)) == (0, 0)
    assert len({*post.copies()}) == len(post.copies()) == 41
    [told] = alerts(post)
    assert b"Nobody knows the name of the mail server" in told


@pytest.mark.parametrize(
    ("mode", "url", "why"),
    [
        ("auth-535", "smtp://me:secret@localhost:{}?cafile={}", b"did not let us log in"),
        ("starttls", "smtp://localhost:{}", b"not protected as it must be"),
        ("starttls-stripped", "smtp://me:secret@localhost:{}", b"not protected as it must be"),
    ],
)
def test_n35_a_login_or_a_certificate_that_is_refused_pauses_once_for_all(
    post: Post, db, certificates, mode: str, url: str, why: bytes
):
    readers(post, 30)
    trusted = certificates.server("localhost") if mode == "auth-535" else None
    with (
        BadSmtp(mode, tls=trusted) as bad,
        sending_by(post, url.format(bad.port, certificates.cafile)),
    ):
        post.garden.tick()
        post.garden.tick(now=in_seconds(1000))
        tried = sum(said.upper().startswith("AUTH") for said in bad.commands)
    cost = burned(db)
    with sending_by(post, post.garden.settings.mail_url):
        mend(post)

    assert cost == 0
    assert tried <= 20
    assert total(db)["sent"] == 30
    [told] = alerts(post)
    assert why in told.replace(b"=\r\n", b"")
    assert b"secret" not in told


def test_a_disturbance_that_is_over_before_anybody_looks_is_not_told(post: Post, db):
    readers(post, 3)
    port = post.server.port
    post.server.__exit__()
    with sending_by(post, post.garden.settings.mail_url):
        post.garden.tick()
        with BadSmtp(record=post.record, port=port) as again:
            post.server = again
            for seconds in (70, 140):
                post.garden.tick(now=in_seconds(seconds))

            assert column(db, ALERTS) == ["succeeded"]
            assert alerts(post) == []
            assert total(db)["sent"] == 3


def test_an_outage_of_an_hour_is_told_once_when_it_is_over(post: Post, db):
    readers(post, 40)
    port = post.server.port
    post.server.__exit__()
    with sending_by(post, post.garden.settings.mail_url):
        for seconds in range(0, 3600, 300):
            post.garden.tick(now=in_seconds(seconds))
        during = column(db, ALERTS)
        with BadSmtp(record=post.record, port=port) as again:
            post.server = again
            for seconds in range(4600, 9000, 400):
                post.garden.tick(now=in_seconds(seconds))

            assert during == ["pending"]
            assert column(db, ALERTS) == ["succeeded"]
            assert len(alerts(post)) == 1
            assert total(db)["sent"] == 40


def test_without_a_gardener_s_address_nobody_is_told_and_all_else_is_the_same(post: Post, db):
    readers(post, 10)
    with sending_by(post, "smtp://smtp.invalid"):
        use(replace(current(), gardener_email=None))
        post.garden.tick()

    assert column(db, ALERTS) == []
    assert breaker(db, "mail")["status"] == "open"


def test_n34_too_much_mail_is_sent_in_portions_and_burns_nothing(post: Post, db):
    readers(post, 30)
    post.server.mode = "450-too-much"
    for minute in range(12):
        post.server.allowance = len(post.server.mails) + 10
        post.garden.tick(now=in_seconds(61 * minute))
        if minute == 0:
            why = column(db, "select paused_because from job_queues")

    assert why == [
        "The mail server takes no more for now: "
        "450 4.7.1 at RCPT TO: too much mail, try again later"
    ]
    assert total(db) == {"candidates": 30, "sent": 30, "skipped": 0, "failed": 0, "pending": 0}
    assert burned(db) == 0
    assert one(db, DEAD) == 0
    assert len({*post.copies()}) == len(post.copies()) == 30
    assert one(db, "select count(*) from deliveries where ambiguous > 0") == 0


def test_n34_at_the_last_attempt_too_much_mail_is_no_failure_either(post: Post, db):
    readers(post, 1)
    post.attempts(6, "rcpt-550-5.7.1")
    post.attempts(1, "450-too-much")
    job = db.execute("select status, attempts from background_jobs order by id desc").fetchone()
    held = column(db, "select status from deliveries")
    db.execute("update job_queues set paused_until = null")
    post.attempts(1, "ok")

    assert (job, held) == ({"status": "pending", "attempts": 6}, ["pending"])
    assert total(db)["sent"] == 1


@pytest.mark.parametrize(
    ("mode", "fate", "suppressed"), [("rcpt-501-5.1.3", "failed", 1), ("rcpt-501", "pending", 0)]
)
def test_n29_one_address_that_cannot_be_read_concerns_nobody_else(
    post: Post, db, mode: str, fate: str, suppressed: int
):
    readers(post, 3)
    jobs = column(db, "select id from background_jobs where status = 'pending' order by id")
    for job, mood in zip(jobs, ["ok", mode, "ok"], strict=True):
        post.server.mode = mood
        db.execute(
            "update background_jobs set run_at = clock_timestamp()"
            " + interval '1 h' * (id <> %s)::int where status = 'pending'",
            (job,),
        )
        post.garden.tick()

    assert column(db, "select status from deliveries order by id") == ["sent", fate, "sent"]
    assert one(db, "select count(*) from suppressions") == suppressed
    post.attempts(7, mode)
    assert one(db, DEAD) == 1 - suppressed
    assert total(db)["failed"] == 1


def test_an_address_of_the_gardener_that_takes_no_mail_is_a_dead_letter_at_once(post: Post, db):
    async def enqueued() -> None:
        async with tx.run():
            await outbox.enqueue(WeeklyMail(), dedup_key="newsletter-weekly")

    post.readers("ada@example.org")
    db.execute(
        "insert into consent_events (subscriber_id, kind, source) values (1, 'confirmed', 'link')"
    )
    post.server.mode = "rcpt-550-5.1.1"
    with sending_by(post, post.garden.settings.mail_url):
        post.garden.call(enqueued)
        post.garden.tick()

    found = db.execute("select status, attempts from background_jobs").fetchall()
    assert found == [{"status": "dead", "attempts": 1}]
    assert one(db, "select count(*) from suppressions") == 0
