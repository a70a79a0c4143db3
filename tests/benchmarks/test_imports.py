"""What each Lambda function costs to load, as a ratio to its bare libraries in the same run."""

import json
import statistics
import subprocess
import sys

import pytest

from tests.support.runtime_api import ENVIRONMENT, ROOT

pytestmark = pytest.mark.benchmark

ROUNDS = 9
MOST = 1.3

FLOOR = "import starlette, mangum, psycopg"

# The same libraries with what every Starlette application imports of them; only for comparison.
APPLICATION = "import starlette.applications, starlette.routing, mangum, psycopg"

LOADED = "import functions.aws"

PROGRAM = """
import json, time
began = time.process_time()
{imports}
seconds = time.process_time() - began
with open("/proc/self/status") as status:
    [resident] = [line.split()[1] for line in status if line.startswith("VmRSS")]
print(json.dumps([seconds * 1000, int(resident) / 1024]))
"""


def test_a_function_loads_in_little_more_than_its_libraries(capsys):
    cases = {
        "floor": (FLOOR, {}),
        "bare application": (APPLICATION, {}),
        "http": (LOADED, {"_HANDLER": "functions.aws.http"}),
        "tick": (LOADED, {"_HANDLER": "functions.aws.tick"}),
    }
    # Alternately, so that a busy moment of the machine meets all of them.
    rounds = [{name: measured(*case) for name, case in cases.items()} for _ in range(ROUNDS)]
    # The ratio of each round by itself: what slowed down one slowed down the other.
    times = {name: middle(one[name][0] / one["floor"][0] for one in rounds) for name in cases}
    with capsys.disabled():
        print(f"\n{'':18}{'CPU ms':>8}{'ratio':>7}{'RSS MB':>8}{'ratio':>7}")
        for name in cases:
            cost, memory = (middle(one[name][kind] for one in rounds) for kind in (0, 1))
            size = middle(one[name][1] / one["floor"][1] for one in rounds)
            print(f"{name:18}{cost:8.0f}{times[name]:7.2f}{memory:8.1f}{size:7.2f}")

    assert times["http"] <= MOST
    assert times["tick"] <= MOST


def middle(values):
    return statistics.median(list(values))


def measured(imports, environment):
    """Return CPU milliseconds and resident megabytes of imports in a fresh process."""
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(imports=imports)],
        cwd=ROOT,
        env={**ENVIRONMENT, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(ended.stdout)
