"""The kinds of job that a command may name."""

import click


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
