"""Letters and confirmations by the API of SES, from the queue to what is kept of them."""

from dataclasses import replace

import pytest

from shared import outbox
from shared.mail import ses
from shared.settings import current, use
from tests.support.gates import breaker, burned, in_seconds
from tests.support.post import Post
from tests.support.rows import column, total
from tests.support.ses_api import KEY_ID, SECRET, SesApi

KEPT = "select provider_id from accepted_mails where delivery_id is {} null order by 1"


@pytest.fixture(autouse=True)
def role(monkeypatch):
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", KEY_ID)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", SECRET)
    monkeypatch.delenv("AWS_SESSION_TOKEN", raising=False)
    ses.wallet().forget()
    yield
    ses.wallet().forget()


@pytest.fixture
def api(post: Post):
    """Let the garden's mail go by an API of ours."""
    before = current()
    with SesApi() as running:
        use(replace(before, mail_url=running.mail_url()))
        yield running
    use(before)


def readers(post: Post, number: int) -> None:
    post.readers(*(f"reader{n}@example.org" for n in range(number)))
    post.plan()


def test_what_ses_calls_a_mail_is_kept_with_its_delivery(post: Post, api: SesApi, db):
    readers(post, 3)
    post.garden.subscribe("ada@example.org")
    post.garden.tick()

    assert total(db)["sent"] == 3
    assert len(api.mails) == 4
    assert len(column(db, KEPT.format("not"))) == 3
    assert len(column(db, KEPT.format(""))) == 1


def test_n34_ses_that_has_had_enough_costs_nobody_an_attempt(post: Post, api: SesApi, db):
    readers(post, 5)
    api.mode = "throttle"
    post.garden.tick()
    api.mode = "ok"
    post.garden.tick(now=in_seconds(70))
    post.garden.tick(now=in_seconds(140))

    assert total(db)["sent"] == 5
    assert burned(db) == 0
    assert column(db, "select max(ambiguous) from deliveries") == [0]


def test_n35_an_account_that_is_stopped_pauses_all_mail_until_one_command(
    post: Post, api: SesApi, db
):
    readers(post, 60)
    api.mode = "paused"
    post.garden.tick()
    opened, cost = breaker(db, "mail"), burned(db)
    api.mode = "ok"
    post.garden.call(lambda: outbox.resume(breaker="mail"))
    for seconds in (1, 5, 10):
        post.garden.tick(now=in_seconds(seconds))

    assert opened["status"] == "open"
    assert "SendingPausedException" in opened["last_error"]
    assert cost == 0
    assert total(db)["sent"] == 60


def test_n32_an_answer_that_never_came_is_maybe_sent_and_goes_again_under_its_name(
    post: Post, api: SesApi, db
):
    readers(post, 1)
    api.mode = "close"
    post.attempts(1, "ok")
    maybe = column(db, "select ambiguous from deliveries")
    api.mode = "ok"
    post.attempts(1, "ok")

    assert maybe == [1]
    assert total(db)["sent"] == 1
    [message_id] = column(db, "select message_id from deliveries")
    assert message_id.encode() in api.mails[0]


def test_s29_of_an_answer_nothing_is_kept_that_names_a_reader_or_a_secret(
    post: Post, api: SesApi, db
):
    readers(post, 1)
    api.mode = "unverified"
    post.garden.tick()

    kept = str(db.execute("select * from job_breakers").fetchall())
    kept += str(db.execute("select reason from deliveries").fetchall())
    assert "is not verified" in kept
    assert not [secret for secret in (SECRET, KEY_ID, "reader0", "anna@") if secret in kept]
