"""Find a Chromium."""

import os
import shutil
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")


def chromium() -> str | None:
    """Return the path of a Chromium; where CHROMIUM is set, only that one counts."""
    named = os.environ.get("CHROMIUM")
    for name in (named,) if named else (*NAMES, str(MAC)):
        found = shutil.which(name)
        if found:
            return found
    return None
