"""Messages of SNS that come through a queue instead of HTTP.

Who may put something into the queue is the queue's own policy, so nobody's signature is looked at;
the topic is, since a policy that lets SNS in lets every topic in.
"""

import logging
from collections.abc import Iterable
from typing import Any

import psycopg

from shared import tx
from shared.mail.notices import sns
from shared.newsletter.returning import sns_messages
from shared.settings import Settings

LOGGER = logging.getLogger("thistledown.bounces")


async def take_in(records: Iterable[dict[str, Any]], settings: Settings) -> list[str]:
    """Act on what a queue hands over, and return the names of what must come again."""
    kept: list[str] = []
    for record in records:
        envelope = sns.read(str(record.get("body", "")))
        if envelope.topic not in settings.sns_topics or not envelope.is_recent():
            LOGGER.warning("a message of no topic of SNS_TOPICS was dropped")
            continue
        try:
            async with tx.run():
                await sns_messages.take_in(envelope, settings.secret_key)
        except (tx.Unavailable, psycopg.OperationalError) as failure:
            LOGGER.warning("the database failed (%s)", type(failure).__name__)
            kept.append(str(record.get("messageId", "")))
    return kept
