"""The day on which a note was planted, where another generator reads it in the name of the file."""

import re
from contextlib import suppress
from datetime import date

from shared.garden.foreign.jekyll import POST
from shared.garden.foreign.rules import Rules

ANYWHERE = re.compile(r"\d{4}-\d{2}-\d{2}")
# What Eleventy lets a note say under `date`: git knows the day, and nobody asks the file.
OF_GIT = {"git created", "git last modified", "created", "last modified"}


def day_in_name(path: str, rules: Rules | None) -> str:
    """Return the day in a path as ISO 8601 writes it, nothing where there is none to its generator.

    Jekyll reads it before the name of a post, Eleventy anywhere in the path.
    """
    generator = rules.generator if rules else ""
    found = None
    if generator == "jekyll" and "_posts/" in f"/{path}":
        found = POST.match(path.rpartition("/")[2])
        written = found[1] if found else ""
    else:
        found = ANYWHERE.search(path) if generator == "eleventy" else None
        written = found[0] if found else ""
    with suppress(ValueError):
        year, month, number = map(int, written.split("-"))
        return date(year + 2000 * (year < 100), month, number).isoformat()
    return ""


def leaves_it_to_git(text: str, rules: Rules | None) -> bool:
    """Tell whether a date says in words that the history of the file has it."""
    is_eleventy = rules is not None and rules.generator == "eleventy"
    return is_eleventy and text.strip().casefold() in OF_GIT
