"""Job newsletter.remind: ask the people of an import who never confirmed, hour after hour."""

from datetime import timedelta

from shared import outbox, tx
from shared.newsletter import garden
from shared.newsletter.moving import reminding
from shared.newsletter.payloads import Remind
from shared.newsletter.readers.caps import Caps, seconds_until_the_next_hour
from shared.settings import current


async def remind(job: Remind) -> dict[str, int]:
    """Ask as many as this hour allows, and go on in the next while some are left."""
    async with tx.run():
        here = await garden.read()
    if here.sign_up_closed_at:
        raise outbox.Snooze(timedelta(hours=1))
    asked = await reminding.ask_some(job.import_id, current().secret_key, Caps())
    if asked.go_on:
        raise outbox.Snooze(timedelta(seconds=seconds_until_the_next_hour()))
    return {"asked": asked.people}


handler = outbox.Handler(Remind, remind, timeout=45)
