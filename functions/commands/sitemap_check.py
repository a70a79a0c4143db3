"""Before another generator's garden is announced: is each page where we think it is?

Its sitemap says what it really made. A note that is not in it would be announced with a link that
leads nowhere, and its letter would wait a day for a page that never comes.
"""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from functions.commands.show import complain, many
from functions.commands.target import Target
from shared.garden.note import Note
from shared.garden.report import Report
from shared.newsletter.pages.sitemap import NoSitemap, Sitemap, read_sitemap
from shared.settings import environment
from shared.variables import network

MOST = 20  # notes that are named


def complain_of_missing(answer: Mapping[str, Any], report: Report, target: Target) -> list[Note]:
    """Name each note about to be told that the site's sitemap lacks, and return them.

    With the first manifest nobody is told anything: then every listed note is looked up, so that a
    wrong rule shows before it matters.
    """
    chosen = {note["id"] for note in answer["newly_evergreen"]}
    notes = [note for note in report.notes if note.id in chosen]
    if answer["baseline"]:
        notes = [note for note in report.notes if note.should_index]
    sitemap = fetched(target) if notes else None
    if sitemap is None:
        return []
    missing = [note for note in notes if not sitemap.lists(target.site_url + note.href)]
    for note in missing[:MOST]:
        complain(f"{report.folder / note.path}: expected at {target.site_url}{note.href}")
    if missing:
        complain(summary(missing, notes, sitemap, target))
    return missing


def as_answer(missing: Sequence[Note], target: Target) -> dict[str, object]:
    """Return what programs are told instead of the functions' answer."""
    return {
        "title": "Not in the sitemap",
        "detail": f"{many(len(missing), 'note')} would be announced without a page that is known.",
        "missing": [
            {"id": note.id, "title": note.title, "url": target.site_url + note.href}
            for note in missing
        ],
    }


def fetched(target: Target) -> Sitemap | None:
    """Return the site's sitemap, or say that nobody can check anything without one."""
    is_private = network(environment().get("SITE_NETWORK")) == "private"
    try:
        with asyncio.Runner() as runner:
            return runner.run(read_sitemap(target.site_url, is_private=is_private))
    except NoSitemap as error:
        complain(
            f"{target.site_url}/sitemap.xml {error}: the addresses of the pages are not checked. "
            "The letter waits until they answer all the same."
        )
        return None


def summary(
    missing: Sequence[Note], looked_up: Sequence[Note], sitemap: Sitemap, target: Target
) -> str:
    """Return how many are missing, and what could be the reason."""
    more = f" (and {len(missing) - MOST} more)" if len(missing) > MOST else ""
    said = f"{many(len(missing), 'note')}{more} of {len(looked_up)} not in the site's sitemap. "
    if target.site_url not in sitemap.hosts and not any(
        target.site_url.startswith(f"{host}/") for host in sitemap.hosts
    ):
        others = ", ".join(sorted(sitemap.hosts)[:3])
        return f"{said}It lists pages of {others}: is SITE_URL right?"
    if any(sitemap.lists_in_lower_case(target.site_url + note.href) for note in missing):
        return f'{said}Some are there in small letters: write case = "lower" into garden.toml.'
    return (
        f"{said}Publish the site first. If it is published, look at `generator` and `permalink` in "
        "garden.toml, or give the note a line `announce_url: /its/path/`."
    )
