"""Say what is wrong with a job's class, a handler or a choice at once, and not when it first fails.

Who gets here has made a mistake in their code: the text says what to write instead.
"""

import math
import re
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from datetime import datetime, timedelta
from inspect import isasyncgenfunction, isgeneratorfunction
from types import FunctionType
from typing import Any, cast, get_type_hints

SHAPE = (
    "a job is a frozen dataclass with `kind: ClassVar[str]` and `queue: ClassVar[str]`, "
    "and its fields are the payload"
)

# Kinds and queues stand in logs, in metrics and in terminals: no address, no blank, no control.
NAME = re.compile(r"[\w.:/-]{1,100}")

# A year in seconds.
LONGEST = 31_536_000.0

CHOICES = {
    "on_running": ("absorb", "rerun"),
    "on_waiting": ("keep", "sooner", "reschedule", "replace"),
}


def check_job_class(kind: object) -> None:
    """Refuse a class that is no job's.

    Raises:
        TypeError: saying what it lacks.

    """
    if not isinstance(kind, type):
        raise TypeError(f"{shown(kind)} is no class: {SHAPE}.")
    if kind is type:
        raise TypeError("This is a job's class: make a job of it, as in Water(bed_id=1).")
    its_name = cast("type[Any]", kind).__name__
    if not is_dataclass(kind):
        raise TypeError(f"{its_name} is no dataclass: {SHAPE}.")
    for name in ("kind", "queue"):
        said = getattr(cast("object", kind), name, None)
        if not isinstance(said, str) or not said:
            raise TypeError(f"{its_name} has no `{name}`: {SHAPE}.")
        if not NAME.fullmatch(said):
            raise TypeError(
                f"The {name} of {its_name} is no name: it is 1 to 100 letters, digits and . _ - : /"
            )
    check_fields(cast("type[Any]", kind))


def check_fields(kind: type[Any]) -> None:
    """Refuse a payload that could be written and never read back.

    Raises:
        TypeError: naming the field, or what the types of the fields need.

    """
    for one in fields(kind):
        if not one.init:
            raise TypeError(
                f"The field {one.name!r} of {kind.__name__} has init=False: no worker could make "
                "the job again. Make it a property."
            )
    try:
        get_type_hints(kind)
    except Exception as error:  # an annotation is any expression
        raise TypeError(
            f"The types of {kind.__name__}'s fields cannot be read ({error}): import what they "
            "name when the module runs, not only for the type checker."
        ) from None


def check_handler(kind: object, work: object, timeout: float) -> None:
    """Refuse what could never be worked.

    Raises:
        TypeError: the job is no job's class, or the work is no function.
        ValueError: the work has a `yield`, or the timeout is not more than nothing.

    """
    try:
        check_job_class(kind)
    except TypeError as error:
        raise TypeError(f"Handler(Water, work) needs the job's class first: {error}") from None
    name = cast("str", getattr(kind, "kind", ""))
    if not callable(work) or isinstance(work, type):
        raise TypeError(
            f"The handler of {name} is {shown(work)}: it needs a function that takes the job."
        )
    if isgeneratorfunction(work) or isasyncgenfunction(work):
        raise ValueError(f"The handler of {name} has a `yield`: it would never run.")
    if isinstance(cast("object", timeout), timedelta):
        raise TypeError(f"The timeout of {name} is a timedelta: it is in seconds.")
    if math.isnan(timeout) or timeout <= 0:
        raise ValueError(f"{name} may take {timeout:g} s: a timeout is in seconds and more than 0.")


def check_each(given: object, kind: type) -> list[object]:
    """Return handlers, each of which is one.

    Raises:
        TypeError: something else was given.

    """
    remedy = "write Handlers([Handler(Water, water), ...])"
    if not isinstance(given, Iterable):
        raise TypeError(f"Handlers takes a list and was given {shown(given)}: {remedy}.")
    found = list(cast("Iterable[object]", given))
    for one in found:
        if not isinstance(one, kind):
            raise TypeError(f"Handlers holds {shown(one)}, which is no Handler: {remedy}.")
    return found


def check_handlers(handlers: object, kind: type) -> None:
    """Refuse handlers that were not put together as such.

    Raises:
        TypeError: saying how.

    """
    if not isinstance(handlers, kind):
        raise TypeError(f"The handlers are {shown(handlers)}: pass outbox.Handlers([...]).")


def check_worker(
    *, budget: float, lease: float, grace: float, concurrency: int, every: float = 1.0
) -> None:
    """Refuse a worker that could work nothing, or would never look up; all but one in seconds.

    Raises:
        ValueError: naming what is wrong.

    """
    for name, seconds in (("budget", budget), ("lease", lease), ("every", every)):
        if not 0 < seconds <= LONGEST:
            raise ValueError(f"{name} is {seconds:g} s: it must be more than 0, a year at most.")
    if not 0 <= grace <= LONGEST:
        raise ValueError(f"grace is {grace:g} s: it must not be less than 0, a year at most.")
    if concurrency < 1:
        raise ValueError(f"concurrency is {concurrency}: at least 1 job must be worked at a time.")


def check_choices(on_running: str, on_waiting: str, dedup_key: str | None) -> None:
    """Refuse a choice that there is not, or one about the twin of a job that can have none.

    Raises:
        ValueError: naming the choices.

    """
    for name, choice in (("on_running", on_running), ("on_waiting", on_waiting)):
        choices = CHOICES[name]
        if choice not in choices:
            raise ValueError(f"{name} is {choice!r}: it can be {', '.join(choices)}.")
        if dedup_key is None and choice != choices[0]:
            raise ValueError(f"{name}={choice!r} needs a dedup_key: which job would be the twin?")


def check_time(run_at: object) -> None:
    """Refuse what is no moment.

    Raises:
        TypeError: it is no datetime.
        ValueError: it has no time zone.

    """
    if not isinstance(run_at, datetime):
        raise TypeError(
            f"run_at is {shown(run_at)}: it is a moment, as datetime.now(UTC) + timedelta(hours=1)."
        )
    if run_at.tzinfo is None:
        raise ValueError("run_at needs a time zone, as in datetime.now(UTC).")


def check_length(once_in: object) -> None:
    """Refuse what is no length of time.

    Raises:
        TypeError: it is no timedelta.
        ValueError: it is not longer than nothing.

    """
    if not isinstance(once_in, timedelta):
        raise TypeError(f"once_in is {shown(once_in)}: it is a timedelta, as in timedelta(days=1).")
    if once_in <= timedelta(0):
        raise ValueError("once_in must be longer than nothing; leave it out to allow every job.")


def shown(value: object) -> str:
    """Return what a value is, without what is in it."""
    if isinstance(value, type):
        return f"the class {value.__name__}"
    if isinstance(value, FunctionType):
        return f"the function {value.__name__}"
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
