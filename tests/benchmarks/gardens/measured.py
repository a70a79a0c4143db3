"""Run a program to its end and say what it has cost, with all processes that it started."""

import os
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of all processors, seconds on the clock, and MiB of the largest process."""

    cpu: float
    wall: float
    mebibytes: float


def measured(program: Sequence[str], folder: Path, environ: Mapping[str, str]) -> Cost:
    """Run a program.

    Raises:
        RuntimeError: with what it said, when it fails.

    """
    with tempfile.TemporaryFile() as said:
        since = time.perf_counter()
        process = subprocess.Popen(
            program, cwd=folder, env={**os.environ, **environ}, stdout=said, stderr=said
        )
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - since
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            said.seek(0)
            raise RuntimeError(f"{program[0]}: {said.read().decode(errors='replace')[-2000:]}")
    return Cost(used.ru_utime + used.ru_stime, wall, used.ru_maxrss / 1024)
