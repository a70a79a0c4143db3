"""Start, stop and freeze workers of tests.support.ticker, and read what they wrote down."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.support.mail_workers import ROOT


@dataclass
class Tickers:
    """Processes that work one database, and their record."""

    url: str
    record: Path
    alive: list[subprocess.Popen[str]] = field(default_factory=list)

    def start(
        self, *options: object, environment: Mapping[str, str] | None = None
    ) -> subprocess.Popen[str]:
        """Start one and wait until it is there."""
        command = [sys.executable, "-m", "tests.support.ticker", self.url, str(self.record)]
        worker = subprocess.Popen(
            [*command, *map(str, options)],
            cwd=ROOT,
            env={**os.environ, **(environment or {})},
            stdout=subprocess.PIPE,
            text=True,
        )
        self.alive.append(worker)
        assert worker.stdout is not None
        worker.stdout.readline()
        return worker

    def stop(self) -> list[dict[str, Any]]:
        """Ask all to end, and return the reports of their ticks."""
        for worker in self.alive:
            worker.send_signal(signal.SIGTERM)
        reports = [report for worker in self.alive for report in reports_of(worker)]
        self.alive.clear()
        return reports

    def begun(self) -> list[dict[str, Any]]:
        """Return every attempt that began, in order."""
        lines = self.record.read_text().splitlines() if self.record.exists() else []
        return [json.loads(line) for line in lines]

    def copies(self) -> Counter[int]:
        """Return how often each plant's job was begun."""
        return Counter(one["plant"] for one in self.begun())


def reports_of(worker: subprocess.Popen[str]) -> list[dict[str, Any]]:
    """Wait for the end of a process and return the reports of its ticks."""
    out, _ = worker.communicate(timeout=60)
    return [json.loads(line) for line in out.splitlines()]


@contextmanager
def tickers(url: str, folder: Path) -> Generator[Tickers]:
    """Give workers that are killed when the block ends."""
    running = Tickers(url, folder / "begun.jsonl")
    try:
        yield running
    finally:
        for worker in running.alive:
            worker.kill()
            worker.communicate()


def wait_until(condition: Callable[[], object], *, seconds: float = 60.0) -> float:
    """Wait until something is so, and return how long it took in seconds."""
    began = time.monotonic()
    while not condition():
        assert time.monotonic() - began < seconds, "it never came"
        time.sleep(0.01)
    return time.monotonic() - began
