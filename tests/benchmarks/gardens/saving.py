"""Measure in a running `dev` how long it takes from saving a note to its new page."""

import json
import os
import time
import urllib.request
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Queue
from threading import Thread
from urllib.parse import quote

from playwright.sync_api import Page

from tests.support.browsing import a_browser
from tests.support.dev_server import Dev, running_dev

SOON = 120.0  # seconds after which something is not slow, but missing
FIRST = 600.0  # seconds for the first build
OFTEN = 0.005  # seconds between two looks

TOLD, SERVED, BUILT, SEEN = "told", "served", "built", "seen"


def measured_saves(site: Path, data: Path, rounds: int) -> Mapping[str, list[float]]:
    """Save notes one after the other; return the seconds from each save to what came of it.

    `told`: the open page hears of it. `served`: its address answers with the new page. `seen`: a
    browser shows it. `built`: all other pages are built anew, too.
    """
    took: dict[str, list[float]] = {TOLD: [], SERVED: [], SEEN: [], BUILT: []}
    with running_dev(site, data, seconds=FIRST) as dev, a_browser() as browser:
        page = browser.new_page()
        saves = Saves(dev)
        for _ in range(rounds):
            for name, seconds in saves.heard().items():
                took[name].append(seconds)
            took[SEEN].append(saves.seen(page))
        dev.interrupt()
    return took


class Saves:
    """A running development server, and its notes, of which one after the other is saved."""

    def __init__(self, dev: Dev) -> None:
        self.dev = dev
        listed = json.loads((dev.data / "dist" / "notes.json").read_text("utf-8"))["notes"]
        self.places = {each["id"]: f"{dev.url}/{quote(each['slug'])}/" for each in listed}
        self.count = 0

    def next(self) -> tuple[Path, str, str]:
        """Return a note, the address of its page, and a sentence that is not yet in it."""
        paths = sorted(self.places)
        path = paths[self.count * 37 % len(paths)]
        self.count += 1
        return self.dev.site / "notes" / path, self.places[path], f"Said {time.time_ns()} here."

    def heard(self) -> dict[str, float]:
        """Save a note while somebody listens to what is built."""
        note, address, sentence = self.next()
        with listening(f"{self.dev.url}/_dev/builds") as news:
            news.get(timeout=SOON)
            since = save(note, sentence)
            told = news.get(timeout=SOON) - since
            served = after(since, lambda: sentence in get(address))
            return {TOLD: told, SERVED: served, BUILT: after(since, self.is_built)}

    def seen(self, page: Page) -> float:
        """Save the note whose page is open in a browser."""
        note, address, sentence = self.next()
        page.goto(address)
        since = save(note, sentence)
        page.get_by_text(sentence).wait_for(timeout=SOON * 1000)
        seen = time.perf_counter() - since
        after(since, self.is_built)
        return seen

    def is_built(self) -> bool:
        """Tell whether the whole garden was built anew after every save."""
        return self.dev.printed.count(" rebuilt: ") >= self.count


def save(note: Path, sentence: str) -> float:
    """Append a sentence, by a new file in the place of the old as editors do; return when."""
    fresh = note.with_name(f".{note.name}.new")
    fresh.write_text(f"{note.read_text('utf-8')}\n{sentence}\n", "utf-8")
    since = time.perf_counter()
    os.replace(fresh, note)
    return since


def after(since: float, is_so: Callable[[], bool]) -> float:
    """Wait until something is so; return how many seconds that is after `since`."""
    while not is_so():
        assert time.perf_counter() - since < SOON
        time.sleep(OFTEN)
    return time.perf_counter() - since


def get(url: str) -> str:
    """Return the page at an address."""
    with urllib.request.urlopen(url, timeout=SOON) as answer:
        return answer.read().decode()


@contextmanager
def listening(url: str) -> Generator[Queue[float]]:
    """Listen to the stream of news as a browser does; give the moments at which some came."""
    heard: Queue[float] = Queue()

    def listen() -> None:
        with suppress(AttributeError, OSError, ValueError):  # it is closed in the end
            for line in stream:
                if line.startswith(b"data:"):
                    heard.put(time.perf_counter())

    with urllib.request.urlopen(url, timeout=SOON) as stream:
        Thread(target=listen, daemon=True).start()
        yield heard
