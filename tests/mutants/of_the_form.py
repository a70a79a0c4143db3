"""Mistakes in what a stranger may cause: rows, and mails to somebody who said never again."""

from tests.mutants.mutant import Edit, Mutant

CAPS = "shared/newsletter/readers/caps.py"
CONFIRM = "functions/jobs/confirm_mail.py"
FOLLOW = "functions/jobs/follow_mail.py"

CROWD = "tests/journeys/test_what_a_crowd_may_write.py"
SPELLINGS = "tests/journeys/test_never_again_in_any_spelling.py"
LATE = "tests/journeys/test_a_late_press.py"

FORM = [
    Mutant(
        "requests of all networks are not counted",
        (Edit(CAPS, "counter.counted < %(most_requests)s", "true"),),
        (f"{CROWD}::test_requests_of_all_networks_together_have_a_cap_and_then_a_step",),
    ),
    Mutant(
        "a request that opens nothing is written down",
        (
            Edit(
                "shared/newsletter/readers/subscribers.py",
                "          from opened\n        on conflict (email) do update\n",
                "          from (select) as anybody\n        on conflict (email) do update\n",
            ),
        ),
        (f"{CROWD}::test_spellings_of_a_mailbox_that_has_had_enough_come_upon_its_one_row",),
    ),
    Mutant(
        "never again is for one spelling",
        (
            Edit(
                CONFIRM,
                "if await silent_mailboxes.find(",
                "if False and await silent_mailboxes.find(",
            ),
        ),
        (f"{SPELLINGS}::test_no_other_spelling_is_mailed_through_the_form",),
    ),
    Mutant(
        "never again is not for a note",
        (
            Edit(
                FOLLOW,
                "if await silent_mailboxes.find(",
                "if False and await silent_mailboxes.find(",
            ),
        ),
        (f"{SPELLINGS}::test_no_other_spelling_is_mailed_through_the_form",),
    ),
    Mutant(
        "an old link mails as often as it is pressed",
        (
            Edit(
                "shared/newsletter/readers/confirmations.py",
                "     where coalesce(confirmation_requested_at <= confirmation_mailed_at, true)\n",
                "     where true\n",
            ),
        ),
        (f"{LATE}::test_the_button_mails_one_more_outside_the_caps_and_that_confirms",),
    ),
    Mutant(
        "a link that was used mails another",
        (
            Edit(
                "shared/newsletter/readers/confirmations.py",
                "    and confirm_token_used_at is null\n    and status",
                "    and status",
            ),
        ),
        (f"{LATE}::test_who_has_confirmed_has_nothing_to_be_mailed",),
    ),
    Mutant(
        "a mail that can never be sent goes on waiting",
        (
            Edit(
                "shared/newsletter/delivering/sending.py",
                "            await close()\n        await outbox.succeed()\n",
                "        await outbox.succeed()\n",
            ),
        ),
        (
            "tests/faults/test_mails_that_a_stranger_asks_for.py::test_an_address_that_is_gone_is_suppressed_and_nothing_waits_any_more",
        ),
    ),
]
