"""Let a mail go out that somebody has asked for and waits for, one of its kind at a time."""

from typing import Literal

from shared import outbox
from shared.newsletter.payloads import ConfirmMail, FollowMail, SettingsMail


async def enqueue_mail(
    job: ConfirmMail | FollowMail | SettingsMail,
    *,
    on_waiting: Literal["keep", "sooner"] = "sooner",
) -> None:
    """Enqueue it, in the transaction of what was asked.

    A twin that is running may have found nothing to do a moment ago, and one that waits for a late
    rung must not keep somebody waiting who asks again.
    """
    await outbox.enqueue(job, dedup_key=job.dedup_key, on_running="rerun", on_waiting=on_waiting)
