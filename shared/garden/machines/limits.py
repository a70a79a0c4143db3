"""What free hosts of static sites take: warn before a garden outgrows them."""

import os
from pathlib import Path

from shared.garden.problem import Problems
from shared.garden.vault.written import FILE

MOST_FILES = 20_000  # of Cloudflare Pages; others take more
HEAVIEST = 25 * 1024 * 1024  # bytes of one file, of the same


def warn_of_many_files(folder: Path, at_least: int, problems: Problems) -> None:
    """Warn of a site with too many files; they are counted only where there may be as many.

    `at_least` is a number of notes and assets, of which few have more than three files.
    """
    if 3 * at_least < MOST_FILES:
        return
    count = sum(len(names) for _, _, names in os.walk(folder))
    if count > MOST_FILES:
        problems.warn(
            FILE,
            1,
            1,
            f"the site has {count:,} files; free hosts take {MOST_FILES:,} at most. With "
            "`cards = false` there is one less for each note",
        )
