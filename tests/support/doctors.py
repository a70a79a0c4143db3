"""Ask the doctor about a database, and pick what it says about one thing."""

from typing import Any

from shared.outbox.doctor import Diagnosis, Limits, diagnose
from tests.support.jobs import on

# The tests' server may lose its data in a crash, and the doctor says so.
ALWAYS = {"durability"}


def examine(url: str, *, limits: Limits | None = None, **known: Any) -> Diagnosis:
    """Examine a database with these limits."""
    return on(url, lambda: diagnose(limits=limits, **known))


def said(url: str, check: str, *, limits: Limits | None = None, **known: Any) -> list[Any]:
    """Return what the doctor found in one respect, after seeing that it could look everywhere."""
    diagnosis = examine(url, limits=limits, **known)
    assert diagnosis.unseen == []
    return [one for one in diagnosis.findings if one.check == check]
