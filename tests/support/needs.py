"""What some tests need of the machine: where it is missing, they are named loudly at the end."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

import pytest

from tests.support import browser, faketime, hugo, pgbouncer


@dataclass(frozen=True)
class Need:
    """A program, the marker of the tests that need it, and how to get it."""

    marker: str
    program: str
    find: Callable[[], str | None]
    remedy: str


NEEDS = (
    Need("browser", "Chromium", browser.chromium, "apt-get install chromium"),
    Need("pgbouncer", "PgBouncer", pgbouncer.program, "apt-get install pgbouncer"),
    Need("faketime", "libfaketime", faketime.library, "apt-get install faketime"),
    Need("hugo", "Hugo", hugo.program, "apt-get install hugo"),
)
NOT_RUN = pytest.StashKey[dict[str, list[str]]]()


def register(config: pytest.Config) -> None:
    """Make the markers known."""
    for need in NEEDS:
        config.addinivalue_line("markers", f"{need.marker}: needs {need.program}")


def described() -> str:
    """Say where each program is."""
    return "; ".join(f"{need.program}: {need.find() or 'none'}" for need in NEEDS)


def set_aside(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Take out the tests whose program is missing, and remember their names."""
    config.stash[NOT_RUN] = {}
    for need in NEEDS:
        if need.find() is not None:
            continue
        taken = [item for item in items if item.get_closest_marker(need.marker)]
        if taken:
            config.stash[NOT_RUN][need.marker] = [item.nodeid for item in taken]
            items[:] = [item for item in items if not item.get_closest_marker(need.marker)]
            config.hook.pytest_deselected(items=taken)


def pass_on(session: pytest.Session) -> None:
    """Tell the process that reports, when this one only runs its share of the tests."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["not_run"] = session.config.stash.get(NOT_RUN, {})


def hear(config: pytest.Config, output: dict[str, object]) -> None:
    """Remember what a process that ran a share of the tests has set aside: each knows all."""
    if not_run := output.get("not_run"):
        config.stash[NOT_RUN] = cast("dict[str, list[str]]", not_run)


def report(terminal: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Count and name them at the end, each kind with its remedy."""
    not_run = config.stash.get(NOT_RUN, {})
    for need in NEEDS:
        names = not_run.get(need.marker, [])
        if not names:
            continue
        terminal.section(f"no {need.program}", yellow=True)
        for name in names:
            terminal.line(name)
        noun = "test" if len(names) == 1 else "tests"
        terminal.line(
            f"{len(names)} {need.marker} {noun} did not run: no {need.program} found. {need.remedy}"
        )


def some_are_missing(config: pytest.Config) -> bool:
    """Tell whether a test was set aside."""
    return bool(config.stash.get(NOT_RUN, {}))
