"""Build 1,000 and 5,000 notes, each in a fresh process: processor time, memory, linearity."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median

import pytest

from tests.support.ratio import Ratio, by_turns
from tests.support.vault import grow_vault

pytestmark = pytest.mark.benchmark

ROOT = Path(__file__).parents[2]
LINEAR = 5.5  # times the work, at most, for five times the notes

OURS = """
import sys, time
from pathlib import Path
from shared.garden.build import build
from tests.support.spent import say_spent
since = time.process_time()
report = build(Path(sys.argv[1]), Path(sys.argv[2]), site_url="https://garden.example",
               functions_url="https://garden.example")
assert not report.errors, report.errors[:3]
say_spent(since)
"""


def spent(folder: Path, count: int, *program: str) -> dict[str, float]:
    """Run a program on a vault and return what it says it has spent."""
    out = folder / "out"
    shutil.rmtree(out, ignore_errors=True)
    done = subprocess.run(
        [sys.executable, *program, out],
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert len(list(out.rglob("index.html"))) >= count
    return json.loads(done.stdout)


def test_a_build_costs_little_more_than_its_libraries_and_grows_with_the_notes(tmp_path):
    work = {}
    for count, rounds in ((1000, 3), (5000, 3)):
        folder = tmp_path / str(count)
        grow_vault(folder, count)

        def floor(folder=folder, count=count):
            return spent(folder, count, "-m", "tests.benchmarks.build_floor", folder / "notes")

        def ours(folder=folder, count=count):
            return spent(folder, count, "-c", OURS, folder)

        floors, own = by_turns(rounds, floor, ours)
        for what, unit in (("cpu", "s"), ("mebibytes", "MiB")):
            ratio = Ratio([one[what] for one in floors], [one[what] for one in own])
            print(
                f"\nbuild of {count:,} notes: {median(ratio.ours):.1f} {unit} against "
                f"{median(ratio.floor):.1f} {unit}, {ratio}",
                end="",
            )
        # The least, not the median: other work on the machine only ever adds to it.
        work[count] = min(one["work"] for one in own)

    growth = work[5000] / work[1000]
    print(f"\nbuild of 5,000 notes: {growth:.2f} times the work of 1,000")
    assert growth <= LINEAR
