"""The case log as a list of checks, each by a name that says what a good handler does."""

from collections.abc import Callable, Mapping

from shared.outbox.testing import crashes, doubles, payloads, waiting
from shared.outbox.testing.case import Case

Check = Callable[[Case, str], None]

# A check is given the case and the URL of a migrated database that it may empty, and raises Broken.
CHECKS: Mapping[str, Check] = {
    check.__name__: check
    for check in (
        doubles.a_run_succeeds_and_shows,
        doubles.a_second_run_changes_nothing_more,
        doubles.two_runs_at_once_change_nothing_more,
        doubles.asked_for_again_while_it_runs_it_runs_again,
        crashes.killed_at_any_step_it_is_done_in_the_end,
        crashes.cut_off_at_any_step_it_is_done_in_the_end,
        crashes.unanswered_at_any_step_it_is_done_in_the_end,
        crashes.a_failing_statement_is_not_swallowed,
        waiting.a_slow_database_ends_it_in_time,
        waiting.a_silent_dependency_ends_it_in_time,
        waiting.no_transaction_stays_open_while_it_waits,
        waiting.a_late_finisher_changes_nothing_more,
        payloads.the_payload_holds_ids_only,
        payloads.the_payload_comes_back_as_it_was,
        payloads.old_payloads_are_still_read,
    )
}


def checks_for(case: Case, without: Mapping[str, str]) -> list[str]:
    """Return the names of the checks that a case can be put to.

    Raises:
        ValueError: `without` names no check, or gives no reason.

    """
    for name, reason in without.items():
        if name not in CHECKS:
            raise ValueError(f"There is no check {name!r}; there are: {', '.join(CHECKS)}.")
        if not reason.strip():
            raise ValueError(f"Say why {case.name} does without {name}.")
    left_out = set(without)
    if case.black_hole is None:
        left_out.add(waiting.a_silent_dependency_ends_it_in_time.__name__)
    return [name for name in CHECKS if name not in left_out]
