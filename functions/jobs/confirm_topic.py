"""Job newsletter.confirm-topic: tell SNS that a topic may bring what SES says of our mails."""

from urllib.parse import urlencode

from shared import outbox, tx
from shared.mail.notices.fetching import fetch
from shared.mail.notices.sns import endpoint
from shared.newsletter.payloads import ConfirmTopic
from shared.newsletter.returning import topics
from shared.newsletter.returning.topics import Waiting
from shared.settings import current


async def confirm_topic(job: ConfirmTopic) -> None:
    """Confirm a topic that is still allowed; asking SNS twice does no harm."""
    async with tx.run():
        topic = await topics.waiting(job.topic_id)
    if topic is None or topic.topic not in current().sns_topics:
        return
    await fetch(confirmation_url(topic))
    async with tx.run():
        await topics.confirmed(job.topic_id, topic.token)
        await outbox.succeed()


def confirmation_url(topic: Waiting) -> str:
    """Return where to confirm: made here, from the topic, and not what a message asked to fetch."""
    query = {"Action": "ConfirmSubscription", "TopicArn": topic.topic, "Token": topic.token}
    return f"{endpoint(topic.topic)}/?{urlencode(query)}"


handler = outbox.Handler(ConfirmTopic, confirm_topic, timeout=15)
