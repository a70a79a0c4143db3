"""Links that were pressed too late, of a confirmation and of a wish for one note."""

from psycopg import Connection
from psycopg.rows import DictRow

from tests.support.garden import Garden, link_in
from tests.support.rows import minutes_pass

CONFIRM = "/newsletter/confirm"
OWNER = "owner@example.org"
DAY = 24 * 60

A_WEEK_PASSES = """
    update subscribers
       set confirm_token_expires_at = confirm_token_expires_at - interval '7 days 1 second';
    update followed_notes set token_expires_at = token_expires_at - interval '7 days 1 second'
"""


def too_late(garden: Garden, db: Connection[DictRow], **wish: str) -> str:
    """Let somebody use up a mailbox's month, and a week pass; return the newest mail's link."""
    for _ in range(4):
        garden.client.post("/newsletter/subscribe", data={"email": OWNER, **wish})
        garden.tick()
        minutes_pass(db, DAY + 1)
    assert len(garden.inbox()) == 3
    link = link_in(garden.inbox()[-1])
    garden.empty_inbox()
    db.execute(A_WEEK_PASSES)
    return link


def press(garden: Garden, link: str) -> int:
    """Press the button of the page that a link leads to once it is old."""
    return garden.client.post(link, data={"fresh": "1"}).status_code
