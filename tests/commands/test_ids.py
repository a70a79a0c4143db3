"""A number that no job and no notification can have is one that there is not."""

import pytest

HUGE = 10**23


@pytest.mark.parametrize("words", [["run"], ["cancel"], ["retry"], ["show"], ["drop"]])
def test_a_job_with_a_number_beyond_all_tables_does_not_exist(run, garden, words):
    for number in (HUGE, 2**63):
        result = run("jobs", *words, number)

        assert result.exit_code == 1
        assert result.stderr == f"There is no job {number}.\n"


@pytest.mark.parametrize(
    "words",
    [
        ["jobs", "edit", HUGE, "--set", "a=1"],
        ["jobs", "note", HUGE, "x"],
        ["jobs", "list", "--after", HUGE],
        ["announcements", "show", HUGE],
        ["announcements", "cancel", HUGE],
    ],
)
def test_every_command_that_takes_a_number_says_so(run, garden, words):
    result = run(*words)

    assert result.exit_code == 1
    assert result.stderr in (f"There is no job {HUGE}.\n", f"There is no notification {HUGE}.\n")


@pytest.mark.parametrize(
    "words",
    [
        ["list", "--limit", HUGE],
        ["release", "--all", "--limit", HUGE],
        ["limit", "bulk", "--max-running", HUGE],
        ["limit", "bulk", "--rate", 1, "--burst", HUGE],
    ],
)
def test_a_limit_beyond_all_tables_is_refused(run, garden, words):
    refused = run("jobs", *words)

    assert refused.exit_code == 2
    assert "is not in the range" in refused.stderr


def test_what_is_no_number_is_refused(run, garden):
    refused = run("jobs", "show", "oak")

    assert refused.exit_code == 2
    assert "'oak' is no number." in refused.stderr
