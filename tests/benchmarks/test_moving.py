"""Moving in and out with 100,000 readers: memory is bounded, and this says how long it takes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.runtime_api import ROOT

pytestmark = pytest.mark.benchmark

ROWS = 100_000
MOST_MEGABYTES = 200

HEADER = (
    "id,email,notes,subscriber_type,creation_date,ip_address,subscription_date,"
    "unsubscription_date\n"
)
TYPES = ["regular"] * 87 + ["unactivated"] * 2 + ["unsubscribed"] * 9 + ["undeliverable"] * 2

PROGRAM = """
import json, resource, sys, time
from functions.commands.thistledown import thistledown
began = time.monotonic()
thistledown(["subscribers", *sys.argv[1:]], standalone_mode=False)
used = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps([time.monotonic() - began, used.ru_utime, used.ru_maxrss / 1024]))
"""


def test_100_000_readers_move_in_and_out_in_bounded_memory(database, tmp_path, capsys):
    """Each command is a process of its own, whose largest size the system tells."""
    path, out = written(tmp_path / "buttondown.csv"), tmp_path / "out.csv"
    commands = {
        "dry run": ("import", path, "--dry-run"),
        "import": ("import", path, "--yes"),
        "import again": ("import", path, "--yes"),
        "export": ("export", "--out", out),
        "undo": ("import", "--undo", 1),
    }
    measured = {name: run(database, *words) for name, words in commands.items()}
    with capsys.disabled():
        print(f"\n{ROWS:,} readers{'':14}{'s':>7}{'CPU s':>7}{'MB':>7}")
        for name, (seconds, busy, megabytes) in measured.items():
            print(f"  {name:26}{seconds:7.1f}{busy:7.1f}{megabytes:7.0f}")

    assert out.read_text().count("\n") == ROWS  # a header, and all but the broken line
    assert max(megabytes for _, _, megabytes in measured.values()) < MOST_MEGABYTES


def written(path: Path) -> Path:
    """Write an export of Buttondown with one broken line, and cells of two lines."""
    with path.open("w") as file:
        file.write(HEADER)
        for number in range(ROWS):
            kind = TYPES[number % len(TYPES)]
            left = "2024-05-01 00:00:00+00:00" if kind == "unsubscribed" else ""
            row = (
                f'g{number},Reader.{number}@example-{number % 50}.org,"Met, in\nNYC",{kind},'
                f"2024-03-13 00:03:09+00:00,203.0.113.{number % 250},"
                f"2024-03-13 00:03:09+00:00,{left}\n"
            )
            file.write('"broken,line\n' if number == ROWS // 2 else row)
    return path


def run(database: str, *words: object) -> tuple[float, float, float]:
    """Run a command and return its seconds, those of the processor, and its megabytes."""
    env = {**os.environ, "DATABASE_URL": database, "SECRET_KEY": "k" * 40}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *map(str, words)],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=True,
    )
    seconds, busy, megabytes = json.loads(done.stdout.splitlines()[-1])
    return seconds, busy, megabytes
