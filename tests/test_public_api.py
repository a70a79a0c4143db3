"""The public names of what can be lifted out, and what the type checker says of their use."""

import inspect
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from shared import outbox, tx

ROOT = Path(__file__).parents[1]
USAGES = ROOT / "tests" / "typing" / "usages.py"

OUTBOX = [
    "EVER",
    "FOR_GOOD",
    "HOLDS_LEASE",
    "LADDER",
    "MAX_ATTEMPTS",
    "Action",
    "Attempt",
    "BadPayload",
    "BadResult",
    "BreakerGate",
    "Bulk",
    "Cause",
    "DeadGroup",
    "Diagnosis",
    "Discard",
    "Dropped",
    "Enqueued",
    "Failing",
    "FanOut",
    "Finding",
    "Gates",
    "Handler",
    "Handlers",
    "HeldBack",
    "Job",
    "JsonLines",
    "KindGate",
    "Outage",
    "PauseQueue",
    "Pruned",
    "QueueGate",
    "Released",
    "Report",
    "Retried",
    "Running",
    "Schedule",
    "Scheduled",
    "Snooze",
    "StaleLease",
    "StoredJob",
    "Summary",
    "Undecodable",
    "Waiting",
    "actions",
    "cancel",
    "cause",
    "current",
    "dead_groups",
    "diagnose",
    "drop",
    "drop_all",
    "edit",
    "enqueue",
    "enqueue_alone",
    "enqueue_from",
    "enqueue_many",
    "enqueue_scheduled",
    "failing",
    "fan_out",
    "gates",
    "held_back",
    "history",
    "jobs",
    "lease_parameters",
    "limits",
    "must_stop",
    "note",
    "pause",
    "prometheus",
    "prune",
    "release",
    "result",
    "resume",
    "retry",
    "run_now",
    "serve",
    "succeed",
    "summary",
    "tick",
    "trace",
    "waiting",
    "wake_up",
]

TX = [
    "CommitUnknown",
    "ConnectionLost",
    "ForeignTask",
    "NoTransaction",
    "Pool",
    "Unavailable",
    "at_once",
    "configured_pool",
    "current",
    "execute",
    "is_open",
    "retrying",
    "row",
    "rows",
    "run",
    "savepoint",
    "scalar",
    "tuples",
    "use",
    "written",
    "written_alone",
]


def public(module: ModuleType) -> list[tuple[str, object]]:
    """Every function and class that a module offers, with the public methods of the classes."""
    found: list[tuple[str, object]] = []
    for name in module.__all__:
        one = getattr(module, name)
        if inspect.isclass(one):
            found += [(f"{name}.{key}", value) for key, value in methods_of(one)]
        if inspect.isclass(one) or inspect.isfunction(one):
            found.append((name, one))
    return found


def methods_of(one: type) -> list[tuple[str, object]]:
    members = [(key, value) for key, value in vars(one).items() if not key.startswith("_")]
    return [
        (key, value)
        for key, value in members
        if inspect.isfunction(value) or isinstance(value, property | classmethod)
    ]


def test_the_outbox_offers_exactly_these_names():
    assert outbox.__all__ == OUTBOX


def test_the_transaction_offers_exactly_these_names():
    assert tx.__all__ == TX


@pytest.mark.parametrize("module", [outbox, tx], ids=["outbox", "tx"])
def test_every_public_function_and_class_says_in_a_sentence_what_it_is_for(module: ModuleType):
    silent = []
    for name, one in public(module):
        written = getattr(one, "__doc__", None) or ""
        first = written.strip().partition("\n")[0]
        # A dataclass without a docstring gets its signature as one.
        if not first.endswith((".", "?")) or first.startswith(f"{name}("):
            silent.append(name)

    assert silent == []


def test_whoever_lifts_the_outbox_out_gets_everything_by_a_name_without_an_underscore():
    for module in (outbox, tx):
        assert [name for name in module.__all__ if name.startswith("_")] == []
        assert [name for name in module.__all__ if not hasattr(module, name)] == []


def test_no_module_hides_a_name_that_is_loaded_on_demand():
    """Once a module of that name was imported, it and not the function would be found."""
    lazy = {name for names in outbox.LOADED_LATER.values() for name in names}
    folder = ROOT / "shared" / "outbox"

    assert [name for name in sorted(lazy) if (folder / f"{name}.py").exists()] == []
    assert [name for name in sorted(lazy) if (folder / name).is_dir()] == []


def test_the_type_checker_refuses_exactly_the_usages_that_are_wrong():
    lines = USAGES.read_text("utf-8").splitlines()
    expected = {number for number, line in enumerate(lines, 1) if "# refused: " in line}

    checked = subprocess.run(
        [sys.executable, "-m", "pyright", "--outputjson", str(USAGES)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
    )

    said = json.loads(checked.stdout[checked.stdout.index("{") :])["generalDiagnostics"]
    refused = {one["range"]["start"]["line"] + 1: one["message"] for one in said}
    assert len(expected) >= 10
    assert {line: refused[line] for line in refused.keys() - expected} == {}
    assert expected - refused.keys() == set()
