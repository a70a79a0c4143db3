"""The table `received_webhooks`: what was signed for once is not heard a second time."""

import hashlib

from shared import tx

# Longer than the oldest signature is believed.
FORGOTTEN_AFTER_DAYS = 30

FORGET = """
    delete from received_webhooks
     where received_at < clock_timestamp() - %(days)s * interval '1 day'
"""

RECEIVE = """
    insert into received_webhooks (source, name)
    values (%(source)s, %(name)s)
    on conflict do nothing
"""


async def is_first(source: str, name: str) -> bool:
    """Remember a webhook by its id or token, in the ambient transaction; False if it was known."""
    await tx.execute(FORGET, days=FORGOTTEN_AFTER_DAYS)
    digest = hashlib.sha256(name.encode("utf-8", "surrogateescape")).digest()
    return await tx.execute(RECEIVE, source=source, name=digest) > 0
