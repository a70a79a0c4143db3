"""A garden that really runs, and a browser without JavaScript that watches what a page does."""

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.support.dev_server import Dev, own_garden, running_dev


@dataclass
class Reader:
    """Somebody at a browser: what the pages complained of, and whom they asked for anything."""

    context: BrowserContext
    home: str
    complaints: list[str] = field(default_factory=list)
    strangers: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.context.on("console", lambda message: self.complaints.append(message.text))
        self.context.on("request", lambda request: self.note(request.url))

    def note(self, url: str) -> None:
        if not url.startswith((f"{self.home}/", "data:", "about:")):
            self.strangers.append(url)

    def open(self, path: str = "/") -> Page:
        page = self.context.new_page()
        answer = page.goto(path if "://" in path else f"{self.home}{path}")
        assert answer is not None
        assert answer.status == 200
        return page


@pytest.fixture(scope="module")
def dev(tmp_path_factory: pytest.TempPathFactory) -> Generator[Dev]:
    """Run the garden that comes with Thistledown."""
    folder: Path = tmp_path_factory.mktemp("dev")
    with running_dev(own_garden(folder / "garden"), folder / "data") as started:
        yield started


@pytest.fixture
def reader(browser: Browser, dev: Dev) -> Generator[Callable[..., Reader]]:
    """Give a function that sits a reader down at a browser of some width, colour and language."""
    contexts: list[BrowserContext] = []

    def sit_down(**wishes: Any) -> Reader:
        contexts.append(browser.new_context(java_script_enabled=False, **wishes))
        return Reader(contexts[-1], dev.url)

    yield sit_down
    for context in contexts:
        context.close()
