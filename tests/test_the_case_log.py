"""Every case of other queues, every public failure and every fault has a test by its number.

`case_12` in a test's name is a row of the log of what users of other queues ran into, `c5` a public
failure of a queue, a newsletter or a library, `f23` a fault that is done to the whole system.
"""

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent

CASES = {*range(1, 40)} - {14, 22, 25, 28, 37, 38}
PUBLIC_FAILURES = {1, 3, 4, 5, 7, 9, *range(11, 25)}
FAULTS = {*range(1, 37)} - {11, 18, 22, 35}

NUMBERS = {"case_": CASES, "c": PUBLIC_FAILURES, "f": FAULTS}


def carried(prefix: str) -> set[int]:
    """Return the numbers with this prefix in the names of all tests."""
    number = re.compile(rf"(?<=_){prefix}(\d+)(?=_)")
    return {int(found) for name in names() for found in number.findall(f"_{name}_")}


def names() -> set[str]:
    """Return the name of every test function below this folder, without running any."""
    found: set[str] = set()
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found.add(node.name)
    return found


@pytest.mark.parametrize("prefix", NUMBERS)
def test_every_number_has_its_test(prefix: str) -> None:
    missing = NUMBERS[prefix] - carried(prefix)

    assert sorted(missing) == [], f"no test's name has {prefix}N for these N"


@pytest.mark.parametrize("prefix", NUMBERS)
def test_no_test_carries_a_number_that_the_log_has_not(prefix: str) -> None:
    assert sorted(carried(prefix) - NUMBERS[prefix]) == []
