"""The plugin as its users have it: a conftest.py, a line for each handler, ordinary tests."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from shared.outbox import Handler, testing
from shared.outbox.testing import CHECKS, check_handler, plugin
from tests.support.shop import Charge, Shop

ROOT = Path(__file__).parents[3]

# As whoever loads the plugin has it and defines none.
outbox_database = plugin.outbox_database

CONFTEST = """
import pytest

pytest_plugins = ["shared.outbox.testing.plugin"]

@pytest.fixture
def outbox_database():
    return {url!r}
"""

TESTS = """
from shared.outbox import Handler, testing
from shared.outbox.testing import check_handler
from tests.support.shop import Bank, Charge, Shop

shop = Shop(Bank())
told = dict(arrange=shop.arrange, effects=shop.effects)

test_swallows = check_handler(Handler(Charge, shop.swallows), Charge(), **told)
test_counts = check_handler(
    Handler(Charge, shop.counts_every_run),
    Charge(),
    **told,
    without={"a_late_finisher_changes_nothing_more": "it may count twice"},
)
"""


def run(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in a folder that is not ours."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-v", *options, folder],
        cwd=folder,
        # Under CI pytest says the whole text again in its summary.
        env={
            **{name: os.environ[name] for name in os.environ.keys() - {"CI"}},
            "PYTHONPATH": str(ROOT),
        },
        capture_output=True,
        text=True,
    )


def test_each_check_is_a_test_with_a_name_and_a_remedy(tmp_path, shop_database):
    (tmp_path / "conftest.py").write_text(CONFTEST.format(url=shop_database))
    (tmp_path / "test_handlers.py").write_text(TESTS)

    said = run(tmp_path, "-k", "second_run or swallowed or ids_only")

    assert said.returncode == 1, said.stdout + said.stderr
    for line in (
        "test_swallows[a_second_run_changes_nothing_more] PASSED",
        "test_swallows[a_failing_statement_is_not_swallowed] FAILED",
        "test_swallows[the_payload_holds_ids_only] PASSED",
        "test_counts[a_second_run_changes_nothing_more] FAILED",
        "test_counts[a_failing_statement_is_not_swallowed] PASSED",
    ):
        assert line in said.stdout
    assert said.stdout.count("Let the exception out of the handler") == 1
    assert "(insert into ledger (order_id, entry)" in said.stdout
    assert "shared/outbox/testing/crashes.py" not in said.stdout  # the text is enough


def test_without_a_database_it_says_what_to_write(tmp_path):
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["shared.outbox.testing.plugin"]')
    (tmp_path / "test_handlers.py").write_text(TESTS)

    said = run(tmp_path, "-k", "ids_only")

    assert said.returncode == 1
    assert "Define a fixture `outbox_database` in your conftest.py" in said.stdout


def test_the_plugin_s_own_fixture_knows_no_database(request):
    with pytest.raises(pytest.UsageError, match="Define a fixture `outbox_database`"):
        request.getfixturevalue("outbox_database")


def test_what_is_left_out_needs_a_reason_and_is_no_test():
    shop = Shop.__new__(Shop)
    handler = Handler(Charge, shop.good)
    told = {"arrange": shop.arrange, "effects": shop.effects}
    one = "a_late_finisher_changes_nothing_more"

    with pytest.raises(ValueError, match=f"Say why shop.charge does without {one}"):
        check_handler(handler, Charge(), **told, without={one: " "})
    with pytest.raises(ValueError, match="There is no check 'a_late_one'; there are: a_run_succ"):
        check_handler(handler, Charge(), **told, without={"a_late_one": "why not"})

    test = check_handler(handler, Charge(), **told, without={one: "it may"})
    [mark] = test.pytestmark
    silent = "a_silent_dependency_ends_it_in_time"  # it was not said what it depends on
    assert set(mark.args[1]) == set(CHECKS) - {one, silent}


def test_the_test_that_it_makes_passes_or_fails(shop_database, bank):
    shop = Shop(bank)
    told = {"arrange": shop.arrange, "effects": shop.effects, "black_hole": bank.elsewhere}
    test = check_handler(Handler(Charge, shop.counts_every_run), Charge(), **told)
    [mark] = test.pytestmark

    test("the_payload_holds_ids_only", shop_database)
    with pytest.raises(pytest.fail.Exception, match="run a second time after success"):
        test("a_second_run_changes_nothing_more", shop_database)
    assert set(mark.args[1]) == set(CHECKS)


def test_other_names_are_not_there():
    with pytest.raises(AttributeError, match="has no attribute 'check_handlers'"):
        testing.check_handlers  # noqa: B018


def test_nothing_in_production_imports_it():
    mine = ROOT / "shared" / "outbox" / "testing"
    found = [
        path.relative_to(ROOT).as_posix()
        for folder in ("functions", "shared")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if mine not in path.parents and "outbox.testing" in imports(path)
    ]

    assert found == []


def imports(path: Path) -> str:
    """Return every module that a file imports, one a line."""
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    plain = [name.name for node in nodes if isinstance(node, ast.Import) for name in node.names]
    others = [
        f"{node.module}.{name.name}"
        for node in nodes
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    ]
    return "\n".join(plain + others)
