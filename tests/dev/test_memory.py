"""A `dev` that builds all day is no larger in the evening than after breakfast."""

import subprocess
import sys
from pathlib import Path

BUILD_ALL_DAY = """
import asyncio, resource, sys
from pathlib import Path
from tests.support.tended import new_tending

notes = {f"n{number}": " ".join(f"[[n{number * each % 200}]]" for each in range(40))
         for number in range(200)}
tending = new_tending(Path(sys.argv[1]), **notes)


def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


async def day():
    for turn in range(12):
        (tending.site / "n7.md").write_text(f"Turn {turn}.")
        await tending.rebuild()
        if turn == 4:
            settled = peak()
    print((peak() - settled) // 1024)


asyncio.run(day())
"""


def test_building_the_same_garden_all_day_takes_no_more_memory(tmp_path: Path):
    grown = subprocess.run(
        [sys.executable, "-c", BUILD_ALL_DAY, tmp_path], capture_output=True, text=True, check=True
    )

    assert int(grown.stdout) < 30  # MiB; it is 45 where gardens are not let go
