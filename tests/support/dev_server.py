"""A real `thistledown dev` in a process group of its own, and the command beside it."""

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import Any

from tests.support.serving import free_port

ROOT = Path(__file__).parents[2]
SETTINGS = [
    "DATABASE_URL",
    "SITE_URL",
    "FUNCTIONS_URL",
    "MAIL_URL",
    "MAIL_FROM",
    "REPLY_TO",
    "POSTAL_ADDRESS",
    "GARDENER_EMAIL",
    "SECRET_KEY",
    "ANNOUNCE_TOKEN",
    "ANNOUNCE_HOLD",
    "LOG_FORMAT",
    "SITE_NETWORK",
]
NOTE = "---\ntitle: {title}\nmaturity: {maturity}\n---\n{body}\n"


@dataclass
class Dev:
    """A development server: its process, and every line it has printed."""

    process: subprocess.Popen[str]
    port: int
    site: Path
    data: Path
    lines: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def printed(self) -> str:
        return "".join(self.lines)

    def run(self, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
        """Run a command beside it, on the same data folder."""
        return command(*words, "--data", str(self.data), **env)

    def interrupt(self) -> int:
        """Press Ctrl-C: a signal to the whole group."""
        os.killpg(self.process.pid, signal.SIGINT)
        return self.process.wait(60)


@contextmanager
def running_dev(
    site: Path, data: Path, *more: str, port: int = 0, seconds: float = 60, **env: str
) -> Generator[Dev]:
    """Run `thistledown dev` until the block ends, ready in so many seconds when it begins."""
    port = port or free_port()
    words = ["dev", "--port", str(port), "--site", str(site), "--data", str(data), *more]
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "functions.cli", *words],
        env=environment(**env),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    dev = Dev(process, port, site, data)
    reading = threading.Thread(target=read, args=[process.stdout, dev.lines])
    reading.start()
    try:
        until(lambda: "Stop " in dev.printed or process.poll() is not None, seconds)
        yield dev
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(60)
        reading.join(60)


def command(*words: str, stdin: int | None = None, **env: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    line = [sys.executable, "-P", "-m", "functions.cli", *words]
    return subprocess.run(
        line,
        env=environment(**env),
        stdin=stdin,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def environment(**changes: str) -> dict[str, str]:
    """Return the environment without a setting of ours, but for those that a test makes."""
    kept = {name: value for name, value in os.environ.items() if name not in SETTINGS}
    return {**kept, "PYTHONPATH": str(ROOT), **changes}


def read(stream: Any, lines: list[str]) -> None:
    with stream:
        lines.extend(iter(stream.readline, ""))


def until(condition: Callable[[], Any], seconds: float = 60) -> None:
    """Wait for something; a page that is replaced while it is read is not there yet."""
    deadline = time.monotonic() + seconds
    while True:
        with suppress(HTTPException, OSError):
            if condition():
                return
        assert time.monotonic() < deadline, "it did not come true in time"
        time.sleep(0.1)


def plant(folder: Path, **notes: str) -> Path:
    """Make a garden whose notes have these maturities; return its folder."""
    (folder / "notes").mkdir(parents=True, exist_ok=True)
    (folder / "garden.toml").write_text('title = "Marginalia"\npublish = "all"\n', "utf-8")
    for name, maturity in notes.items():
        mature(folder, name, maturity)
    return folder


def mature(folder: Path, name: str, maturity: str) -> None:
    """Write a note."""
    text = NOTE.format(title=f"On {name}", maturity=maturity, body=f"What {name} is.")
    (folder / "notes" / f"{name}.md").write_text(text, "utf-8")


def own_garden(folder: Path) -> Path:
    """Copy the garden that comes with Thistledown, to change it."""
    return Path(shutil.copytree(ROOT / "site", folder))
