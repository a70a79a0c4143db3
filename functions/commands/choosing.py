"""Which jobs a command is about: those of a kind, a group of dead letters, or all of them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from functions.causes import CAUSES
from shared import outbox

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Choice:
    """Dead letters by kind and fingerprint, None meaning any; how many, and of which kinds."""

    jobs: int
    kinds: frozenset[str]
    kind: str | None = None
    fingerprint: str | None = None


def group_options(function: F) -> F:
    """Add the options that choose many dead letters."""
    for option in (
        click.option("--kind", help="All of a kind, as newsletter.evergreen-mail."),
        click.option("--group", help="All of a group; `jobs dead` shows its name."),
    ):
        function = option(function)
    return function


def require_known(kind: str | None) -> None:
    """Refuse a kind that nobody works, naming those that there are.

    Raises:
        UsageError: there is no such kind.

    """
    if kind is None:
        return
    from functions.jobs import JOBS

    if kind not in JOBS.kinds:
        raise click.UsageError(f"There is no kind {kind}. There are {', '.join(JOBS.kinds)}.")


async def chosen(group: str | None, kind: str | None) -> Choice:
    """Return what was chosen.

    Raises:
        UsageError: there is no such group or kind.

    """
    groups = await outbox.dead_groups(CAUSES)
    if group is None:
        require_known(kind)
        groups = [one for one in groups if kind in (None, one.kind)]
        return Choice(sum(one.jobs for one in groups), frozenset(one.kind for one in groups), kind)
    found = [one for one in groups if one.group.startswith(group.lower())]
    if len(found) != 1:
        few = "More than one group begins with" if found else "There is no group of dead letters"
        raise click.UsageError(f"{few} {group}. See `jobs dead`.")
    if kind not in (None, found[0].kind):
        raise click.UsageError(f"The group {group} is of kind {found[0].kind}.")
    return Choice(found[0].jobs, frozenset({found[0].kind}), found[0].kind, found[0].fingerprint)
