"""Say what a handler did that it should not have done, and what to do about it."""

from shared.outbox.testing.case import After, Broken, Case

LONGEST = 120


def require_same(case: Case, expected: After, after: After, when: str, remedy: str) -> None:
    """See that the job succeeded and left behind what an undisturbed run does.

    Raises:
        Broken: it did not; `when` says what had happened to it.

    """
    if after.status != "succeeded":
        raise Broken(
            f"{case.name}, {when}, does not come to its end: it is {after.status} after "
            f"{after.attempts} attempt(s), with the error: {after.error}.\n{remedy}"
        )
    if after.effects != expected.effects:
        raise Broken(
            f"{case.name}, {when}, leaves something else behind than a single run.\n"
            f"  a single run: {expected.effects!r}\n"
            f"  now:          {after.effects!r}\n{remedy}"
        )


def shortly(statement: str) -> str:
    """Return a statement on one line, cut where it gets long."""
    line = " ".join(statement.split())
    return line if len(line) <= LONGEST else f"{line[:LONGEST]} ..."
