"""Mistakes in what is known of readers: their consent, their erasure, what is kept for how long."""

from tests.mutants.mutant import Edit, Mutant

ERASING = "shared/newsletter/records/erasing.py"
PURGING = "shared/newsletter/records/purging.py"

ERASED = "tests/journeys/test_erased.py"

READERS = [
    Mutant(
        "an erasure forgets the mailbox",
        (Edit(ERASING, "           mailbox = 'erased-' || id,\n", ""),),
        (
            f"{ERASED}::test_n65_after_an_erasure_a_dump_names_the_address_nowhere_and_every_sum_closes",
        ),
    ),
    Mutant(
        "a complaint is forgotten with who made it",
        (Edit(ERASING, '    if because == "complaint":\n', "    if False:\n"),),
        (
            f"{ERASED}::test_n65_who_was_erased_may_come_back_unless_it_was_for_a_complaint[complaint-False]",
        ),
    ),
    Mutant(
        "an erased reader cannot be told from one who left",
        (
            Edit(
                "shared/newsletter/delivering/deliveries.py",
                "                    when erased_at is not null then 'erased'\n",
                "",
            ),
        ),
        (
            "tests/commands/test_subscriber_erase.py::test_a_letter_that_waited_for_who_was_erased_is_skipped_for_that_reason",
        ),
    ),
    Mutant(
        "who asked again is purged",
        (
            Edit(
                PURGING,
                "coalesce(greatest(confirmation_requested_at, confirmation_mailed_at), created_at)",
                "created_at",
            ),
        ),
        (
            "tests/newsletter/records/test_purging.py::test_only_who_has_neither_confirmed_nor_asked_again_for_a_month_goes",
        ),
    ),
    Mutant(
        "the consent log keeps a reader's own link",
        (
            Edit(
                "shared/newsletter/delivering/mail_words.py",
                "isinstance(value, str) and key not in ALIKE",
                "key == 'nothing'",
            ),
        ),
        (
            "tests/commands/test_subscriber_show.py::test_the_words_of_the_mail_are_the_same_for_everybody_and_hold_nobodys_link",
        ),
    ),
    Mutant(
        "undoing an import takes no heed of who has acted",
        (Edit("shared/newsletter/moving/undoing.py", "if self.acts:", "if not self.id:"),),
        (
            "tests/commands/test_subscriber_undo.py::test_who_has_saved_settings_or_left_since_is_named_and_left",
            "tests/newsletter/moving/test_undoing.py::test_who_follows_a_note_since_is_left_and_nothing_is_written_by_a_look",
        ),
    ),
    Mutant(
        "real settings take the database of a trial",
        (
            Edit(
                "functions/commands/database.py",
                "    require_trial()\n    home",
                "    home",
            ),
        ),
        (
            "tests/commands/test_database.py::test_real_settings_without_a_database_never_mean_the_trials",
        ),
    ),
]
