"""Write down what a fault test measured, so that the documentation can quote it.

With FIGURES=FILE in the environment each figure is one JSON line {"fault", "figure", "test"} at its
end. `python -m tests.support.figures FILE` prints them as a table.
"""

import json
import os
import re
import sys
from pathlib import Path


def record(fault: str, figure: str) -> None:
    """Print a figure, and append it to the file that the environment names."""
    print(f"\n{fault}: {figure}")
    target = os.environ.get("FIGURES")
    if not target:
        return
    test = os.environ.get("PYTEST_CURRENT_TEST", "").partition(" ")[0]
    with Path(target).open("a") as lines:
        lines.write(json.dumps({"fault": fault, "figure": figure, "test": test}) + "\n")


def table(path: Path) -> str:
    """Return what a file holds as lines, in the order of the faults, the newest of equals."""
    found = {}
    for line in path.read_text().splitlines():
        one = json.loads(line)
        found[one["fault"], one["test"]] = one["figure"]
    rows = sorted(found.items(), key=lambda row: (number(row[0][0]), row[0]))
    return "\n".join(f"{fault:<5} {figure}" for (fault, _), figure in rows)


def number(fault: str) -> int:
    """Return the number of a fault: 9 of F9."""
    digits = re.search(r"\d+", fault)
    return int(digits[0]) if digits else 0


if __name__ == "__main__":
    print(table(Path(sys.argv[1])))
