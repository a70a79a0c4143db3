"""Mistakes in working an attempt and writing its end."""

# ruff: noqa: E501  (texts of the source and names of tests are as long as they are)
from tests.mutants.mutant import Edit, Mutant

ACK = "shared/outbox/worker/ack.py"
SUCCESSES = "shared/outbox/worker/successes.py"
WORK = "shared/outbox/worker/work.py"
LADDER = "shared/outbox/ladder.py"

FENCE = "tests/outbox/test_fence.py"
LATE = f"{FENCE}::test_case_2_a_late_end_changes_nothing_and_the_second_attempt_stands"
RUNGS = "tests/outbox/test_ladder.py::test_each_failure_waits_its_rung_and_at_most_a_tenth_more"
MINE = "where id = ended.id and lease_id = ended.lease_id and leased_until is not null"

ENDS = [
    Mutant(
        "no fence",
        (Edit(ACK, MINE, "where id = ended.id"),),
        (LATE, f"{FENCE}::test_a_late_end_cannot_revive_a_job_that_is_done"),
    ),
    Mutant(
        "state-only fence",
        (Edit(ACK, MINE, "where id = ended.id and leased_until is not null"),),
        (LATE,),
    ),
    Mutant(
        "state-only fence for successes",
        (
            Edit(SUCCESSES, "           and lease_id = %(lease)s\n", ""),
            Edit(SUCCESSES, "                  and lease_id = ended.lease_id\n", ""),
            Edit(
                SUCCESSES,
                "           and lease_id = any(array(select distinct lease_id from found))\n",
                "",
            ),
        ),
        ("tests/outbox/test_model.py::test_the_queue_and_its_model_agree",),
    ),
    Mutant(
        "ladder off by one",
        (
            Edit(
                ACK,
                "* (%(ladder)s::float8[])[mine.attempts]",
                "* (%(ladder)s::float8[])[mine.attempts + 1]",
            ),
        ),
        (RUNGS,),
    ),
    Mutant(
        "a rung too few",
        (Edit(LADDER, "    timedelta(hours=6),\n", ""),),
        (
            "tests/outbox/test_ladder.py::test_the_ladder_is_thirty_two_hours_and_thirty_six_minutes",
        ),
    ),
    Mutant(
        "never dead",
        (
            Edit(
                ACK,
                "when outcome = 'failed' and attempts >= %(max_attempts)s then 'dead'",
                "when outcome = 'failed' and attempts > 99 then 'dead'",
            ),
        ),
        ("tests/outbox/test_ladder.py::test_the_seventh_failure_is_a_dead_letter",),
    ),
    Mutant(
        "dead after six",
        (Edit(LADDER, "MAX_ATTEMPTS = len(LADDER) + 1", "MAX_ATTEMPTS = len(LADDER)"),),
        ("tests/outbox/test_ladder.py::test_the_seventh_failure_is_a_dead_letter",),
    ),
    Mutant("jitter backwards", (Edit(LADDER, "JITTER = 0.10", "JITTER = -0.10"),), (RUNGS,)),
    Mutant(
        "no jitter",
        (Edit(LADDER, "JITTER = 0.10", "JITTER = 0.0"),),
        (
            "tests/faults/test_many_at_once.py::test_case_39_jobs_that_fail_together_do_not_come_back_together",
        ),
    ),
    Mutant(
        "release burns an attempt",
        (
            Edit(
                ACK,
                "when outcome in ('snoozed', 'released', 'unknown')\n                               then mine.attempts - 1",
                "when outcome in ('snoozed', 'unknown')\n                               then mine.attempts - 1",
            ),
        ),
        (
            "tests/outbox/test_tick.py::test_what_still_runs_at_the_end_is_handed_back_with_its_attempt",
        ),
    ),
    Mutant(
        "snooze burns an attempt",
        (
            Edit(
                ACK,
                "when outcome in ('snoozed', 'released', 'unknown')\n                               then mine.attempts - 1",
                "when outcome in ('released', 'unknown')\n                               then mine.attempts - 1",
            ),
        ),
        (
            "tests/outbox/test_outcomes.py::test_snoozing_until_a_time_burns_no_attempt_and_leaves_no_trace",
        ),
    ),
    Mutant(
        "what is handed back loses its place",
        (
            Edit(
                ACK,
                "                   when outcome = 'released' then mine.run_at\n",
                "",
            ),
        ),
        (
            "tests/outbox/test_prefetching.py::test_what_is_handed_back_is_the_first_of_the_next_tick",
        ),
    ),
    Mutant(
        "a rerun that was put off runs at once",
        (Edit(ACK, "case when mine.rerun_requested then mine.run_at end)", "null)"),),
        (
            "tests/outbox/test_on_waiting.py::test_a_rerun_that_was_put_off_runs_at_the_asked_time_however_the_first_ends",
        ),
    ),
    Mutant(
        "unknown kind completed",
        (
            Edit(
                WORK,
                'return Ended(running, "unknown", delay=UNKNOWN_KIND_WAITS)',
                'return Ended(running, "succeeded")',
            ),
        ),
        (
            "tests/outbox/test_strangers.py::test_case_26_c11_f23_an_unknown_kind_is_put_back_and_counted_and_burns_nothing",
        ),
    ),
    Mutant(
        "a rerun is lost at a success",
        (Edit(SUCCESSES, "           and not rerun_requested\n", "", times=2),),
        (
            "tests/outbox/test_rerun.py::test_case_12_a_job_asked_for_by_its_own_handler_is_run_once_more",
        ),
    ),
    Mutant(
        "a rerun is lost at a failure",
        (
            Edit(
                ACK,
                "set status = case when mine.rerun_requested then 'pending' else verdict end,",
                "set status = verdict,",
            ),
            Edit(
                ACK,
                "finished_at = case when verdict <> 'pending' and not mine.rerun_requested\n",
                "finished_at = case when verdict <> 'pending'\n",
            ),
        ),
        (
            "tests/outbox/test_rerun.py::test_case_12_f32_rerun_means_one_more_run_however_the_first_ends",
        ),
    ),
    Mutant(
        "a locked row holds up its batch",
        (
            Edit(
                ACK,
                'PASSING_LOCKED: LiteralString = "for update skip locked"',
                'PASSING_LOCKED: LiteralString = "for update"',
            ),
            Edit(SUCCESSES, "                  and xmax in (0, xmin)\n", ""),
        ),
        (
            "tests/outbox/test_bad_database.py::test_an_end_waits_for_a_transaction_that_has_the_row_and_holds_nobody_up",
        ),
    ),
    Mutant(
        "ends pile up while none can be written",
        (
            Edit(
                "shared/outbox/worker/writer.py",
                "len(ended) + len(self.kept) + sum(self._batches.values()) < MOST_UNWRITTEN",
                "True",
            ),
        ),
        (
            "tests/outbox/test_prefetching.py"
            "::test_while_ends_cannot_be_written_no_more_is_claimed_than_may_be_lost",
        ),
    ),
    Mutant(
        "an end that cannot be written is dropped",
        (
            Edit(
                "shared/outbox/worker/writer.py",
                "        self.kept += part\n        self._again_at",
                "        self._again_at",
            ),
        ),
        ("tests/outbox/test_bad_database.py::test_ends_outlive_a_database_that_comes_back",),
    ),
    Mutant(
        "budget ignored",
        (
            Edit(
                "shared/outbox/worker/drain.py",
                "fits = time.monotonic() + self._handlers.room <= self._deadline",
                "fits = True",
            ),
        ),
        ("tests/outbox/test_tick.py::test_it_claims_only_what_still_fits_the_budget",),
    ),
    Mutant(
        "lease not renewed",
        (
            Edit(
                "shared/outbox/worker/keeper.py",
                "return bool(one.handler.renews) and now",
                "return False and now",
            ),
        ),
        (
            "tests/outbox/test_long_handlers.py::test_case_3_a_handler_longer_than_its_lease_is_never_claimed_twice",
        ),
    ),
    Mutant(
        "a stop is not heard",
        (
            Edit(
                "shared/outbox/worker/keeper.py",
                "            elif found.cancel_requested:\n",
                "            elif False:\n",
            ),
        ),
        (
            "tests/outbox/test_cancel_running.py::test_a_running_job_is_cancelled_within_seconds_and_its_key_is_free",
        ),
    ),
]
