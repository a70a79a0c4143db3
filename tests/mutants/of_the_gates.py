"""Mistakes in what holds jobs back, in schedules, windows and pruning."""

from tests.mutants.mutant import Edit, Mutant

GATES = [
    Mutant(
        "a breaker never opens",
        (
            Edit(
                "shared/outbox/holding/breaker.py",
                "status = case when seen.counted < %(threshold)s then 'closed' else 'open' end,",
                "status = 'closed',",
            ),
        ),
        (
            "tests/outbox/test_breaker.py"
            "::test_a_few_outages_in_a_row_open_it_and_the_rest_waits_unharmed",
        ),
    ),
    Mutant(
        "an outage that lasts is one like any other",
        (
            Edit(
                "shared/outbox/holding/breaker.py",
                "threshold=1 if seen.is_lasting else THRESHOLD,",
                "threshold=THRESHOLD,",
            ),
        ),
        ("tests/outbox/test_lasting_outages.py::test_an_outage_says_of_itself_that_it_lasts",),
    ),
    Mutant(
        "a limit is not kept",
        (
            Edit(
                "shared/outbox/holding/allowance.py",
                "return limit if permitted is None else max(permitted, 0)",
                "return limit",
            ),
        ),
        (
            "tests/outbox/test_limits.py"
            "::test_four_workers_never_run_more_at_once_than_a_queue_allows",
        ),
    ),
    Mutant(
        "a window forgets its key",
        (
            Edit(
                "shared/outbox/enqueuing/windows.py",
                "    if taken is not None:\n",
                "    if False:\n",
            ),
        ),
        ("tests/outbox/test_once_in.py::test_a_job_that_has_ended_keeps_its_key_for_the_window",),
    ),
    Mutant(
        "dead letters are pruned unasked",
        (
            Edit(
                "shared/outbox/pruning.py",
                "then finished_at < now - make_interval(secs => %(dead_after)s)",
                "then finished_at < now - make_interval(secs => %(older_than)s) ",
            ),
        ),
        ("tests/outbox/test_pruning.py::test_dead_letters_go_only_when_it_is_said_after_how_long",),
    ),
    Mutant(
        "the scheduled function forgets the calendar",
        (
            Edit(
                "functions/aws.py",
                "await outbox.tick(jobs, budget=left, schedules=schedules)]",
                "await outbox.tick(jobs, budget=left)]",
            ),
        ),
        (
            "tests/aws/test_pruning_at_night.py"
            "::test_the_first_tick_after_the_hour_prunes_and_the_next_does_not",
        ),
    ),
    Mutant(
        "a pruning that is not done ends until the next night",
        (
            Edit(
                "functions/jobs/prune.py",
                "    if must_go_on(pruned):\n",
                "    if False:\n",
            ),
        ),
        (
            "tests/functions/test_pruning_at_night.py"
            "::test_what_does_not_fit_into_its_time_goes_on_in_a_minute",
        ),
    ),
    Mutant(
        "a pause leaves no line",
        (
            Edit(
                "shared/outbox/holding/pausing.py",
                "            ends = until.isoformat() if until else None\n",
                "            return\n",
            ),
        ),
        (
            "tests/outbox/test_acts_on_gates.py"
            "::test_every_pause_resume_and_limit_of_a_human_leaves_its_line",
        ),
    ),
    Mutant(
        "a lost claim is not looked for",
        (
            Edit(
                "shared/outbox/worker/claimer.py",
                "            self._lost = lease_id\n            return\n",
                "            self._lost = None\n            return\n",
            ),
        ),
        ("tests/outbox/test_bad_database.py::test_a_claim_or_an_end_that_is_cut_loses_no_job",),
    ),
    Mutant(
        "every worker enqueues for a slot",
        (
            Edit(
                "shared/outbox/calendar/schedules.py",
                "    if not await tx.execute(TAKE, schedule=schedule.name, slot=slot):\n",
                "    if await tx.execute(TAKE, schedule=schedule.name, slot=slot) < 0:\n",
            ),
        ),
        ("tests/outbox/test_schedules.py::test_case_27_many_at_once_are_one_job",),
    ),
    Mutant(
        "a lost lease is renewed",
        (
            Edit(
                "shared/outbox/worker/keeper.py",
                "id = mine.id and lease_id = mine.lease_id and leased_until is not null\n"
                "                  for",
                "id = mine.id and leased_until is not null\n                  for",
            ),
            Edit(
                "shared/outbox/worker/keeper.py",
                "id = mine.id and lease_id = mine.lease_id and leased_until is not null\n"
                "           offset",
                "id = mine.id and leased_until is not null\n           offset",
            ),
        ),
        (
            "tests/outbox/test_long_handlers.py"
            "::test_case_20_a_lost_lease_ends_the_attempt_and_the_one_that_took_over_stands",
        ),
    ),
]
