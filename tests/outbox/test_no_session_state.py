"""Nothing in the library lives in a session: behind PgBouncer a session is everybody's."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHARED = ROOT / "shared"

# The wake-up listens, on a connection of its own that goes round the bouncer, and claims on it.
LISTENS = {"shared/outbox/worker/listening.py"}
ON_ITS_OWN = {
    "a subscription": LISTENS,
    "a prepared statement": {"shared/outbox/worker/claim_statements.py"},
    "a setting of the session": {"shared/outbox/worker/claim_statements.py"},
}

# In small letters or in capitals, as statements are written; prose begins with one of each.
FORBIDDEN = {
    "a lock of the session": re.compile(r"\bpg_(try_)?advisory_(lock|unlock)"),
    "a setting of the session": re.compile(
        r"(^|;)\s*((set|SET)\s+(?!local\b|LOCAL\b)\w+[\w. ]*(=|\b(to|TO)\b)|(reset|RESET)\s+\w+)"
    ),
    "a subscription": re.compile(r"(^|;)\s*(listen|LISTEN|unlisten|UNLISTEN)\b"),
    "a prepared statement": re.compile(r"(^|;)\s*(prepare|PREPARE|deallocate|DEALLOCATE)\b"),
    "a temporary table": re.compile(r"\b(create\s+temp|CREATE\s+TEMP)"),
    "a setting for the whole session": re.compile(r"set_config\([^)]*,\s*(false|FALSE)\s*\)"),
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_c17_nothing_in_the_library_asks_for(what):
    found = [
        f"{place}: {statement.strip()[:60]}"
        for place, statement in statements()
        if FORBIDDEN[what].search(statement) and place not in ON_ITS_OWN.get(what, ())
    ]

    assert found == []


def test_c17_what_asks_for_it_would_be_found():
    forged = (
        "select pg_advisory_lock(1)",
        "begin; set lock_timeout = '5s'",
        "listen jobs",
        "prepare one as select 1",
        "create temporary table t (id int)",
        "select set_config('a.b', 'c', false)",
    )

    for pattern, statement in zip(FORBIDDEN.values(), forged, strict=True):
        assert pattern.search(statement)
        assert pattern.search(statement.upper()) or "pg_" in statement or "set_config" in statement


def test_c17_what_ends_with_the_transaction_is_allowed():
    for statement in (
        "begin;\n set local lock_timeout = '5s'",
        "select pg_advisory_xact_lock(1)",
        "update jobs\n   set status = 'dead'",
        "select set_config('a.b', 'c', true)",
    ):
        assert not any(pattern.search(statement) for pattern in FORBIDDEN.values())


def test_c17_the_statements_are_found_at_all():
    assert len(list(statements())) > 60


def statements() -> Iterator[tuple[str, str]]:
    """Yield every text that may be a statement, and where it stands."""
    for path in sorted(SHARED.rglob("*.sql")):
        yield path.relative_to(ROOT).as_posix(), re.sub(r"--.*", "", path.read_text("utf-8"))
    for path in sorted(SHARED.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
            if is_text and id(node) not in prose:
                yield path.relative_to(ROOT).as_posix(), node.value
