"""What SES says through a queue: the same as by HTTP, without a signature, and once."""

import json

import pytest
from psycopg.errors import UndefinedTable

from shared.newsletter.returning import sns_queue
from shared.newsletter.returning.marks import Mark, write_mark
from tests.support import webhooks
from tests.support.jobs import on
from tests.support.rows import add_readers, one
from tests.support.settings import settings_for

KEY = "secret-key-of-the-tests-0123456789abcdef"
NOBODY = "postgresql://nobody@127.0.0.1:1/nothing"
MARK = write_mark(KEY, Mark("delivery", 1))


def record(fields, name: str = "1") -> dict[str, str]:
    return {"messageId": name, "body": fields if isinstance(fields, str) else json.dumps(fields)}


@pytest.fixture
def take_in(database, db):
    """Send a reader a letter; give a function that takes in what a queue hands over."""
    add_readers(db, 1)
    db.execute("insert into notifications (status, hold_until) values ('announced', now())")
    db.execute(
        "insert into deliveries (notification_id, subscriber_id, status, message_id)"
        " values (1, 1, 'sent', '<x@garden.example>')"
    )
    topics = (webhooks.TOPIC,)
    made = settings_for(database, "ses://eu-west-1", "https://garden.example", sns_topics=topics)
    return lambda *records, url=database: on(url, lambda: sns_queue.take_in(records, made))


def test_n46_a_bounce_in_a_queue_strikes_off_once_however_often_it_is_handed_over(take_in, db):
    message = webhooks.notification(webhooks.ses_bounce(MARK))

    assert take_in(record(message), record(message, "2")) == []
    assert take_in(record(message, "3")) == []
    assert one(db, "select count(*) from bounce_events") == 1
    assert one(db, "select count(*) from suppressions") == 1


def test_n50_what_no_allowed_topic_sent_or_is_too_old_leaves_the_queue_without_a_trace(take_in, db):
    bounce = webhooks.ses_bounce(MARK)
    foreign = "arn:aws:sns:eu-west-1:999999999999:bounces"
    dropped = [
        webhooks.notification(bounce, TopicArn=foreign),
        webhooks.notification(bounce, Timestamp="2020-01-01T00:00:00Z"),
        bounce,
        "no JSON",
        "",
    ]

    assert take_in(*map(record, dropped), {}) == []
    assert one(db, "select count(*) from received_webhooks") == 0
    assert one(db, "select count(*) from suppressions") == 0


def test_what_the_database_could_not_take_stays_in_the_queue(take_in, db):
    message = webhooks.notification(webhooks.ses_bounce(MARK))
    db.execute("alter table received_webhooks rename to away")
    with pytest.raises(UndefinedTable):  # a fault of ours: the whole batch comes again
        take_in(record(message, "seven"))
    db.execute("alter table away rename to received_webhooks")
    kept = take_in(record(message, "seven"), url=NOBODY)

    assert kept == ["seven"]
    assert take_in(record(message, "seven")) == []
    assert one(db, "select count(*) from suppressions") == 1
