"""A worker of the newsletter in a process of its own, to be killed at any moment.

`python -m tests.support.mail_worker DATABASE_URL MAIL_URL SITE_URL` ticks until it is killed.
"""

import asyncio
import sys

from functions.jobs import announce, confirm_mail, evergreen_mail
from shared import outbox, settings
from tests.support.jobs import using
from tests.support.settings import settings_for

JOBS = outbox.Handlers([confirm_mail.handler, announce.handler, evergreen_mail.handler])


async def work(database_url: str, mail_url: str, site_url: str) -> None:
    """Tick without end."""
    settings.use(settings_for(database_url, mail_url, site_url))
    async with using(database_url):
        while True:
            await outbox.tick(JOBS)
            await asyncio.sleep(0.1)


if __name__ == "__main__":
    asyncio.run(work(*sys.argv[1:4]))
