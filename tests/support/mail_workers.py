"""Worker processes of the newsletter, and how they are killed."""

import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass
class Workers:
    """Processes that send, one of which may be killed at any moment."""

    arguments: list[str]
    alive: list[subprocess.Popen[bytes]] = field(default_factory=list)
    killed: int = 0

    def start(self) -> None:
        command = [sys.executable, "-m", "tests.support.mail_worker", *self.arguments]
        self.alive.append(subprocess.Popen(command, cwd=ROOT))

    def kill(self, number: int = 0) -> None:
        worker = self.alive.pop(number)
        worker.kill()
        worker.wait()
        self.killed += 1

    def kill_all(self) -> None:
        while self.alive:
            self.kill()


@contextmanager
def workers(number: int, *arguments: str) -> Generator[Workers]:
    """Run so many workers on `DATABASE_URL MAIL_URL SITE_URL` until the block ends."""
    running = Workers([*arguments])
    try:
        for _ in range(number):
            running.start()
        yield running
    finally:
        running.kill_all()
