"""Short links: `/n/<id>` leads to a note, for plain text, where a long address is unreadable.

The id is made once, when a note is first seen, and stays with it through renames and moves.
"""

import hashlib
import re
from urllib.parse import urlsplit

from shared import tx

FIND = """
    select url from notes
     where short_id = %(short_id)s and gone_at is null
     order by first_seen_at, id
     limit 1
"""

SHORT = re.compile(r"[0-9a-f]{10}")
LONG = 72  # characters; a longer address does not fit on a line of a letter


def short_id_of(note_id: str) -> str:
    """Return the id of a new note's short link: 40 bits of the hash of its own."""
    return hashlib.sha256(note_id.encode()).hexdigest()[:10]


def shortened(url: str, short_id: str | None, *, functions_url: str) -> str:
    """Return the address to write into plain text: a short link in the place of a long one."""
    short = f"{functions_url}/n/{short_id}"
    return short if short_id and len(url) > LONG and len(short) < len(url) else url


async def find(short_id: str, *, site_url: str) -> str | None:
    """Return where a short link leads: to a page of the garden, or nowhere."""
    if not SHORT.fullmatch(short_id):
        return None
    url = await tx.scalar(str, FIND, short_id=short_id)
    return url if url and is_within(url, site_url) else None


def is_within(url: str, site_url: str) -> bool:
    """Tell whether an address is part of the site as it is configured now."""
    return f"{url}/".startswith(f"{site_url}/") and urlsplit(url)[:2] == urlsplit(site_url)[:2]
