"""The function at a queue, as Lambda runs it: what SES says of a letter that came back."""

import json
from collections.abc import Generator
from pathlib import Path

import pytest

from shared.newsletter.returning.marks import Mark, write_mark
from tests.support import webhooks
from tests.support.rows import add_readers, one
from tests.support.runtime_api import ENVIRONMENT, Function, deployed


@pytest.fixture
def function(environment: dict[str, str], tmp_path: Path) -> Generator[Function]:
    variables = {**environment, "SNS_TOPICS": f"{webhooks.TOPIC}, {webhooks.TOPIC}-2"}
    with deployed("functions.aws.bounces", variables, tmp_path / "log") as running:
        yield running


def test_n45_a_queue_of_news_is_taken_in_and_what_failed_is_named(function, db):
    add_readers(db, 1)
    db.execute("insert into notifications (status, hold_until) values ('announced', now())")
    db.execute(
        "insert into deliveries (notification_id, subscriber_id, status, message_id)"
        " values (1, 1, 'sent', '<x@garden.example>')"
    )
    mark = write_mark(ENVIRONMENT["SECRET_KEY"], Mark("delivery", 1))
    body = json.dumps(webhooks.notification(webhooks.ses_bounce(mark)))
    event = {"Records": [{"messageId": "1", "body": body}, {"messageId": "2", "body": body}]}
    outcome = function.invoke(event)
    again = function.invoke({"Records": []})

    assert (outcome.failed, outcome.value) == (False, {"batchItemFailures": []})
    assert (again.failed, again.value) == (False, {"batchItemFailures": []})
    assert one(db, "select count(*) from suppressions") == 1
    assert "reader" not in function.log.read_text()
