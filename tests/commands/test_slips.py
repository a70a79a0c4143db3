"""A command that is none: which was meant."""

import pytest

from tests.support.cli import invoke


@pytest.mark.parametrize(
    ("called", "said"),
    [
        ("anounce", "No such command 'anounce'. Did you mean 'announce'?"),
        ("subscriber", "Did you mean 'subscribers'?"),
        ("harvest-moon", "No such command 'harvest-moon'.\n"),
    ],
)
def test_a_slip_in_the_name_of_a_command_is_told_with_the_one_that_was_meant(called, said):
    result = invoke(called)

    assert result.exit_code == 2
    assert said in result.stderr
