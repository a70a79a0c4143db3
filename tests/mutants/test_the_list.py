"""The list of mutants fits the tree, so that `bin/mutants` means something."""

from pathlib import Path

import pytest

from tests.mutants.mutant import Mutant
from tests.mutants.mutants import MUTANTS

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_each_mutant_can_still_be_made(mutant: Mutant) -> None:
    assert mutant.problems(ROOT) == []


def test_there_are_enough_and_none_twice() -> None:
    names = [mutant.name for mutant in MUTANTS]

    assert len(names) >= 18
    assert len(names) == len(set(names))
