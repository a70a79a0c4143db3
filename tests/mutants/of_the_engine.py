"""Mistakes in taking jobs, taking them back, and putting them in."""

# ruff: noqa: E501  (texts of the source and names of tests are as long as they are)
from tests.mutants.mutant import Edit, Mutant

CLAIM = "shared/outbox/worker/claim_statements.py"
SWEEP = "shared/outbox/worker/sweeping.py"
INSERTING = "shared/outbox/enqueuing/inserting.py"
TABLE = "shared/outbox/migrations/0001_background_jobs.sql"

SWEEPS = "tests/outbox/test_sweep.py"
PASSED_BY = "tests/outbox/test_claim.py::test_a_job_that_somebody_has_locked_is_passed_by"
MODEL = "tests/outbox/test_model.py::test_the_queue_and_its_model_agree"

ENGINE = [
    Mutant(
        "claim without skip locked",
        (Edit(CLAIM, "for update skip locked) as job", "for update) as job"),),
        (PASSED_BY,),
    ),
    Mutant(
        "claim without any lock",
        (
            Edit(
                CLAIM,
                "                  for update skip locked) as job",
                "                ) as job",
            ),
        ),
        (PASSED_BY,),
    ),
    Mutant(
        "attempts counted when they end",
        (
            Edit(CLAIM, "attempts = attempts + 1,", "attempts = attempts,"),
            Edit(
                "shared/outbox/worker/ack.py",
                "else mine.attempts end,",
                "else mine.attempts + 1 end,",
            ),
        ),
        (
            "tests/outbox/test_poison.py::test_case_7_f24_a_job_that_exits_the_process_is_dead_after_seven_and_its_neighbours_run",
            MODEL,
        ),
    ),
    Mutant(
        "jobs of the future are claimed",
        (Edit(CLAIM, "and run_at <= (select now from clock)", "and run_at <= 'infinity'"),),
        ("tests/outbox/test_claim.py::test_a_job_of_the_future_is_left_alone",),
    ),
    Mutant(
        "claimed by id and not by time",
        (Edit(CLAIM, "                order by run_at, id\n", "                order by id\n"),),
        (
            "tests/outbox/test_claim.py::test_jobs_are_claimed_by_their_time_then_in_the_order_they_came",
        ),
    ),
    Mutant(
        "held jobs are claimed",
        (
            Edit(CLAIM, "where held_by is null", "where true"),
            Edit(CLAIM, "where job.ctid = due.ctid and due.held_by is not null", "where false"),
        ),
        (
            "tests/outbox/test_pauses.py::test_a_paused_kind_is_not_claimed_and_its_neighbours_in_the_queue_are",
        ),
    ),
    Mutant(
        "a queue that rests is claimed from",
        (
            Edit(
                CLAIM,
                "and paused_until > (select now from clock))\n           and",
                "and false)\n           and",
            ),
        ),
        (
            "tests/outbox/test_outcomes.py::test_case_36_a_queue_that_was_paused_rests_and_wakes_by_itself",
        ),
    ),
    Mutant(
        "data from a backup is worked at once",
        (Edit(CLAIM, "where paused_since is not null)", "where false)"),),
        ("tests/outbox/test_pauses.py::test_a_pause_stops_a_tick_that_is_under_way",),
    ),
    Mutant(
        "two-step reaper",
        (
            Edit(
                SWEEP,
                "         limit 1000\n           for update skip locked\n",
                "         limit 1000\n",
            ),
        ),
        (f"{SWEEPS}::test_case_1_c5_a_job_that_ends_while_it_is_being_swept_keeps_its_end",),
    ),
    Mutant(
        "live leases are swept",
        (
            Edit(
                SWEEP,
                " and leased_until < (select now from clock)\n",
                "\n",
            ),
        ),
        (f"{SWEEPS}::test_a_lease_that_is_live_is_left_alone",),
    ),
    Mutant(
        "sweep without history",
        (
            Edit(
                SWEEP, "          from swept\n    )\n", "          from swept where false\n    )\n"
            ),
        ),
        (f"{SWEEPS}::test_an_expired_lease_is_a_failed_attempt_that_waits_its_rung",),
    ),
    Mutant(
        "sweep without a wait",
        (Edit(SWEEP, "else coalesce((%(ladder)s::float8[])[job.attempts], 0)", "else 0"),),
        (f"{SWEEPS}::test_an_expired_lease_is_a_failed_attempt_that_waits_its_rung",),
    ),
    Mutant(
        "the seventh expiry is not the last",
        (
            Edit(
                SWEEP,
                "when job.attempts < %(max_attempts)s then 'pending'\n",
                "when true then 'pending'\n",
            ),
        ),
        (f"{SWEEPS}::test_the_seventh_expiry_is_the_last",),
    ),
    Mutant(
        "no dedup index",
        (
            Edit(
                TABLE,
                "create unique index background_jobs_dedup",
                "create index background_jobs_dedup",
            ),
        ),
        ("tests/outbox/test_dedup.py::test_the_second_asker_gets_the_first_job",),
    ),
    Mutant(
        "a running job does not hold its key",
        (
            Edit(
                TABLE,
                "    where status in ('pending', 'running');",
                "    where status = 'pending';",
            ),
            Edit(
                INSERTING,
                "on conflict (dedup_key) where status in ('pending', 'running')",
                "on conflict (dedup_key) where status = 'pending'",
                times=2,
            ),
        ),
        ("tests/outbox/test_rerun.py::test_case_11_f32_absorb_leaves_the_running_twin_alone",),
    ),
    Mutant(
        "a rerun is forgotten",
        (
            Edit(
                INSERTING,
                "(%(rerun)s and background_jobs.status = 'running')",
                "(false and %(rerun)s)",
            ),
        ),
        (
            "tests/outbox/test_rerun.py::test_case_12_f32_rerun_means_one_more_run_however_the_first_ends",
        ),
    ),
    Mutant(
        "a twin is not found",
        (
            Edit(
                INSERTING,
                "       set rerun_requested = background_jobs.rerun_requested\n    returning id",
                "       set rerun_requested = background_jobs.rerun_requested where false\n    returning id",
            ),
        ),
        ("tests/outbox/test_dedup.py::test_the_second_asker_gets_the_first_job",),
    ),
    Mutant(
        "retry of the dead ignores a twin",
        (
            Edit(
                "shared/outbox/office/dead_letters.py",
                "       and not exists (\n           select from background_jobs twin\n            where twin.dedup_key = job.dedup_key\n              and twin.status in ('pending', 'running'))\n",
                "",
            ),
            Edit(
                "shared/outbox/office/dead_letters.py",
                "except UniqueViolation:",
                "except ZeroDivisionError:",
            ),
        ),
        (
            "tests/outbox/test_dead_letters.py::test_case_13_c7_f31_a_retry_beside_a_live_twin_is_a_conflict_and_not_an_error",
        ),
    ),
]
