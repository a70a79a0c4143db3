"""The page of promises: each promise and each fault has a check that exists, and a figure."""

import ast
import re
from functools import cache

import pytest

from tests.support.documents import ROOT, read, sections

PROMISES = range(1, 35)
FAULTS = [*range(1, 11), *range(12, 18), 19, 20, 21, *range(23, 35), 36]

CHECK = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")
PROMISE = re.compile(r"^\*\*P(\d+)\.\*\* (.*?)(?=^\*\*P|\Z)", re.MULTILINE | re.DOTALL)
FAULT = re.compile(r"^\| F(\d+) \|(.*)\|$", re.MULTILINE)
A_NUMBER = re.compile(r"\d|\b(?:one|two|three|half)\b")


def promised() -> dict[int, str]:
    """Return what is said of every promise, by its number."""
    found = PROMISE.findall(sections(read("docs/promises.md"))["What is promised"])
    assert len(found) == len(dict(found)), "a number twice"
    return {int(number): said for number, said in found}


def faults() -> dict[int, list[str]]:
    """Return the cells of every fault, by its number."""
    found = FAULT.findall(sections(read("docs/promises.md"))["Every fault"])
    assert len(found) == len(dict(found)), "a number twice"
    return {int(number): [cell.strip() for cell in said.split("|")] for number, said in found}


@cache
def functions_of(path: str) -> set[str]:
    """Return the names of the functions in a file, without running any."""
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_every_promise_is_there_in_its_order():
    assert list(promised()) == [*PROMISES]


@pytest.mark.parametrize("number", PROMISES)
def test_every_promise_is_a_sentence_with_a_figure_and_a_check(number: int):
    sentence, _, rest = promised()[number].partition("\n- Measured: ")
    figure, _, checks = rest.partition("\n- Check:")

    assert sentence.endswith(".")
    assert A_NUMBER.search(figure)
    assert CHECK.findall(checks)
    assert CHECK.sub("", checks).strip(" ,\n") == "", "a check that is no test"


def test_every_fault_is_there_in_its_order():
    assert list(faults()) == FAULTS


@pytest.mark.parametrize("number", FAULTS)
def test_every_fault_says_what_happens_and_has_a_figure_and_a_test_of_its_number(number: int):
    done, happens, figure, checks = faults()[number]

    assert done
    assert happens
    assert A_NUMBER.search(figure)
    assert any(f"_f{number}_" in name for _, name in CHECK.findall(checks))
    assert CHECK.sub("", checks).strip(" ,") == "", "a check that is no test"


def test_every_test_that_is_named_exists():
    named = CHECK.findall(read("docs/promises.md"))
    missing = [f"{path}::{name}" for path, name in named if name not in functions_of(path)]

    assert len(named) >= 100
    assert missing == []
    assert read("docs/promises.md").count("::test_") == len(named), "an id in another form"
