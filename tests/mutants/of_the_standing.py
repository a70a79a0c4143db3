"""Mistakes in standing ready and in claiming a job by its name."""

# ruff: noqa: E501  (texts of the source and names of tests are as long as they are)
from tests.mutants.mutant import Edit, Mutant

CLAIM = "shared/outbox/worker/claim_statements.py"
CLAIMER = "shared/outbox/worker/claimer.py"
DRAIN = "shared/outbox/worker/drain.py"
SERVING = "shared/outbox/worker/serving.py"

NAMED = "tests/outbox/test_named_claims.py"
LOST = "tests/outbox/test_named_claims_lost.py"
STANDING = "tests/outbox/test_standing_for_long.py"

STANDS = [
    Mutant(
        "a claim by name asks neither who holds a job nor whether it was tried",
        (
            Edit(CLAIM, "              and held_by is null\n", ""),
            Edit(CLAIM, "              and attempts = 0\n", ""),
        ),
        (f"{NAMED}::test_it_leaves_alone",),
    ),
    Mutant(
        "a claim by name whose answer was lost is forgotten",
        (
            Edit(
                CLAIMER,
                "            self._lost = lease_id\n            raise\n",
                "            raise\n",
            ),
        ),
        (f"{LOST}::test_a_job_is_worked_once_though_the_line_was_cut",),
    ),
    Mutant(
        "a claim by name trusts what is known for ever",
        (
            Edit(
                CLAIMER,
                "self._now is not None or not known.is_clear() or not known.limits.are_none()",
                "self._now is not None",
            ),
        ),
        ("tests/outbox/test_standing_and_gates.py::test_a_second_later_it_keeps_what_was_closed",),
    ),
    Mutant(
        "who stands looks after nobody",
        (
            Edit(
                DRAIN,
                "        async with keeping(self._lease, now=self._now):\n            self._heard = heard\n",
                "        if True:\n            self._heard = heard\n",
            ),
        ),
        (
            f"{STANDING}::test_the_lease_of_a_long_job_that_was_named_is_renewed",
            f"{STANDING}::test_a_long_job_that_was_named_can_be_cancelled",
        ),
    ),
    Mutant(
        "who has stood for long has no time left",
        (
            Edit(
                DRAIN,
                "self._deadline, self.looks = min(now, times.until) + budget,",
                "self.looks =",
            ),
            Edit(SERVING, "deadline=times.until + budget,", "deadline=times.now + budget,"),
        ),
        ("tests/outbox/test_standing.py::test_the_budget_counts_from_the_moment_that_work_begins",),
    ),
]
