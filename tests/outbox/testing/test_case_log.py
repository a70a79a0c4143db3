"""The case log passes a good handler, and each of its checks finds the handler that is bad so."""

import pytest

from shared.outbox.testing import CHECKS, Broken
from tests.support.shop import Charge, ChargeSome, ChargeTheAddress, Shop

# Each check, a handler that breaks the promise it is about, and what it says then.
FOUND = [
    ("a_run_succeeds_and_shows", "does_nothing", "the same before and after shop.charge"),
    ("a_run_succeeds_and_shows", "always_fails", "does not succeed even undisturbed"),
    ("a_second_run_changes_nothing_more", "counts_every_run", "run a second time after success"),
    ("two_runs_at_once_change_nothing_more", "looks_and_then_writes", "twice at the same time"),
    ("asked_for_again_while_it_runs_it_runs_again", "fails_the_second_time", "asked for again"),
    ("killed_at_any_step_it_is_done_in_the_end", "writes_in_two_transactions", "killed before"),
    ("killed_at_any_step_it_is_done_in_the_end", "writes_before_it_speaks", "right after its"),
    ("cut_off_at_any_step_it_is_done_in_the_end", "writes_in_two_transactions", "before its"),
    ("unanswered_at_any_step_it_is_done_in_the_end", "writes_in_two_transactions", "after its"),
    ("a_failing_statement_is_not_swallowed", "swallows", "counts as succeeded although"),
    ("a_slow_database_ends_it_in_time", "lingers", "still ran 3 s after its timeout"),
    ("a_silent_dependency_ends_it_in_time", "blocks", "still ran 3 s after its timeout"),
    ("a_silent_dependency_ends_it_in_time", "stays_when_cancelled", "keeps its cancellation"),
    ("a_silent_dependency_ends_it_in_time", "takes_silence_for_consent", "never answered"),
    ("a_silent_dependency_ends_it_in_time", "swallows", "without a connection to the server"),
    (
        "no_transaction_stays_open_while_it_waits",
        "waits_in_a_transaction",
        "has a transaction open",
    ),
    ("no_transaction_stays_open_while_it_waits", "thinks_in_a_transaction", "keeps a transaction"),
    ("a_late_finisher_changes_nothing_more", "looks_and_then_writes", "late with its transaction"),
    ("the_payload_holds_ids_only", "charges_the_address", "payload.customer holds an address"),
    ("the_payload_comes_back_as_it_was", "charges_some", "comes back from the table as"),
]

JOBS = {"charges_the_address": ChargeTheAddress(), "charges_some": ChargeSome()}

# What else finds a handler's fault: all that a fault touches, and nothing that it does not.
AGAIN = {
    "a_second_run_changes_nothing_more",
    "two_runs_at_once_change_nothing_more",
    "asked_for_again_while_it_runs_it_runs_again",
}
KILLED = {"killed_at_any_step_it_is_done_in_the_end"}
CUT = {
    "cut_off_at_any_step_it_is_done_in_the_end",
    "unanswered_at_any_step_it_is_done_in_the_end",
}
SILENT = {"a_silent_dependency_ends_it_in_time"}
SWALLOWED = {"a_failing_statement_is_not_swallowed"}
LATE = {"a_late_finisher_changes_nothing_more"}
RESTS = {"no_transaction_stays_open_while_it_waits"}
EXACTLY = {
    "good": set[str](),
    "good_and_plain": set[str](),
    "counts_every_run": AGAIN | KILLED | SILENT | LATE,
    "looks_and_then_writes": {"two_runs_at_once_change_nothing_more"} | SILENT | LATE,
    "writes_in_two_transactions": KILLED | CUT | SWALLOWED | SILENT,
    "writes_before_it_speaks": KILLED | SILENT,
    "swallows": SWALLOWED | SILENT,
    "blocks": SILENT,
    "stays_when_cancelled": SILENT,
    "waits_in_a_transaction": RESTS,
    "thinks_in_a_transaction": RESTS | SILENT,
    "fails_the_second_time": AGAIN | KILLED | SILENT,
    "charges_the_address": {"the_payload_holds_ids_only"},
    "charges_some": {"the_payload_comes_back_as_it_was"},
}


@pytest.mark.parametrize("check", CHECKS)
def test_a_good_handler_passes(case_of, shop_database, check):
    CHECKS[check](case_of("good"), shop_database)


@pytest.mark.parametrize(("check", "name", "says"), FOUND)
def test_a_bad_handler_is_found(case_of, shop_database, check, name, says):
    with pytest.raises(Broken, match=says):
        CHECKS[check](case_of(name, JOBS.get(name)), shop_database)


def test_a_payload_that_nobody_can_read_any_more_is_found(case_of, shop_database):
    case = case_of("good", old_payloads=[{"order_id": 3}, {"order": 3}])

    with pytest.raises(Broken, match="unknown field 'order'"):
        CHECKS["old_payloads_are_still_read"](case, shop_database)


def test_every_check_has_a_handler_that_it_finds():
    found = {check for check, _, _ in FOUND} | {"old_payloads_are_still_read"}

    assert found == set(CHECKS)
    assert {name for _, name, _ in FOUND} <= set(vars(Shop))


def test_each_step_of_a_handler_is_named_with_its_statement(case_of, shop_database):
    with pytest.raises(Broken, match=r"before its statement 6 \(insert into ledger"):
        CHECKS["cut_off_at_any_step_it_is_done_in_the_end"](
            case_of("writes_in_two_transactions"), shop_database
        )


@pytest.mark.campaign
@pytest.mark.parametrize("name", EXACTLY)
def test_a_fault_is_found_by_exactly_the_checks_that_it_touches(case_of, shop_database, name):
    found: set[str] = set()
    for check in CHECKS:
        try:
            CHECKS[check](case_of(name, JOBS.get(name, Charge())), shop_database)
        except Broken:
            found.add(check)

    assert found == EXACTLY[name]
