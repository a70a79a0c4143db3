"""A real browser that nobody sees, and asks no stranger for anything."""

from collections.abc import Generator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

from tests.support.browser import chromium

QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--no-first-run",
)


@contextmanager
def a_browser() -> Generator[Browser]:
    """Start a browser, and end it after the block."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(), args=QUIET)
        try:
            yield started
        finally:
            started.close()
