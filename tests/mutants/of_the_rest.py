"""Mistakes in transactions, payloads, and the newsletter that sends the letters."""

# ruff: noqa: E501  (texts of the source and names of tests are as long as they are)
from tests.mutants.mutant import Edit, Mutant

AMBIENT = "shared/tx/ambient.py"
COMMIT = "shared/tx/commit.py"
DELIVERIES = "shared/newsletter/delivering/deliveries.py"
LETTER = "functions/jobs/evergreen_mail.py"
ANNOUNCE = "functions/jobs/announce.py"

MAILS = "tests/faults/test_mail_server.py"

REST = [
    Mutant(
        "CommitUnknown blindly retried",
        (
            Edit(
                AMBIENT,
                "except (SerializationFailure, DeadlockDetected, ConnectionLost):",
                "except (SerializationFailure, DeadlockDetected, ConnectionLost, CommitUnknown):",
            ),
        ),
        ("tests/tx/test_commit.py::test_a_commit_that_is_unknown_is_not_run_again",),
    ),
    Mutant(
        "a lost COMMIT is believed",
        (
            Edit(
                COMMIT,
                '    if status == "aborted":\n',
                '    if status == "aborted":\n        return\n    if status == "never":\n',
            ),
        ),
        ("tests/tx/test_commit.py::test_cut_before_commit_nothing_was_written_and_it_says_so",),
    ),
    Mutant(
        "a lost COMMIT is not looked up",
        (
            Edit(
                COMMIT,
                "        await settle(pool, mine, error)\n",
                "        raise ConnectionLost from error\n",
            ),
        ),
        ("tests/tx/test_commit.py::test_cut_after_commit_it_is_found_out_and_nothing_is_raised",),
    ),
    Mutant(
        "a child task writes into its parent's transaction",
        (
            Edit(
                AMBIENT,
                "    if transaction.owner is not running_task():\n        raise ForeignTask\n",
                "",
            ),
        ),
        (
            "tests/tx/test_owner.py::test_f21_a_child_task_may_not_write_into_its_parents_transaction",
        ),
    ),
    Mutant(
        "a secret may be a payload",
        (
            Edit("shared/outbox/payload.py", "elif SECRET_KEY.search(key):", "elif False:"),
            Edit(
                "shared/outbox/enqueuing/encoding.py",
                "fit = not any(SECRET_KEY.search(name) for name in names)",
                "fit = True",
            ),
        ),
        (
            "tests/outbox/test_enqueue.py::test_case_24_a_payload_that_cannot_or_must_not_be_stored_is_refused_by_its_path",
        ),
    ),
    Mutant(
        "finish before send",
        (
            Edit(
                LETTER,
                "    try:\n        name = await sending.hand_over(transport, mail, settings)\n",
                '    try:\n        async with tx.run():\n            await end(taken, "sent")\n        await sending.hand_over(transport, mail, settings)\n        return\n',
            ),
        ),
        (f"{MAILS}::test_f12_greylisting_climbs_the_ladder_and_ends_with_one_copy",),
    ),
    Mutant(
        "who was overtaken writes the end",
        (
            Edit(
                DELIVERIES,
                "       and status = 'sending'\n       and lease_id = %(lease)s\n",
                "       and status = 'sending'\n",
            ),
        ),
        (
            "tests/newsletter/delivering/test_deliveries.py::test_an_attempt_that_was_overtaken_writes_no_end",
        ),
    ),
    Mutant(
        "a maybe is not counted",
        (
            Edit(
                DELIVERIES,
                "ambiguous = ambiguous + (deliveries.status = 'sending')::int,",
                "ambiguous = ambiguous,",
            ),
        ),
        (
            "tests/faults/test_a_kill_after_the_dot.py::test_f2_a_worker_killed_between_the_answer_and_the_commit_means_exactly_two_copies",
        ),
    ),
    Mutant(
        "a lost answer is no maybe",
        (Edit(LETTER, "maybe_sent=isinstance(failure, AnswerLost)", "maybe_sent=False"),),
        (
            f"{MAILS}::test_case_32_f14_an_answer_lost_after_the_dot_is_maybe_sent_and_sent_again_under_one_name",
        ),
    ),
    Mutant(
        "the lease is not looked at before a mail",
        (
            Edit(
                "shared/outbox/fence.py",
                "leased_until - %(lease_needs)s > clock_timestamp()",
                "leased_until + %(lease_needs)s > clock_timestamp()",
            ),
        ),
        ("tests/faults/test_leases.py::test_a_letter_is_not_begun_without_time_to_end_it",),
    ),
    Mutant(
        "consent is not read again",
        (
            Edit(
                DELIVERIES,
                "                    when subscribers.status <> 'confirmed' and wish.asked_at is null\n                    then subscribers.status\n",
                "",
            ),
        ),
        (f"{MAILS}::test_f29_who_leaves_while_letters_go_out_gets_none_that_starts_later",),
    ),
    Mutant(
        "a delivery is sent again",
        (
            Edit(
                DELIVERIES,
                "and deliveries.status in ('pending', 'sending', 'failed')",
                "and deliveries.status <> 'skipped'",
            ),
            Edit(LETTER, 'reader.status in ("sent", "skipped")', 'reader.status == "skipped"'),
        ),
        ("tests/faults/test_leases.py::test_a_delivery_that_was_sent_is_not_sent_again",),
    ),
    Mutant(
        "a notification is fanned out by whoever comes",
        (
            Edit(
                ANNOUNCE,
                '        if planned is None or planned.status != "planned":\n            return\n        if await',
                "        if planned is None:\n            return\n        if await",
            ),
            Edit(
                ANNOUNCE,
                '    if planned is None or planned.status != "planned":\n        return  #',
                "    if planned is None:\n        return  #",
            ),
            Edit(
                "shared/newsletter/digests/telling.py",
                "    on conflict (notification_id, subscriber_id) do nothing  -- who followed",
                "    -- who followed",
            ),
        ),
        (
            "tests/faults/test_fan_out.py::test_f28_five_jobs_for_one_announcement_at_once_are_one_fan_out",
        ),
    ),
    Mutant(
        "a refused mailbox is written to again",
        (
            Edit(
                LETTER,
                "        await refuse(taken, refused.public, settings)\n",
                "        await give_back(taken, refused)\n        raise\n",
            ),
        ),
        (f"{MAILS}::test_f13_an_unknown_mailbox_is_tried_once_and_never_written_to_again",),
    ),
]
