"""Ask the doctor about a database, and pick what it says about one thing."""

from typing import Any

from shared.outbox.doctor import Diagnosis, Thresholds, diagnose
from tests.support.jobs import on

# The tests' server may lose its data in a crash, and the doctor says so.
ALWAYS = {"durability"}


def examine(url: str, *, thresholds: Thresholds | None = None, **known: Any) -> Diagnosis:
    """Examine a database with these thresholds."""
    return on(url, lambda: diagnose(thresholds=thresholds, **known))


def said(url: str, check: str, *, thresholds: Thresholds | None = None, **known: Any) -> list[Any]:
    """Return what the doctor found in one respect, after seeing that it could look everywhere."""
    diagnosis = examine(url, thresholds=thresholds, **known)
    assert diagnosis.unseen == []
    return [one for one in diagnosis.findings if one.check == check]
