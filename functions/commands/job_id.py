"""A number that a command is given: a job's, a notification's, or an import's."""

import sys

import click

from functions.commands.exits import REFUSED
from functions.commands.show import complain

LARGEST = 2**63 - 1  # of PostgreSQL's bigint


class Id(click.ParamType[int]):
    """A number that a row may have; none has a larger one than the table can hold."""

    name = "integer"

    def __init__(self, what: str) -> None:
        self.what = what

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """Return the number, or say that there is no such thing."""
        try:
            number = int(str(value))
        except ValueError:
            self.fail(f"{str(value)!r} is no number.", param, ctx)
        if abs(number) > LARGEST:
            complain(f"There is no {self.what} {number}.")
            sys.exit(REFUSED)
        return number


JOB = Id("job")
NOTIFICATION = Id("notification")
IMPORT = Id("import")
