"""The index of a built garden, opened as the functions open it."""

import json

from shared.search.files import MANIFEST
from shared.search.query import Fetch, Reader


async def open_index(fetch: Fetch) -> Reader:
    """Return a reader of the index of a garden."""
    return Reader(json.loads(await fetch(MANIFEST)), fetch)
