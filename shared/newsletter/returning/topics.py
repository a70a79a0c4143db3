"""The table `sns_topics`: topics that the gardener allows, and that wait to be confirmed."""

from dataclasses import dataclass, field
from datetime import datetime

from shared import outbox, tx
from shared.newsletter.payloads import ConfirmTopic

ASK = """
    insert into sns_topics as known (topic, token)
    values (%(topic)s, %(token)s)
    on conflict (topic) do update
       set token = excluded.token, asked_at = clock_timestamp(), confirmed_at = null
    returning id
"""

WAITING = "select topic, token from sns_topics where id = %(id)s and token is not null"

# Another request may have come in the meantime: its token stays.
CONFIRMED = """
    update sns_topics
       set token = null, confirmed_at = clock_timestamp()
     where id = %(id)s and token = %(token)s
"""

LISTED = "select topic, confirmed_at from sns_topics order by topic"


@dataclass(frozen=True, slots=True)
class Waiting:
    """A topic that wants to be confirmed. Its repr does not show what confirms it."""

    topic: str
    token: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic, and since when it is confirmed."""

    topic: str
    confirmed_at: datetime | None


async def ask(topic: str, token: str) -> None:
    """Keep a topic's token for the job that confirms it, in the ambient transaction."""
    topic_id = await tx.scalar(int, ASK, topic=topic, token=token)
    assert topic_id is not None  # noqa: S101  (DO UPDATE always returns the row)
    job = ConfirmTopic(topic_id)
    await outbox.enqueue(job, dedup_key=job.dedup_key, on_running="rerun", on_waiting="sooner")


async def waiting(topic_id: int) -> Waiting | None:
    """Return a topic that waits, None when there is nothing to confirm."""
    return await tx.row(Waiting, WAITING, id=topic_id)


async def confirmed(topic_id: int, token: str) -> None:
    """Note that a topic is confirmed, and forget the token."""
    await tx.execute(CONFIRMED, id=topic_id, token=token)


async def listed() -> list[Topic]:
    """Return every topic that ever asked."""
    return await tx.rows(Topic, LISTED)
