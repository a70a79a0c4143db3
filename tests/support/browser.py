"""Find a Chromium, and say loudly which tests did not run where there is none."""

import os
import shutil
from pathlib import Path

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
NOT_RUN = pytest.StashKey[list[str]]()


def chromium() -> str | None:
    """Return the path of a Chromium; where CHROMIUM is set, only that one counts."""
    named = os.environ.get("CHROMIUM")
    for name in (named,) if named else (*NAMES, str(MAC)):
        found = shutil.which(name)
        if found:
            return found
    return None


def set_aside(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Take the browser's tests out when there is no browser, and remember their names."""
    config.stash[NOT_RUN] = []
    if chromium() is not None:
        return
    taken = [item for item in items if item.get_closest_marker("browser")]
    if taken:
        config.stash[NOT_RUN] = [item.nodeid for item in taken]
        items[:] = [item for item in items if not item.get_closest_marker("browser")]
        config.hook.pytest_deselected(items=taken)


def report(terminal: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Count and name them at the end."""
    names = config.stash.get(NOT_RUN, [])
    if names:
        noun = "test" if len(names) == 1 else "tests"
        terminal.section("no browser", yellow=True)
        for name in names:
            terminal.line(name)
        terminal.line(
            f"{len(names)} browser {noun} did not run: no Chromium found. apt-get install chromium"
        )
