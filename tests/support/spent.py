"""What a process has spent: seconds of the processor since a moment, and its highest memory."""

import json
import re
import resource
import sys
import time
from pathlib import Path


def say_spent(since: float) -> None:
    """Print seconds since the process began, seconds since a process_time(), and mebibytes."""
    now = time.process_time()
    print(json.dumps({"cpu": now, "work": now - since, "mebibytes": peak()}))


def peak() -> float:
    """Return the most memory that was resident at any moment.

    Linux lets a new program inherit the peak of the one that started it in getrusage, not here.
    """
    if sys.platform == "linux":
        found = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
        assert found is not None
        return int(found[1]) / 1024
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
