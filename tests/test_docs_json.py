"""Every field that a command shows as JSON is documented."""

from dataclasses import fields

import pytest

from functions.commands.status import Status
from functions.commands.subscriber_show import History
from shared.mail.doctor.finding import MailFinding
from shared.newsletter.announcing.notifications import Listed
from shared.newsletter.delivering.deliveries import Sum
from shared.newsletter.delivering.ledger import Progress, Remarkable, Share
from shared.newsletter.garden import Garden
from shared.newsletter.pages.live_check import NotLive
from shared.newsletter.readers.listing import Subscriber
from shared.newsletter.readers.suppressions import Suppression
from shared.newsletter.records.consent import Event
from shared.newsletter.records.erasing import Tombstone
from shared.newsletter.records.reader_history import Bounce, Telling
from shared.newsletter.returning.bounce_report import BounceReport, Came, Ignored, Refusal
from shared.newsletter.returning.topics import Topic
from shared.outbox import (
    Action,
    Attempt,
    BreakerGate,
    DeadGroup,
    Failing,
    Gates,
    KindGate,
    QueueGate,
    StoredJob,
    Waiting,
)
from shared.outbox.doctor import Diagnosis, Facts, Finding, Unseen
from shared.outbox.showing.counts import HeldBack
from shared.outbox.showing.metrics import Breaker, KindCount, OldestDue, Paused, Summary
from tests.support.documents import read, sections


@pytest.mark.parametrize(
    ("command", "shapes"),
    [
        ("announcements", (Listed, Sum, Progress)),
        ("announcements show", (Share, Remarkable)),
        ("status", (Status, Garden, Waiting, Failing, NotLive)),
        ("jobs queues", (Gates, QueueGate, KindGate, BreakerGate)),
        ("jobs show", (StoredJob, Attempt, Action)),
        ("jobs dead", (DeadGroup,)),
        ("jobs metrics", (Summary, KindCount, OldestDue, HeldBack, Paused, Breaker)),
        ("doctor", (Diagnosis, Finding, Unseen, Facts, MailFinding)),
        ("subscribers list", (Subscriber,)),
        ("bounces", (BounceReport, Came, Refusal, Ignored, Topic)),
        ("subscribers show", (History, Suppression, Tombstone, Event, Telling, Bounce)),
    ],
)
def test_every_field_that_json_shows_is_documented(command: str, shapes: tuple[type, ...]):
    described = sections(read("docs/commands.md"))[f"`thistledown {command}`"]
    names = [field.name for shape in shapes for field in fields(shape)]

    assert [name for name in names if f'"{name}"' not in described] == []
